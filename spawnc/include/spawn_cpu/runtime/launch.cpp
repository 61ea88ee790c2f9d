// Launches: from the configuration before the arguments to a grid in its stream (CUDA C++ Programming Guide, "CUDA
// Dynamic Parallelism", "Kernel Launch APIs", "Pending Kernel Launches").
#include <unordered_map>

#include "state.h"

namespace spawn_cpu {
namespace {

thread_local std::vector<Configuration> host_configurations;
thread_local BoundKernel* binding =
    nullptr;  // what the kernel that is called next is for, in place of a launch
uint64_t grids_launched = 0;
int pending = 0;

std::vector<Configuration>& configurations() {
  return on_device() ? current_thread()->configurations : host_configurations;
}

std::unordered_map<const void*, Call>& known_kernels() {
  static auto* const all = new std::unordered_map<const void*, Call>;
  return *all;
}

}  // namespace

// What holds for every kernel of compute capability 9.0 (CUDA C++ Programming Guide, "Compute Capabilities").
// The host names what is wrong otherwise than the device does (measured: H200, CUDA 13.0; no blocks, blocks of 2000
// threads).
cudaError_t check_configuration(const Configuration& config) {
  const dim3 &grid = config.grid, &block = config.block;
  const bool valid = grid.x - 1 < 0x7fffffffu && grid.y - 1 < 65535u && grid.z - 1 < 65535u &&
                     block.x - 1 < 1024u && block.y - 1 < 1024u && block.z - 1 < 64u &&
                     block.x * block.y * block.z <= 1024u;
  if (!valid) return on_device() ? cudaErrorInvalidConfiguration : cudaErrorInvalidValue;
  return config.shared_bytes <= kMaxSharedBytes ? cudaSuccess : cudaErrorInvalidValue;
}

std::shared_ptr<Grid> make_grid(const BoundKernel& kernel, const Configuration& config) {
  auto grid = std::make_shared<Grid>();
  grid->config = config;
  grid->kernel = kernel.name;
  grid->body = kernel.body;
  grid->number = ++grids_launched;
  const dim3 size = config.grid;
  grid->blocks = grid->blocks_left = static_cast<uint64_t>(size.x) * size.y * size.z;
  return grid;
}

void know(const void* kernel, Call call) {
  const Lock lock(machine());
  known_kernels()[kernel] = call;
}

bool bind_kernel(const void* address, void** arguments, BoundKernel* bound) {
  const auto found = known_kernels().find(address);
  if (found == known_kernels().end()) return false;
  binding = bound;
  found->second(address, arguments);
  binding = nullptr;
  return true;
}

namespace {

cudaError_t launch_from_device(const std::shared_ptr<Grid>& grid) {
  const std::shared_ptr<Grid>& parent = current_block()->grid;
  if (parent->in_conditional_body)
    fail("launch of %s at %s:%d by a kernel in a conditional body: a GPU refuses to instantiate such a graph",
         grid->kernel, grid->config.place.file, grid->config.place.line);
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

void configure(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream, const char* file, int line) {
  ++visits;
  configurations().push_back({grid, block, shared_bytes, stream, {file, line}});
}

void launch(const char* kernel, Body* owned) {
  std::shared_ptr<const Body> body(owned);
  if (binding) {
    *binding = {kernel, std::move(body)};
    return;
  }
  if (configurations().empty()) fail("kernel %s is called like a function", kernel);
  const Lock lock(machine());
  const Configuration config = configurations().back();
  configurations().pop_back();
  pass_cycles(500);
  if (set_error(check_configuration(config)) != cudaSuccess) return;
  const std::shared_ptr<Grid> grid = make_grid({kernel, std::move(body)}, config);
  set_error(on_device() ? launch_from_device(grid) : submit_from_host(grid->config.stream, grid));
}

cudaError_t launch_known(const void* kernel, void** arguments) {
  const auto found = known_kernels().find(kernel);
  if (found == known_kernels().end()) {
    configurations().pop_back();
    return set_error(cudaErrorInvalidDeviceFunction);
  }
  found->second(kernel, arguments);
  return cudaPeekAtLastError();
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

}  // namespace spawn_cpu
