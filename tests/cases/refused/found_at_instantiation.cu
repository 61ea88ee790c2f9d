// flags:
template <class T>
__global__ void parent(T* d) {
  later<<<1, 32>>>(d);
}
struct Item {
  int x;
};
__global__ void later(Item* d) { d[threadIdx.x].x += 1; }
template __global__ void parent<Item>(Item*);
// ---- diagnostics
case.cu:4:3: warning: the launched kernel could not be resolved [SP014]
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
