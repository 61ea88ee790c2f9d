// flags:
namespace geo {
struct Point {
  int x;
};
__device__ int index(Point p) { return threadIdx.x + p.x; }
}  // namespace geo
__global__ void child(int* d, geo::Point p) { d[index(p)] = 1; }
__global__ void parent(int* d) { child<<<1, 32>>>(d, geo::Point{2}); }
// ---- diagnostics
case.cu:9:34: warning: child kernel 'child' calls 'Point', which can't be cloned: its definition was not found [SP049]
  case.cu:8:55: note: here
  case.cu:8:17: note: 'child' is defined here
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
