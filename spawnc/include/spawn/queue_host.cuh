// Host side of the queue: queues for each stream, and the drains after each parent.
#pragma once

#include <limits>
#include <utility>

#include "host.cuh"
#include "mutex.cuh"
#include "phases.cuh"
#include "queue_grow.cuh"

// Slots of each queue, when neither spawn::set_queue_slots() nor the environment says; 0: by the device's memory.
#ifndef SPAWN_QUEUE_SLOTS
#define SPAWN_QUEUE_SLOTS 0
#endif

namespace spawn {

namespace detail {

// A queue in the memory of one device. It is free for another stream when its last drain has ended.
struct HostQueue {
  QueueState* state = nullptr;
  int device = 0;
  unsigned long long stream = 0;  // id of the stream that used it last
  unsigned long long graph = 0;   // id of the stream capture that it belongs to, for good; 0: of none
  bool is_taken = false;          // by a launch whose drain is yet to come
  HostQueue* follower = nullptr;  // of the same launch: drained after this one
  cudaEvent_t drained = nullptr;
  bool is_recorded = false;  // `drained` comes after the last drain
  HostQueue* next = nullptr;
};

struct QueueHost {
  Mutex mutex;
  HostQueue* queues = nullptr;
  size_t slots = SPAWN_QUEUE_SLOTS;
  bool environment_read = false;
  // Until a second stream is seen, nobody asks whether a queue is free, and a drain is not followed by an event.
  bool seen = false, several = false;
  unsigned long long first_stream = 0;
};

inline QueueHost& queue_host() {
  static QueueHost* const host = new QueueHost;  // outlives every static object and atexit handler
  return *host;
}

inline unsigned long long id_of(cudaStream_t stream) {
#if CUDART_VERSION >= 12000
  unsigned long long id = 0;
  if (cudaStreamGetId(stream, &id) == cudaSuccess) return id;
  (void)cudaGetLastError();
#endif
  return static_cast<unsigned long long>(stream_key(stream));
}

inline void read_queue_environment(QueueHost& host) {
  if (host.environment_read) return;
  host.environment_read = true;
  host.slots = static_cast<size_t>(positive_variable("SPAWN_QUEUE_SLOTS", static_cast<long long>(host.slots),
                                                     std::numeric_limits<long long>::max()));
}

// Slots of a queue, when nobody says: a thousandth of the device's memory.
inline size_t default_slots(HostScope& scope) {
  size_t free_bytes = 0, bytes = 0;
  scope.check(cudaMemGetInfo(&free_bytes, &bytes));
  return bytes / 1024 / (sizeof(Slot) + sizeof(unsigned long long));
}

inline HostQueue* make_queue(QueueHost& host, int device) {
  HostScope scope(device);
  const size_t wanted = host.slots ? host.slots : default_slots(scope);
  unsigned shards = 1;
  while (shards < kMaxShards && static_cast<size_t>(shards) * 2 * kLeastShardSlots <= wanted) shards *= 2;
  QueueState state{};
  state.shards = shards;
  state.shard_slots =
      static_cast<unsigned>(wanted / shards < kMostShardSlots ? wanted / shards : kMostShardSlots);
  for (QueueShard& shard : state.shard) shard.end = ~0ull;
  const size_t slots = static_cast<size_t>(shards) * state.shard_slots;
  const size_t slot_bytes = slots * sizeof(Slot);
  char* memory = nullptr;
  const size_t start_bytes = slots * sizeof(unsigned long long);
  if (!scope.check(cudaMalloc(&memory, sizeof state + slot_bytes + start_bytes))) return nullptr;
  state.slots = reinterpret_cast<Slot*>(memory + sizeof state);
  state.starts = reinterpret_cast<unsigned long long*>(memory + sizeof state + slot_bytes);
  HostQueue* queue = new HostQueue;
  queue->state = reinterpret_cast<QueueState*>(memory);
  queue->device = device;
  scope.copy(memory, &state, sizeof state);
  scope.clear(state.starts, start_bytes);  // what memory held before may look like a ready word
  scope.check(cudaEventCreateWithFlags(&queue->drained, cudaEventDisableTiming));
  if (scope.error() != cudaSuccess) {
    (void)cudaFree(memory);
    delete queue;
    return nullptr;
  }
  queue->next = host.queues;
  host.queues = queue;
  return queue;
}

// Queues of regions (graph_queue.cuh) in place of the id of a stream capture.
constexpr unsigned long long kOfRegions = ~0ull;

// Nobody can tell when a region's graph is done with a queue for good, so they do not become more and more.
inline bool is_room_for_regions(const QueueHost& host, int device) {
  constexpr int kMost = 16;
  int queues = 0;
  for (const HostQueue* queue = host.queues; queue; queue = queue->next)
    queues += queue->device == device && queue->graph == kOfRegions;
  return queues < kMost;
}

// Leaves the program's last error as it is.
inline bool is_over(cudaEvent_t event) {
  const cudaError_t before = cudaPeekAtLastError(), error = cudaEventQuery(event);
  if (before == cudaSuccess && error != cudaSuccess) (void)cudaGetLastError();
  return error == cudaSuccess;
}

// The stream's own queue, else one that nobody uses any more, else a new one. Parents in a stream capture get one that
// the graph keeps: two graphs made of one capture must not run at the same time. `owner`: 0, or kOfRegions, whose graphs
// keep a stream's queue, too.
inline HostQueue* find_queue(int device, cudaStream_t stream, unsigned long long owner) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  unsigned long long graph = 0;
  if (cudaStreamGetCaptureInfo(stream, &status, &graph) != cudaSuccess) {
    (void)cudaGetLastError();
    return nullptr;
  }
  const bool is_captured = status == cudaStreamCaptureStatusActive;
  if (!is_captured) graph = owner;
  // cudaStreamGetId() ends the capture of the stream that it is asked for (CUDA 13.0)
  const unsigned long long id =
      is_captured ? static_cast<unsigned long long>(stream_key(stream)) : id_of(stream);
  QueueHost& host = queue_host();
  const Mutex::Guard lock(host.mutex);
  read_queue_environment(host);
  if (!graph) {
    if (!host.seen) host.first_stream = id;
    host.several = host.several || (host.seen && host.first_stream != id);
    host.seen = true;
  }
  for (HostQueue* queue = host.queues; queue; queue = queue->next)
    if (queue->device == device && queue->stream == id && queue->graph == graph && !queue->is_taken) {
      queue->is_taken = true;
      return queue;
    }
  HostQueue* found = nullptr;
  for (HostQueue* queue = host.queues; queue && !graph && !found; queue = queue->next)
    if (queue->device == device && queue->graph == 0 && !queue->is_taken && queue->is_recorded &&
        is_over(queue->drained))
      found = queue;
  if (!found && (graph != kOfRegions || is_room_for_regions(host, device))) found = make_queue(host, device);
  if (!found) return nullptr;
  found->stream = id;
  found->graph = graph;
  found->is_taken = true;
  return found;
}

// As many as a parent has drains; none where there is no memory for all.
inline HostQueue* find_queues(int device, cudaStream_t stream, unsigned count, unsigned long long owner) {
  HostQueue* first = nullptr;
  for (; count > 0; --count) {
    HostQueue* const queue = find_queue(device, stream, owner);
    if (!queue) {
      const Mutex::Guard lock(queue_host().mutex);
      for (; first; first = first->follower) first->is_taken = false;
      return nullptr;
    }
    queue->follower = first;
    first = queue;
  }
  return first;
}

// The drain is launched: parents that follow in the stream may have the queue.
inline void leave_queue(HostQueue* queue, cudaStream_t stream) {
  QueueHost& host = queue_host();
  const Mutex::Guard lock(host.mutex);
  if (queue->graph == 0 && host.several)
    queue->is_recorded = cudaEventRecord(queue->drained, stream) == cudaSuccess;
  queue->is_taken = false;
}

// How a drain is launched on a device.
struct DrainShape {
  unsigned blocks = 0;  // as many as run at once; 0: not known
  bool overlaps =
      false;  // its blocks may be placed while the last ones of the parent end: they wait, see drain()
};

template <typename States, void (*drain)(States)>
DrainShape drain_shape(int device, unsigned threads) {
  static std::atomic<unsigned> known[kMaxDevices] = {};  // twice the blocks, and whether it overlaps
  unsigned word = known[device].load(std::memory_order_relaxed);
  int sms = 0, each = 0;
  cudaFuncAttributes attributes{};
  if (word == 0 && cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device) == cudaSuccess &&
      cudaFuncGetAttributes(&attributes, drain) == cudaSuccess &&
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, drain, static_cast<int>(threads), 0) ==
          cudaSuccess) {
    word = static_cast<unsigned>(sms * each) * 2 + can_overlap(attributes, device);
    known[device].store(word, std::memory_order_relaxed);
  }
  return {word / 2, word % 2 != 0};
}

