// flags:
__device__ int depth(int n) { return n > threadIdx.x ? depth(n - 1) + 1 : 0; }
__device__ int odd(int n);
__device__ int even(int n) { return n == 0 ? threadIdx.x : odd(n - 1); }
__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__device__ int through(int n) { return even(n) + 1; }
// a template that calls itself for its own arguments, spelled or not
template <class T> __device__ void sort(T* d, int n) { if (n > 1) sort<T>(d, n / 2); }
template <class... R> __device__ void each(int* d, int n, R... r) { if (n) each(d, n - 1, r...); }
struct Tree {
  Tree *left, *right;
  __device__ int size() const { return 1 + (left ? left->size() : 0); }
};
struct Shape {
  __device__ virtual float area() const = 0;
};
struct Two : Shape {
  const Shape *a, *b;
  __device__ float area() const override { return a->area() + b->area(); }
};
__global__ void itself(int* d) { d[threadIdx.x] = depth(9); }
__global__ void each_other(int* d) { d[threadIdx.x] = through(4); }
__global__ void sorted(int* d) { sort(d, 4); }
__global__ void packed(int* d) { each(d, 4, 1, 2); }
__global__ void sizes(int* d, Tree* t) { d[threadIdx.x] = t[threadIdx.x].size(); }
__global__ void areas(int* d, Two* s) { d[threadIdx.x] = s->area(); }
__global__ void by_base(int* d, Shape* s) { d[threadIdx.x] = s->area(); }
// a template's specialisation may be the one
template <int N> __global__ void special(int* d) { d[N] = 1; }
template <> __global__ void special<0>(int* d) { d[0] = depth(3); }
__global__ void parent(int* d, Tree* t, Two* s) {
  switch (d[threadIdx.x]) {
    case 0: itself<<<1, 32>>>(d); break;
    case 1: each_other<<<1, 32>>>(d); break;
    case 2: sorted<<<1, 32>>>(d); break;
    case 3: packed<<<1, 32>>>(d); break;
    case 4: sizes<<<1, 32>>>(d, t); break;
    case 5: areas<<<1, 32>>>(d, s); break;
    case 6: by_base<<<1, 32>>>(d, s); break;
    case 7: special<1><<<1, 32>>>(d);
  }
}
// ---- diagnostics
case.cu:33:13: warning: child kernel 'itself' reaches 'depth', which calls itself: a serial body may not fit on the stack [SP055]
  case.cu:2:56: note: 'depth' calls itself here
case.cu:34:13: warning: child kernel 'each_other' reaches 'even', which calls itself: a serial body may not fit on the stack [SP055]
  case.cu:4:60: note: 'even' calls itself through 'odd' here
case.cu:35:13: warning: child kernel 'sorted' reaches 'sort', which calls itself: a serial body may not fit on the stack [SP055]
  case.cu:8:67: note: 'sort' calls itself here
case.cu:36:13: warning: child kernel 'packed' reaches 'each', which calls itself: a serial body may not fit on the stack [SP055]
  case.cu:9:76: note: 'each' calls itself here
case.cu:37:13: warning: child kernel 'sizes' reaches 'size', which calls itself: a serial body may not fit on the stack [SP055]
  case.cu:12:52: note: 'size' calls itself here
case.cu:38:13: warning: child kernel 'areas' reaches 'area', which calls itself: a serial body may not fit on the stack [SP055]
  case.cu:19:51: note: 'area' calls itself here
case.cu:39:13: warning: child kernel 'by_base' reaches 'area', which calls itself: a serial body may not fit on the stack [SP055]
  case.cu:19:51: note: 'area' calls itself here
case.cu:40:13: warning: child kernel 'special' reaches 'depth', which calls itself: a serial body may not fit on the stack [SP055]
  case.cu:2:56: note: 'depth' calls itself here
8 launches: 0 host, 0 guarded, 0 kept, 8 refused
