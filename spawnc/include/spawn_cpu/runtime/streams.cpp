// Streams and events of host and device (CUDA C++ Programming Guide, "Asynchronous
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

thread_local cudaError_t host_error = cudaSuccess;

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
  const DeviceMemoryScope memory;
  while (run_step()) continue;
}

}  // namespace

cudaError_t set_error(cudaError_t error) {
  if (error != cudaSuccess) (on_device() ? current_thread()->last_error : host_error) = error;
  return error;
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

cudaError_t cudaStreamGetId(cudaStream_t handle, unsigned long long* id) {
  const Lock lock(machine());
  const Stream* stream = find(handle);
  if (!stream) return set_error(cudaErrorInvalidResourceHandle);
  *id = stream->id;
  return cudaSuccess;
}

// Graphs are not emulated: no stream is captured.
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus* status,
                                     unsigned long long*) {
  const Lock lock(machine());
  if (!find(handle)) return set_error(cudaErrorInvalidResourceHandle);
  *status = cudaStreamCaptureStatusNone;
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
  if (!is_done(last)) {
    const DeviceMemoryScope memory;
    run_step();
  }
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
  if (!is_done(recorded)) {
    const DeviceMemoryScope memory;
    run_step();
  }
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