// A kernel that drains one of a parent's queues, and its blocks.
template <unsigned kQueues, void (*kernel)(QueueStates<kQueues>), unsigned X, unsigned Y = 1, unsigned Z = 1>
struct Drain {
  static constexpr auto kKernel = kernel;
  static dim3 threads() { return dim3(X, Y, Z); }
  static DrainShape shape(int device) { return drain_shape<QueueStates<kQueues>, kernel>(device, X * Y * Z); }

  // Programmatic dependent launch (CUDA guide): measured (H200, BFS on a grid of 1024 x 1024), what a drain without
  // work adds to a level goes from 2.0 to 1.2 us.
  static void launch(const HostQueue& queue, const QueueStates<kQueues>& states, cudaStream_t stream) {
    const DrainShape known = shape(queue.device);
#if CUDART_VERSION >= 11080
    if (known.overlaps && queue.graph == 0) {
      cudaLaunchAttribute attribute{};
      attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
      attribute.val.programmaticStreamSerializationAllowed = 1;
      cudaLaunchConfig_t config{};
      config.gridDim = known.blocks;
      config.blockDim = threads();
      config.stream = stream;
      config.attrs = &attribute;
      config.numAttrs = 1;
      (void)cudaLaunchKernelEx(&config, kernel, states);
      return;
    }
#endif
    kernel<<<known.blocks, threads(), 0, stream>>>(states);
  }
};

