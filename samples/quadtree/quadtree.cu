// A quadtree of points with dynamic parallelism: a block takes a node, moves its points into four quadrants, and
// launches one grid for each quadrant that still has too many.
//
//     quadtree [--points N] [--leaf N] [--seed N] [--repeats N] [--flat] [--pending-limit N]
//
// As it stands, the tree of the default size launches about 23,000 grids, and a fire-and-forget launch past
// those that CUDA keeps pending (2048) hangs: `--pending-limit 131072` makes room for all of them. `--flat` builds the
// tree level by level, with a thread for each point.
#include <random>

#include "../common/sample.h"

constexpr int kBlock = 128;
constexpr int kOwn = 4;  // points of a thread at a time: a sum of kBlock * kOwn has to fit into 16 bits
constexpr int kCoordinate = 16;  // bits of a coordinate, and how deep the tree can be

struct Point {
  int x, y;
};

// The points of a node stand side by side; those of its quadrants, in order, in the same place of the other buffer.
struct Node {
  int begin, end;
  int quadrants;  // the first of four nodes; none for a leaf
};

struct Tree {
  Node* nodes;
  int* used;  // nodes
  int leaf;   // points that a leaf can have
};

__host__ __device__ int quadrant_of(Point point, int depth) {
  const int bit = kCoordinate - 1 - depth;
  return 2 * ((point.y >> bit) & 1) + ((point.x >> bit) & 1);
}

__host__ __device__ bool is_split(int points, int depth, int leaf) {
  return points > leaf && depth < kCoordinate;
}

// ---- with dynamic parallelism

__global__ void split_node(int node, int begin, int end, int depth, Point* from, Point* to, Tree tree) {
  __shared__ int counts[4], next[4], quadrants;
  __shared__ unsigned long long sums[kBlock];

  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  __syncthreads();
  int own_counts[4] = {0, 0, 0, 0};
  for (int i = begin + threadIdx.x; i < end; i += kBlock) ++own_counts[quadrant_of(from[i], depth)];
  for (int quadrant = 0; quadrant < 4; ++quadrant)
    if (own_counts[quadrant] > 0) atomicAdd(&counts[quadrant], own_counts[quadrant]);
  __syncthreads();
  if (threadIdx.x == 0) {
    quadrants = atomicAdd(tree.used, 4);
    tree.nodes[node].quadrants = quadrants;
    int place = begin;
    for (int quadrant = 0; quadrant < 4; ++quadrant) {
      next[quadrant] = place;
      tree.nodes[quadrants + quadrant] = {place, place + counts[quadrant], 0};
      place += counts[quadrant];
    }
  }
  __syncthreads();

  for (int tile = begin; tile < end; tile += kBlock * kOwn) {
    const int first = tile + threadIdx.x * kOwn;
    unsigned long long own = 0;  // points in each quadrant, 16 bits for each
    for (int i = first; i < min(first + kOwn, end); ++i) own += 1ull << (16 * quadrant_of(from[i], depth));
    sums[threadIdx.x] = own;
    __syncthreads();
    for (int distance = 1; distance < kBlock; distance *= 2) {
      const unsigned long long before = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
      __syncthreads();
      sums[threadIdx.x] += before;
      __syncthreads();
    }
    unsigned long long before = sums[threadIdx.x] - own;
    for (int i = first; i < min(first + kOwn, end); ++i) {
      const int shift = 16 * quadrant_of(from[i], depth);
      to[next[shift / 16] + static_cast<int>((before >> shift) & 0xffff)] = from[i];
      before += 1ull << shift;
    }
    __syncthreads();
    if (threadIdx.x < 4)
      next[threadIdx.x] += static_cast<int>((sums[kBlock - 1] >> (16 * threadIdx.x)) & 0xffff);
    __syncthreads();
  }

  if (threadIdx.x < 4 && is_split(counts[threadIdx.x], depth + 1, tree.leaf)) {
    const int quadrant = threadIdx.x, quadrant_end = next[quadrant];
    split_node<<<1, kBlock, 0, cudaStreamFireAndForget>>>(
        quadrants + quadrant, quadrant_end - counts[quadrant], quadrant_end, depth + 1, to, from, tree);
  }
}

