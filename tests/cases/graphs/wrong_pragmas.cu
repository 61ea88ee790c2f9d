__global__ void step(float* x, int* changed, int n) { x[threadIdx.x % n] += 1, *changed = 0; }
int unknown();

void loops(float* x, int* changed, int n) {
  int again = 1;
#pragma spawn loop(often)
  while (again) {
    step<<<1, 128>>>(x, changed, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
#pragma spawn graph
  while (again) {
    step<<<1, 128>>>(x, changed, unknown());
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
#pragma spawn graph
  ++again;
#pragma spawn graph keep
  for (int i = 0; i < n; i++) step<<<1, 128>>>(x, changed, n);
#pragma spawn loop
#pragma spawn loop(while)
  step<<<1, 128>>>(x, changed, n);
  step<<<1, 128>>>(x, changed, n);
  step<<<1, 128>>>(x, changed, n);
#pragma spawn graph nograph
  for (int i = 0; i < n; i++) step<<<1, 128>>>(x, changed, n);
  cudaDeviceSynchronize();
#pragma spawn loop(while) loop(host)
  while (again) {
    step<<<1, 128>>>(x, changed, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
// ---- diagnostics
case.cu:6:15: error: unknown `#pragma spawn loop(often)`: modes are auto, host, block:K, while and while:K, as in `loop(while:16)` [SP080]
case.cu:13:34: warning: no graph: the region calls 'unknown', of which it is not known here what it does [SP104]
case.cu:16:1: error: no loop or sequence of host launches follows this `#pragma spawn` [SP121]
case.cu:18:21: error: unknown `#pragma spawn keep`: it is about a launch, not about a region of host code as `graph` [SP080]
case.cu:19:3: note: sequence becomes a CUDA graph: 5 launches, copies or fills, in a loop [SP100]
case.cu:20:15: error: unknown `#pragma spawn loop`: write `loop(while:16)` [SP080]
case.cu:21:1: error: no loop or sequence of host launches follows this `#pragma spawn` [SP121]
case.cu:25:1: error: no loop or sequence of host launches follows this `#pragma spawn` [SP121]
case.cu:25:21: error: unknown `#pragma spawn nograph`: it contradicts `graph` [SP080]
case.cu:28:27: error: unknown `#pragma spawn loop(host)`: it contradicts `loop(while)` [SP080]
case.cu:29:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body, mode while [SP100]
8 launches: 8 host, 0 guarded, 0 kept, 0 refused
