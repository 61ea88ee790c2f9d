// A second translation unit with sites of its own: one slot pool and one report for both.
#include <spawn/spawn.cuh>

static __device__ spawn::Site spawn_other[] = {spawn::always()};
static const spawn::SiteTable spawn_other_table(spawn_other, {{"other.cu:7:3", "mark_all", "mark"}});

static __device__ __forceinline__ void mark__thread(const spawn::Thread& spawn_thread, int* marks) {
  SPAWN_BUILTINS(spawn_thread);
  {
    marks[blockIdx.x * blockDim.x + threadIdx.x] += 1;
  }
}
static __global__ void mark__launched(spawn::Ticket spawn_ticket, int* marks) {
  const spawn::CtaScope spawn_scope(spawn_ticket);
  mark__thread(spawn_scope.thread(), marks);
}
static __device__ void mark__spawn(const spawn::Launch& spawn_launch, int* marks) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, 96);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      mark__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes,
                       spawn_launch.stream>>>(spawn_ticket, marks);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (!spawn_ticket.is_serial()) return;
  spawn::run_serial(spawn_launch, spawn::kAll,
                    [&](const spawn::Thread& spawn_thread) { mark__thread(spawn_thread, marks); });
}
__global__ void mark_all(int* marks) {
  mark__spawn(spawn::launch(spawn_other[0], 3, 32), marks + 96 * (blockIdx.x * blockDim.x + threadIdx.x));
}

bool other_unit_is_right() {
  constexpr int kMarks = 96 * 8 * 32;
  int* marks = nullptr;
  static int seen[kMarks];
  if (cudaMalloc(&marks, sizeof seen) != cudaSuccess || cudaMemset(marks, 0, sizeof seen) != cudaSuccess)
    return false;
  mark_all<<<spawn::prepare(8), 32>>>(marks);
  if (cudaMemcpy(seen, marks, sizeof seen, cudaMemcpyDeviceToHost) != cudaSuccess) return false;
  for (const int mark : seen)
    if (mark != 1) return false;
  return true;
}