// ---- the same without dynamic parallelism, for comparison

// A node of this level that is split, and its quadrants: how many points they have, and which nodes they are in the list
// of the next level.
struct Task {
  int node, counts[4], next[4], tasks[4];
};

constexpr int kNoTask = -1;

// A thread for each point: `task_of` is the task that it belongs to.
__global__ void count_points(int points, int depth, const Point* from, const int* task_of, Task* tasks) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < points && task_of[i] != kNoTask)
    atomicAdd(&tasks[task_of[i]].counts[quadrant_of(from[i], depth)], 1);
}

// A thread for each node.
__global__ void split_level(int count, int depth, Task* tasks, Task* next_tasks, int* next_count, Tree tree) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Task& task = tasks[i];
  const int quadrants = atomicAdd(tree.used, 4);
  tree.nodes[task.node].quadrants = quadrants;
  int place = tree.nodes[task.node].begin;
  for (int quadrant = 0; quadrant < 4; ++quadrant) {
    const int points = task.counts[quadrant];
    tree.nodes[quadrants + quadrant] = {place, place + points, 0};
    task.next[quadrant] = place;
    task.tasks[quadrant] = kNoTask;
    if (is_split(points, depth + 1, tree.leaf)) {
      task.tasks[quadrant] = atomicAdd(next_count, 1);
      next_tasks[task.tasks[quadrant]] = {quadrants + quadrant, {}, {}, {}};
    }
    place += points;
  }
}

__global__ void move_points(int points, int depth, const Point* from, Point* to, const int* task_of,
                            int* next_task_of, Task* tasks) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= points || task_of[i] == kNoTask) return;
  Task& task = tasks[task_of[i]];
  const int quadrant = quadrant_of(from[i], depth), place = atomicAdd(&task.next[quadrant], 1);
  to[place] = from[i];
  next_task_of[place] = task.tasks[quadrant];
}

struct Level {
  int* task_of;
  Task* tasks;
};

void build_flat(int points, Point* from, Point* to, Tree tree, Level level, Level next, int* next_count) {
  const int blocks = (points + kBlock - 1) / kBlock;
  CHECK(cudaMemsetAsync(level.task_of, 0, points * sizeof(int)));
  CHECK(cudaMemsetAsync(level.tasks, 0, sizeof(Task)));
  for (int count = 1, depth = 0; count > 0; ++depth) {
    CHECK(cudaMemsetAsync(next.task_of, 0xff, points * sizeof(int)));
    CHECK(cudaMemsetAsync(next_count, 0, sizeof(int)));
    count_points<<<blocks, kBlock>>>(points, depth, from, level.task_of, level.tasks);
    split_level<<<(count + kBlock - 1) / kBlock, kBlock>>>(count, depth, level.tasks, next.tasks, next_count,
                                                           tree);
    move_points<<<blocks, kBlock>>>(points, depth, from, to, level.task_of, next.task_of, level.tasks);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&count, next_count, sizeof(int), cudaMemcpyDeviceToHost));
    std::swap(from, to);
    std::swap(level, next);
  }
}

// ---- the points

// Three of four in clusters, from dense to wide, the others anywhere.
std::vector<Point> make_points(int count, unsigned seed) {
  constexpr int kClusters = 20, kSide = 1 << kCoordinate;
  std::mt19937 random(seed);
  std::vector<Point> centers(kClusters), points(count);
  for (Point& center : centers)
    center = {static_cast<int>(random() % kSide), static_cast<int>(random() % kSide)};
  for (Point& point : points) {
    const unsigned cluster = random() % kClusters, width = 1u << (5 + cluster % 8);
    const auto near = [&](int middle) {
      const int offset =
          static_cast<int>(random() % width + random() % width + random() % width) - 3 * (width / 2);
      return std::clamp(middle + offset, 0, kSide - 1);
    };
    if (random() % 4 == 0)
      point = {static_cast<int>(random() % kSide), static_cast<int>(random() % kSide)};
    else
      point = {near(centers[cluster].x), near(centers[cluster].y)};
  }
  return points;
}

// The quadrants that lead to a point, one after the other: a tree that is right has its leaves in the order of these.
unsigned path_of(Point point) {
  unsigned path = 0;
  for (int depth = 0; depth < kCoordinate; ++depth) path = 4 * path + quadrant_of(point, depth);
  return path;
}

