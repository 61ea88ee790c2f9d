// Adaptive mesh refinement with dynamic parallelism: a cell whose estimated error is too large gets a block of 8 x 8
// cells in its place, with a thread each; those of them that are still too coarse launch the grids of their own blocks.
//
//     amr [--depth N] [--fronts N] [--seed N] [--repeats N] [--flat] [--pending-limit N]
//
// As it stands, the mesh of the default depth launches more grids than CUDA keeps pending (2048), and CUDA drops the
// rest: `--pending-limit 1048576` makes room for all of them. `--flat` refines level by level, with one host launch for
// each.
#include <random>

#include "../common/sample.h"

constexpr int kSide = 8;         // cells along a side of a block
constexpr int kWidth = 1 << 20;  // of the domain
constexpr int kMostLevels = 6;   // cells of the last one are 4 wide
constexpr int kBound = 32;       // of the error
constexpr int kLeaf = -1;

// ---- the mesh

// A blast wave: a circle, inside of which the density is higher. It rises by one every 2^kSteepness of squared
// distance, up to `rise`. In integers, so that the CPU's answer is the GPU's.
struct Front {
  int x, y, radius, rise;
};
constexpr int kSteepness = 20;

struct Cell {
  int density;
  int block;  // that refines it, or kLeaf
};

struct Block {
  int x, y, width;
};

struct Mesh {
  Block* blocks;  // the first one is the domain
  Cell* cells;    // kSide * kSide for each block
  int* count;     // of blocks
  int capacity;
  int smallest;  // width of cells that are not refined
  const Front* fronts;
  int front_count;
};

__host__ __device__ int density_at(int x, int y, const Front* fronts, int front_count) {
  int density = 0;
  for (int i = 0; i < front_count; ++i) {
    const long long dx = x - fronts[i].x, dy = y - fronts[i].y, radius = fronts[i].radius;
    const long long inside = (radius * radius - dx * dx - dy * dy) >> kSteepness;
    density += inside < 0 ? 0 : inside > fronts[i].rise ? fronts[i].rise : static_cast<int>(inside);
  }
  return density;
}

// The mean of a cell's corners; how far they differ is the estimate of its error.
__host__ __device__ int cell_density(int x, int y, int width, const Front* fronts, int front_count,
                                     int* error) {
  int sum = 0, least = 1 << 30, most = 0;
  for (int corner = 0; corner < 4; ++corner) {
    const int density = density_at(x + corner % 2 * width, y + corner / 2 * width, fronts, front_count);
    sum += density;
    if (density < least) least = density;
    if (density > most) most = density;
  }
  *error = most - least;
  return sum / 4;
}

// Returns the cell's new block, or kLeaf. Which number a block gets depends on the schedule.
__device__ int fill_cell(int block, Mesh mesh) {
  const int width = mesh.blocks[block].width / kSide;
  const int x = mesh.blocks[block].x + threadIdx.x * width, y = mesh.blocks[block].y + threadIdx.y * width;
  int error, refined = kLeaf;
  const int density = cell_density(x, y, width, mesh.fronts, mesh.front_count, &error);
  if (error > kBound && width > mesh.smallest) {
    refined = atomicAdd(mesh.count, 1);
    if (refined < mesh.capacity)
      mesh.blocks[refined] = {x, y, width};
    else
      refined = kLeaf;
  }
  mesh.cells[(block * kSide + threadIdx.y) * kSide + threadIdx.x] = {density, refined};
  return refined;
}

__global__ void refine(int block, Mesh mesh) {
  const int refined = fill_cell(block, mesh);
  if (refined != kLeaf) refine<<<1, dim3(kSide, kSide)>>>(refined, mesh);
}

// The same without dynamic parallelism, for comparison: the blocks of one level.
__global__ void refine_level(int first, Mesh mesh) { fill_cell(first + blockIdx.x, mesh); }

void refine_flat(const Mesh& mesh, int* count_on_host) {
  for (int first = 0, end = 1; first < end;) {
    refine_level<<<end - first, dim3(kSide, kSide)>>>(first, mesh);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(count_on_host, mesh.count, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaStreamSynchronize(nullptr));
    first = end;
    end = std::min(*count_on_host, mesh.capacity);
  }
}