template <unsigned kQueues>
QueueStates<kQueues> states_of(const HostQueue* queue) {
  QueueStates<kQueues> states{};
  for (QueueState*& state : states.state) {
    state = queue->state;
    queue = queue->follower;
  }
  return states;
}

// All of a parent's drains, each after the one before has ended: children of a later one find no queue that is drained
// already, whatever they launch. `each(drain, queue, states)` is called for each.
template <unsigned kQueues, typename... Drains, typename Each>
void for_drains(HostQueue* queue, Each&& each) {
  QueueStates<kQueues> states = states_of<kQueues>(queue);
  unsigned turn = 0;
  const auto take_next = [&](auto drain) {
    HostQueue* const own = queue;
    queue = own->follower;
    each(drain, own, states);
    states.state[turn++] = nullptr;
  };
  (take_next(Drains()), ...);
}

// What becomes of the drains of a launch.
struct LaunchDrains {
  using Where = cudaStream_t;

  template <unsigned kQueues, typename... Drains>
  static void take(HostQueue* queue, cudaStream_t stream) {
    for_drains<kQueues, Drains...>(queue,
                                   [&](auto drain, HostQueue* own, const QueueStates<kQueues>& states) {
                                     const cudaError_t before = cudaPeekAtLastError();
                                     drain.launch(*own, states, stream);
                                     // what waits in it is lost, which the program is told; no later drain is to run it
                                     if (before != cudaSuccess || cudaPeekAtLastError() == cudaSuccess)
                                       leave_queue(own, stream);
                                   });
  }
};