struct Result {
  std::vector<Node> nodes;
  std::vector<Point> points[2];  // of nodes at even and at odd depths
};

// How many points are not where they belong below a node.
size_t wrong_in(const Result& result, const Node& node, int depth, const std::vector<unsigned>& paths,
                int leaf) {
  const int size = node.end - node.begin;
  if (is_split(size, depth, leaf) != (node.quadrants > 0)) return size;
  size_t wrong = 0;
  if (node.quadrants == 0) {
    std::vector<unsigned> found;
    for (int i = node.begin; i < node.end; ++i) found.push_back(path_of(result.points[depth % 2][i]));
    std::sort(found.begin(), found.end());
    for (int i = 0; i < size; ++i) wrong += found[i] != paths[node.begin + i];
    return wrong;
  }
  int place = node.begin;
  for (unsigned quadrant = 0; quadrant < 4; ++quadrant) {
    const Node& part = result.nodes[node.quadrants + quadrant];
    if (part.begin != place || part.end < place || part.end > node.end) return size;
    place = part.end;
    const auto is_inside = [&](unsigned path) {
      return (path >> 2 * (kCoordinate - 1 - depth)) % 4 == quadrant;
    };
    for (int i = part.begin; i < part.end; ++i) wrong += !is_inside(paths[i]);
    wrong += wrong_in(result, part, depth + 1, paths, leaf);
  }
  return place == node.end ? wrong : size;
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("quadtree", argc, argv);
  const int count = arguments.number("--points", 1 << 20), leaf = arguments.number("--leaf", 32);
  const int seed = arguments.number("--seed", 1), repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  set_pending_limit(arguments);
  arguments.finish();

  const std::vector<Point> points = make_points(count, seed);
  std::vector<unsigned> paths;
  for (const Point& point : points) paths.push_back(path_of(point));
  std::sort(paths.begin(), paths.end());

  const int tasks = count / (leaf + 1) + 1;  // that a level can have
  const std::vector<Node> nodes(4 * kCoordinate * tasks + 1);
  Point* buffers[2] = {device_copy(points), device_copy(points)};
  const Tree tree{device_copy(nodes), device_copy(std::vector<int>(1)), leaf};
  const std::vector<int> task_of(count);
  const Level level{device_copy(task_of), device_copy(std::vector<Task>(tasks))};
  const Level next{device_copy(task_of), device_copy(std::vector<Task>(tasks))};
  int* next_count = device_copy(std::vector<int>(1));

  const auto prepare = [&] {
    const Node root{0, count, 0};
    const int used = 1;
    for (Point* buffer : buffers)
      CHECK(cudaMemcpy(buffer, points.data(), count * sizeof(Point), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(tree.nodes, 0, nodes.size() * sizeof(Node)));
    CHECK(cudaMemcpy(tree.nodes, &root, sizeof root, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(tree.used, &used, sizeof used, cudaMemcpyHostToDevice));
  };
  const auto run = [&] {
    if (!is_split(count, 0, leaf)) return;
    if (flat)
      build_flat(count, buffers[0], buffers[1], tree, level, next, next_count);
    else
      split_node<<<1, kBlock>>>(0, 0, count, 0, buffers[0], buffers[1], tree);
    CHECK(cudaGetLastError());
  };
  int used = 0;
  const auto check = [&] {
    used = host_copy(tree.used, 1)[0];
    const Result result{host_copy(tree.nodes, used),
                        {host_copy(buffers[0], count), host_copy(buffers[1], count)}};
    return wrong_in(result, result.nodes[0], 0, paths, leaf);
  };

  const int exit_code =
      time_runs("quadtree", std::to_string(count) + " points", repeats, prepare, run, check);
  for (Point* buffer : buffers) CHECK(cudaFree(buffer));
  CHECK(cudaFree(tree.nodes));
  CHECK(cudaFree(tree.used));
  for (const Level& each : {level, next}) {
    CHECK(cudaFree(each.task_of));
    CHECK(cudaFree(each.tasks));
  }
  CHECK(cudaFree(next_count));
  return exit_code;
}
