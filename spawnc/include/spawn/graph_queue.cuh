// Regions with kernels whose children wait in a queue (queue.cuh): the drains are recorded behind their parent.
//
//     region.kernel(spawn::step(expand__queued, expand__queued__step), spawn::prepare(grid, stream), block, 0,
//                   spawn::queued(region), vertices, ...);
//
// A clone has the Step in front of the queue. Drains have none: where the parent is skipped, they find nothing. Graphs keep
// their stream's queues; there are at most 16 for all regions of a device, and without one children run as they do where
// a queue is full.
#pragma once

#include "graph.cuh"
#include "queue.cuh"

namespace spawn {

namespace detail {
struct RecordDrains {
  using Where = RegionRecorder*;
  template <unsigned kQueues, typename... Drains>
  static void take(HostQueue* queue, RegionRecorder* region);
};
}  // namespace detail

// When the full expression ends, with the parent recorded, it records the drains.
class QueueOfRegion : public detail::QueueArgument<detail::RecordDrains> {
 public:
  explicit QueueOfRegion(Region& region)
      : QueueArgument(region.recorded_stream(), detail::kOfRegions), region_(region) {}
  ~QueueOfRegion() { take_drains(&region_); }

 private:
  detail::RegionRecorder& region_;
};

// As for other grids.
inline GridOfTrip prepare(GridOfTrip grid, cudaStream_t stream = nullptr) {
  (void)prepare(dim3(1), stream);
  return grid;
}

inline QueueOfRegion queued(Region& region) { return QueueOfRegion(region); }

template <unsigned kQueues, typename... Drains>
void detail::RecordDrains::take(HostQueue* queue, RegionRecorder* region) {
  for_drains<kQueues, Drains...>(queue, [&](auto drain, HostQueue* own, const QueueStates<kQueues>& states) {
    region->record_drain(drain.kKernel, dim3(drain.shape(own->device).blocks), drain.threads(), states);
    leave_queue(own, region->recorded_stream());
  });
}

}  // namespace spawn
