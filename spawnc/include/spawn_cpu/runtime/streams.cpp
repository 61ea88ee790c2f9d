// Streams and events of host and device, and launches into them (CUDA C++ Programming Guide, "Asynchronous
// Concurrent Execution", and "CUDA Dynamic Parallelism", "Execution Environment").
#include <chrono>
#include <cstdlib>
#include <unordered_set>

#include "state.h"

namespace spawn_cpu {
namespace {

struct HostStreams {
  Stream legacy, per_thread;
  std::unordered_set<Stream*> created;  // by device code, too
  std::unordered_set<Event*> events;
  bool drained_at_exit = false;
};
HostStreams& streams() {
  static auto* const all = new HostStreams;
  return *all;
}

thread_local std::vector<Configuration> host_configurations;
thread_local cudaError_t host_error = cudaSuccess;
uint64_t grids_launched = 0;
int pending = 0;

std::vector<Configuration>& configurations() {
  return on_device() ? current_thread()->configurations : host_configurations;
}

uint64_t caller_number() { return on_device() ? current_block()->grid->number : 0; }

Stream* find(cudaStream_t handle) {
  if (!handle || handle == cudaStreamLegacy) return &streams().legacy;
  if (handle == cudaStreamPerThread) return &streams().per_thread;
  auto* stream = reinterpret_cast<Stream*>(handle);
  return streams().created.count(stream) && stream->owner == caller_number() ? stream : nullptr;
}

Event* find(cudaEvent_t handle) {
  auto* event = reinterpret_cast<Event*>(handle);
  return streams().events.count(event) ? event : nullptr;
}

bool is_blocking(const Stream& stream) { return !(stream.flags & cudaStreamNonBlocking); }

std::vector<Stream*> all_host_streams() {
  std::vector<Stream*> all{&streams().legacy, &streams().per_thread};
  for (Stream* stream : streams().created)
    if (stream->owner == 0) all.push_back(stream);
  return all;
}

bool is_done(const TaskRef& task) { return !task || task->done; }

void drain() {
  const Lock lock(machine());
  while (run_step()) continue;
}

// What holds for every kernel of compute capability 9.0 (CUDA C++ Programming Guide, "Compute Capabilities").
cudaError_t check(const Configuration& config) {
  const dim3 &grid = config.grid, &block = config.block;
  const bool valid = grid.x - 1 < 0x7fffffffu && grid.y - 1 < 65535u && grid.z - 1 < 65535u &&
                     block.x - 1 < 1024u && block.y - 1 < 1024u && block.z - 1 < 64u &&
                     block.x * block.y * block.z <= 1024u;
  if (!valid) return cudaErrorInvalidConfiguration;
  return config.shared_bytes <= kMaxSharedBytes ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t launch_from_device(const std::shared_ptr<Grid>& grid) {
  const std::shared_ptr<Grid>& parent = current_block()->grid;
  const cudaStream_t stream = grid->config.stream;
  grid->depth = parent->depth + 1;
  if (grid->depth > kMaxDepth) return cudaErrorLaunchMaxDepthExceeded;
  if (static_cast<size_t>(pending) >= limit_of(cudaLimitDevRuntimePendingLaunchCount)) {
    if (stream == cudaStreamFireAndForget)
      fail(
          "fire-and-forget launch of %s at %s:%d while %d launches are pending, the limit of "
          "cudaLimitDevRuntimePendingLaunchCount: on a GPU, the program hangs",
          grid->kernel, grid->config.place.file, grid->config.place.line, pending);
    return cudaErrorLaunchPendingCountExceeded;
  }
  grid->holds_slot = true;
  const cudaError_t error = submit_from_device(stream, grid);
  if (error == cudaSuccess) ++pending;
  return error;
}

}  // namespace

int& pending_launches() { return pending; }

cudaError_t set_error(cudaError_t error) {
  if (error != cudaSuccess) (on_device() ? current_thread()->last_error : host_error) = error;
  return error;
}

void configure(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream, const char* file, int line) {
  ++visits;
  configurations().push_back({grid, block, shared_bytes, stream, {file, line}});
}

void launch(const char* kernel, Body* owned) {
  std::unique_ptr<Body> body(owned);
  if (configurations().empty()) fail("kernel %s is called like a function", kernel);
  const Lock lock(machine());
  auto grid = std::make_shared<Grid>();
  grid->config = configurations().back();
  configurations().pop_back();
  pass_cycles(500);
  if (set_error(check(grid->config)) != cudaSuccess) return;
  grid->kernel = kernel;
  grid->body = std::move(body);
  grid->number = ++grids_launched;
  const dim3 size = grid->config.grid;
  grid->blocks = grid->blocks_left = static_cast<uint64_t>(size.x) * size.y * size.z;
  set_error(on_device() ? launch_from_device(grid) : submit_from_host(grid->config.stream, grid));
}

void check_pointer_argument(const char* kernel, int index, const volatile void* pointer) {
  if (!on_device()) return;
  const void* address = const_cast<const void*>(pointer);
  const char* what = is_local(address) ? "local" : is_shared(address) ? "shared" : nullptr;
  if (!what || configurations().empty()) return;
  const Place place = configurations().back().place;
  fail("launch of %s at %s:%d: argument %d points to %s memory, which a child grid can't use", kernel,
       place.file, place.line, index, what);
}

void* parameter_buffer(size_t alignment, size_t bytes) {
  if (!on_device()) fail("cudaGetParameterBuffer in host code");
  ++visits;
  auto& buffer = current_thread()->parameter_buffer;
  buffer.assign((bytes + alignment) / sizeof(uint64_t) + 2, 0);
  return buffer.data();
}

// A stream's work is in order; the legacy default stream's also with that of all blocking streams.
cudaError_t submit_from_host(cudaStream_t handle, const TaskRef& task) {
  HostStreams& all = streams();
  if (!all.drained_at_exit) {
    all.drained_at_exit = true;
    std::atexit(drain);
  }
  Stream* stream = find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  wait_for(task, stream->last);
  if (stream == &all.legacy) {
    for (const Stream* other : all_host_streams())
      if (other != stream && is_blocking(*other)) wait_for(task, other->last);
  } else if (is_blocking(*stream)) {
    wait_for(task, all.legacy.last);
  }
  stream->last = task;
  submit(task);
  // the host may be faster than the device, or slower
  if (!permutes() || choose(2) == 0) run_until([&] { return task->done; });
  return cudaSuccess;
}

cudaError_t submit_from_device(cudaStream_t handle, const TaskRef& task) {
  Block& block = *current_block();
  const std::shared_ptr<Grid>& grid = block.grid;
  TaskRef* last = nullptr;
  if (!handle) {
    last = &block.null_stream_last;
  } else if (handle == cudaStreamTailLaunch) {
    task->parent = grid;
    task->is_tail = true;
    ++grid->tails_left;
    if (!grid->tails.empty()) wait_for(task, grid->tails.back());
    grid->tails.push_back(task);
    return cudaSuccess;  // submitted when the grid and its other children are done
  } else if (handle != cudaStreamFireAndForget) {
    Stream* stream = handle == cudaStreamLegacy || handle == cudaStreamPerThread ? nullptr : find(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    last = &stream->last;
  }
  task->parent = grid;
  ++grid->children_left;
  if (last) {
    wait_for(task, *last);
    *last = task;
  }
  submit(task);
  return cudaSuccess;
}

}  // namespace spawn_cpu

using namespace spawn_cpu;

cudaError_t cudaGetLastError() {
  cudaError_t& error = on_device() ? current_thread()->last_error : host_error;
  const cudaError_t last = error;
  error = cudaSuccess;
  return last;
}
cudaError_t cudaPeekAtLastError() { return on_device() ? current_thread()->last_error : host_error; }

cudaError_t cudaDeviceSynchronize() {
  if (on_device())
    fail(
        "cudaDeviceSynchronize() in device code, which compute capability 9.0 does not have: write the rest "
        "as a "
        "child in cudaStreamTailLaunch");
  const Lock lock(machine());
  run_until([] {
    for (const Stream* stream : all_host_streams())
      if (!is_done(stream->last)) return false;
    return true;
  });
  return cudaSuccess;
}
cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* handle, unsigned flags) {
  const Lock lock(machine());
  if (on_device() && flags != cudaStreamNonBlocking) return set_error(cudaErrorInvalidValue);
  auto* stream = new Stream;
  stream->flags = flags;
  stream->owner = caller_number();
  streams().created.insert(stream);
  *handle = reinterpret_cast<cudaStream_t>(stream);
  return cudaSuccess;
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
  return cudaStreamCreateWithFlags(stream, flags);
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = 0, *greatest = -5;
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  const Lock lock(machine());
  Stream* stream = find(handle);
  if (!stream || !streams().created.erase(stream)) return set_error(cudaErrorInvalidResourceHandle);
  if (stream->owner == 0 && !is_done(stream->last)) {
    const TaskRef last = stream->last;
    run_until([&] { return last->done; });
  }
  delete stream;
  return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  if (on_device()) fail("cudaStreamSynchronize() in device code");
  const Lock lock(machine());
  const Stream* stream = find(handle);
  if (!stream) return set_error(cudaErrorInvalidResourceHandle);
  if (stream == &streams().legacy) return cudaDeviceSynchronize();
  const TaskRef last = stream->last;
  run_until([&] { return is_done(last); });
  return cudaSuccess;
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
  const Lock lock(machine());
  const Stream* stream = find(handle);
  if (!stream) return set_error(cudaErrorInvalidResourceHandle);
  const TaskRef last = stream->last;
  if (!is_done(last)) run_step();
  return is_done(last) ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event_handle, unsigned) {
  const Lock lock(machine());
  const Event* event = find(event_handle);
  if (!event) return set_error(cudaErrorInvalidResourceHandle);
  const auto task = std::make_shared<Task>();
  wait_for(task, event->recorded);
  return set_error(on_device() ? submit_from_device(handle, task) : submit_from_host(handle, task));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  const Lock lock(machine());
  const auto task = std::make_shared<Task>();
  task->operation = [=] { function(data); };
  return set_error(submit_from_host(stream, task));
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned) {
  const Lock lock(machine());
  const auto task = std::make_shared<Task>();
  task->operation = [=] { callback(stream, cudaSuccess, data); };
  return set_error(submit_from_host(stream, task));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* handle, unsigned flags) {
  const Lock lock(machine());
  auto* event = new Event;
  event->flags = flags;
  event->owner = caller_number();
  streams().events.insert(event);
  *handle = reinterpret_cast<cudaEvent_t>(event);
  return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventDestroy(cudaEvent_t handle) {
  const Lock lock(machine());
  Event* event = find(handle);
  if (!event) return set_error(cudaErrorInvalidResourceHandle);
  streams().events.erase(event);
  delete event;
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t handle, cudaStream_t stream) {
  const Lock lock(machine());
  Event* event = find(handle);
  if (!event) return set_error(cudaErrorInvalidResourceHandle);
  const auto task = std::make_shared<Task>();
  const auto time = std::make_shared<double>(0);
  task->operation = [time] {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    *time = std::chrono::duration<double, std::milli>(now).count();
  };
  event->recorded = task;
  event->milliseconds = time;
  return set_error(on_device() ? submit_from_device(stream, task) : submit_from_host(stream, task));
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
  return cudaEventRecord(event, stream);
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  const Lock lock(machine());
  const Event* event = find(handle);
  if (!event) return set_error(cudaErrorInvalidResourceHandle);
  const TaskRef recorded = event->recorded;
  run_until([&] { return is_done(recorded); });
  return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
  const Lock lock(machine());
  const Event* event = find(handle);
  if (!event) return set_error(cudaErrorInvalidResourceHandle);
  const TaskRef recorded = event->recorded;
  if (!is_done(recorded)) run_step();
  return is_done(recorded) ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start_handle, cudaEvent_t stop_handle) {
  const Lock lock(machine());
  const Event *start = find(start_handle), *stop = find(stop_handle);
  if (!start || !stop || !start->recorded || !stop->recorded)
    return set_error(cudaErrorInvalidResourceHandle);
  if (!start->recorded->done || !stop->recorded->done) return set_error(cudaErrorNotReady);
  *milliseconds = static_cast<float>(*stop->milliseconds - *start->milliseconds);
  return cudaSuccess;
}