// The cells of the blocks in the order of their depth, first the domain's.
std::vector<Cell> refine_on_cpu(const std::vector<Front>& fronts, int smallest) {
  std::vector<Block> blocks{{0, 0, kWidth}};
  std::vector<Cell> cells;
  for (size_t block = 0; block < blocks.size(); ++block) {
    const auto [left, top, parent_width] = blocks[block];
    const int width = parent_width / kSide;
    for (int i = 0; i < kSide * kSide; ++i) {
      const int x = left + i % kSide * width, y = top + i / kSide * width;
      int error;
      Cell cell{cell_density(x, y, width, fronts.data(), static_cast<int>(fronts.size()), &error), kLeaf};
      if (error > kBound && width > smallest) {
        cell.block = static_cast<int>(blocks.size());
        blocks.push_back({x, y, width});
      }
      cells.push_back(cell);
    }
  }
  return cells;
}

// Goes down both trees at once, since blocks have other numbers in each.
size_t count_wrong(const std::vector<Cell>& cells, const std::vector<Cell>& expected) {
  size_t wrong = 0;
  std::vector<std::pair<int, int>> pairs{{0, 0}};
  for (size_t next = 0; next < pairs.size(); ++next)
    for (int i = 0; i < kSide * kSide; ++i) {
      const Cell cell = cells[pairs[next].first * kSide * kSide + i];
      const Cell right = expected[pairs[next].second * kSide * kSide + i];
      wrong += cell.density != right.density || (cell.block == kLeaf) != (right.block == kLeaf);
      if (cell.block != kLeaf && right.block != kLeaf) pairs.emplace_back(cell.block, right.block);
    }
  return wrong;
}

// ---- the program

std::vector<Front> make_fronts(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Front> fronts(count);
  for (Front& front : fronts) {
    front.x = static_cast<int>(random() % kWidth);
    front.y = static_cast<int>(random() % kWidth);
    front.radius = kWidth / 16 + static_cast<int>(random() % (kWidth / 4));
    front.rise = 50 + static_cast<int>(random() % 200);
  }
  return fronts;
}

int main(int argc, char** argv) {
  Arguments arguments("amr", argc, argv);
  const int levels = std::min(arguments.number("--depth", 5), kMostLevels);
  const int front_count = arguments.number("--fronts", 16), seed = arguments.number("--seed", 1);
  const int repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  set_pending_limit(arguments);
  arguments.finish();

  int smallest = kWidth;
  for (int level = 0; level < levels; ++level) smallest /= kSide;
  const std::vector<Front> fronts = make_fronts(front_count, seed);
  const std::vector<Cell> expected = refine_on_cpu(fronts, smallest);
  const int blocks = static_cast<int>(expected.size()) / (kSide * kSide);

  const std::vector<Block> domain{{0, 0, kWidth}};
  Front* fronts_on_device = device_copy(fronts);
  Mesh mesh{nullptr, nullptr, nullptr, blocks, smallest, fronts_on_device, front_count};
  int* count_on_host;
  CHECK(cudaMalloc(&mesh.blocks, blocks * sizeof(Block)));
  CHECK(cudaMalloc(&mesh.cells, expected.size() * sizeof(Cell)));
  CHECK(cudaMalloc(&mesh.count, sizeof(int)));
  CHECK(cudaMallocHost(&count_on_host, sizeof(int)));

  const auto prepare = [&] {
    const int one = 1;
    CHECK(cudaMemcpy(mesh.count, &one, sizeof one, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(mesh.blocks, domain.data(), sizeof(Block), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(mesh.cells, 0xff, expected.size() * sizeof(Cell)));
  };
  const auto run = [&] {
    if (flat) return refine_flat(mesh, count_on_host);
    refine<<<1, dim3(kSide, kSide)>>>(0, mesh);
    CHECK(cudaGetLastError());
  };
  const std::string input = "depth " + std::to_string(levels) + ", " + std::to_string(front_count) +
                            " fronts, " + std::to_string(blocks) + " blocks";
  const int exit_code = time_runs("amr", input, repeats, prepare, run, [&] {
    return count_wrong(host_copy(mesh.cells, expected.size()), expected);
  });
  CHECK(cudaFree(fronts_on_device));
  CHECK(cudaFree(mesh.blocks));
  CHECK(cudaFree(mesh.cells));
  CHECK(cudaFree(mesh.count));
  CHECK(cudaFreeHost(count_on_host));
  return exit_code;
}
