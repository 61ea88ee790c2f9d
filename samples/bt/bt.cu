// Tessellation of Bezier curves with dynamic parallelism: a thread takes a curve, finds how many points it needs for how
// much it bends, and launches one child grid that computes them.
//
//     bt [--curves N] [--tolerance N] [--seed N] [--repeats N] [--flat] [--pending-limit N]
//
// As it stands, the tessellation launches more child grids than CUDA keeps pending (2048), and CUDA drops the rest:
// `--pending-limit 262144` makes room for all of them. `--flat` computes a curve's points in a loop instead.
#include <random>

#include "../common/sample.h"

constexpr int kBlock = 64;

// ---- the curves

struct Point {
  int x, y;
};

// A quadratic curve: three control points, with coordinates of 22 bits. Its tessellation is `points` points, from `first`
// on. All is done in integers, so that the CPU's answer is the GPU's to the bit.
struct Curve {
  Point control[3];
  int first, points;
};

// The smallest number whose square is not less than `value`, which has 50 bits at most.
__host__ __device__ int root_above(long long value) {
  int below = -1;
  for (int bit = 1 << 24; bit > 0; bit /= 2) {
    const long long root = below + bit;
    if (root * root < value) below = static_cast<int>(root);
  }
  return below + 1;
}

// Wang's formula: n segments are nowhere farther from a quadratic curve than 1 / (4 n^2) of its second difference.
__host__ __device__ int points_of(const Curve& curve, int tolerance) {
  const Point* p = curve.control;
  const long long x = p[0].x - 2 * p[1].x + p[2].x, y = p[0].y - 2 * p[1].y + p[2].y;
  const int segments = root_above((root_above(x * x + y * y) + 4LL * tolerance - 1) / (4LL * tolerance));
  return segments > 0 ? segments + 1 : 2;
}

// Bernstein's polynomials at i / segments.
__host__ __device__ int coordinate_at(int p0, int p1, int p2, long long i, long long segments) {
  const long long rest = segments - i;
  return static_cast<int>((rest * rest * p0 + 2 * rest * i * p1 + i * i * p2) / (segments * segments));
}

__host__ __device__ Point point_at(const Curve& curve, int i) {
  const Point* p = curve.control;
  const int last = curve.points - 1;
  return {coordinate_at(p[0].x, p[1].x, p[2].x, i, last), coordinate_at(p[0].y, p[1].y, p[2].y, i, last)};
}

__global__ void compute_points(const Curve* curve, Point* points) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < curve->points) points[curve->first + i] = point_at(*curve, i);
}

// Finds how many points a curve needs, and where there is room for them.
__device__ void take_room(Curve& curve, int tolerance, int* used) {
  curve.points = points_of(curve, tolerance);
  curve.first = atomicAdd(used, curve.points);
}

__global__ void tessellate(int count, Curve* curves, int tolerance, Point* points, int* used) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  take_room(curves[i], tolerance, used);
  compute_points<<<(curves[i].points + kBlock - 1) / kBlock, kBlock>>>(&curves[i], points);
}

// The same without dynamic parallelism, for comparison.
__global__ void tessellate_flat(int count, Curve* curves, int tolerance, Point* points, int* used) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  take_room(curves[i], tolerance, used);
  const Curve curve = curves[i];
  for (int point = 0; point < curve.points; ++point) points[curve.first + point] = point_at(curve, point);
}

// Most curves are small, and some as large as the plane: sizes are uniform in their logarithm.
std::vector<Curve> make_curves(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Curve> curves(count);
  for (Curve& curve : curves) {
    const unsigned size = (32 + random() % 32) << (random() % 17);
    for (Point& point : curve.control) {
      point.x = static_cast<int>(random() % (2 * size)) - static_cast<int>(size);
      point.y = static_cast<int>(random() % (2 * size)) - static_cast<int>(size);
    }
  }
  return curves;
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("bt", argc, argv);
  const int count = arguments.number("--curves", 1 << 16), tolerance = arguments.number("--tolerance", 1);
  const int seed = arguments.number("--seed", 1), repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  set_pending_limit(arguments);
  arguments.finish();

  const std::vector<Curve> given = make_curves(count, seed);
  std::vector<Curve> curves = given;
  std::vector<Point> expected;
  for (Curve& curve : curves) {
    curve.first = static_cast<int>(expected.size());
    curve.points = points_of(curve, tolerance);
    for (int i = 0; i < curve.points; ++i) expected.push_back(point_at(curve, i));
  }
  const int total = static_cast<int>(expected.size());

  Curve* on_device = device_copy(given);
  Point* points = device_copy(expected);
  int* used = device_copy(std::vector<int>(1));
  const auto prepare = [&] {
    CHECK(cudaMemcpy(on_device, given.data(), count * sizeof(Curve), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(points, 0x7f, total * sizeof(Point)));  // no coordinate is that large
    CHECK(cudaMemset(used, 0, sizeof(int)));
  };
  const auto run = [&] {
    if (flat)
      tessellate_flat<<<(count + kBlock - 1) / kBlock, kBlock>>>(count, on_device, tolerance, points, used);
    else
      tessellate<<<(count + kBlock - 1) / kBlock, kBlock>>>(count, on_device, tolerance, points, used);
    CHECK(cudaGetLastError());
  };
  // Curves take their room in any order.
  const auto check = [&] {
    const std::vector<Curve> found = host_copy(on_device, count);
    const std::vector<Point> found_points = host_copy(points, total);
    size_t wrong = 0;
    for (int i = 0; i < count; ++i) {
      const Point* wanted = &expected[curves[i].first];
      const int first = found[i].first, size = curves[i].points;
      if (found[i].points != size || first < 0 || first > total - size)
        wrong += size;
      else
        for (int j = 0; j < size; ++j)
          wrong += found_points[first + j].x != wanted[j].x || found_points[first + j].y != wanted[j].y;
    }
    return wrong;
  };

  const std::string input = std::to_string(count) + " curves, " + std::to_string(total) + " points";
  const int exit_code = time_runs("bt", input, repeats, prepare, run, check);
  CHECK(cudaFree(on_device));
  CHECK(cudaFree(points));
  CHECK(cudaFree(used));
  return exit_code;
}