// An argument of a launch, which becomes its kernel's `spawn::Queue<...>`, or another list of queues.
template <typename End>
class QueueArgument {
 public:
  QueueArgument(const QueueArgument&) = delete;
  QueueArgument& operator=(const QueueArgument&) = delete;

  template <typename... Children>
  operator Queue<Children...>() {
    return {find<1, Drain<1, drain<Children...>, kDrainThreads>>()};
  }
  template <typename Workers, typename... Children>
  operator GrowingQueue<Workers, Children...>() {
    return {find_growing<Growing<Workers, Children...>>(std::integer_sequence<unsigned, 0>())};
  }
  template <typename... Queues>
  operator QueuesInTurn<Queues...>() {
    constexpr unsigned kQueues = sizeof...(Queues);
    return {find_growing<typename Queues::Own...>(std::make_integer_sequence<unsigned, kQueues>())};
  }

 protected:
  QueueArgument(cudaStream_t stream, unsigned long long owner) : stream_(stream), owner_(owner) {}
  ~QueueArgument() = default;

  // The drains, if there is a queue, which is left to them.
  void take_drains(typename End::Where where) {
    if (!first_) return;
#ifdef SPAWN_PHASES
    marks_.end_parent(stream_);
#endif
    take_(first_, where);
#ifdef SPAWN_PHASES
    marks_.end_drains(stream_);
#endif
    first_ = nullptr;
  }

 private:
  template <typename... Growing, unsigned... kTurns>
  QueueStates<sizeof...(Growing)> find_growing(std::integer_sequence<unsigned, kTurns...>) {
    using Kinds = typename GrowingChildren<Growing...>::Kinds;
    // without queues, what is launched with blocks that no kernel can have fails as it does in the program as written
    if constexpr ((Growing::Workers::kPossible && ...))
      return find<Kinds::queues, Drain<Kinds::queues, drain_growing<Kinds, kTurns, Growing>,
                                       Growing::Workers::x, Growing::Workers::y, Growing::Workers::z>...>();
    else
      return {};
  }

  template <unsigned kQueues, typename... Drains>
  QueueStates<kQueues> find() {
    int device = 0;
    if (cudaGetDevice(&device) != cudaSuccess || device >= kMaxDevices) return {};
    if (((Drains::shape(device).blocks > 0) && ...)) first_ = find_queues(device, stream_, kQueues, owner_);
    take_ = End::template take<kQueues, Drains...>;
#ifdef SPAWN_PHASES
    // what a region launches becomes part of a graph
    if (first_ && owner_ == 0) marks_.begin(stream_);
#endif
    return first_ ? states_of<kQueues>(first_) : QueueStates<kQueues>{};
  }

  cudaStream_t stream_;
  unsigned long long owner_;
  HostQueue* first_ = nullptr;
#ifdef SPAWN_PHASES
  PhaseMarks marks_;
#endif
  void (*take_)(HostQueue*, typename End::Where) = nullptr;
};

}  // namespace detail

// The queues of one parent launch. When the full expression ends, with the parent launched, it launches the drains. Where
// the launch failed, they find nothing.
class QueueOfLaunch : public detail::QueueArgument<detail::LaunchDrains> {
 public:
  explicit QueueOfLaunch(cudaStream_t stream) : QueueArgument(stream, 0), stream_(stream) {}
  ~QueueOfLaunch() { take_drains(stream_); }

 private:
  cudaStream_t stream_;
};

// Slots of the queues that are made from now on, each at the first launch that needs it; 0: by the device's memory.
inline void set_queue_slots(size_t slots) {
  detail::QueueHost& host = detail::queue_host();
  const detail::Mutex::Guard lock(host.mutex);
  detail::read_queue_environment(host);
  host.slots = slots;
}

inline QueueOfLaunch queued(cudaStream_t stream = nullptr) { return QueueOfLaunch(stream); }

}  // namespace spawn
