// flags: --graphs
// nvcc: identifier "missing" is undefined
#include <cstdio>

struct Owner {
  float* x;
  Owner(float* given) : x(given) {}
  Owner(const Owner& other) : x(other.x) {}
  ~Owner() {}
};
__global__ void step(float* x, int n) { x[threadIdx.x % n] += 1; }
__global__ void owned(Owner owner) { owner.x[0] = 1; }
__global__ void with_default(float* x, int n = 1) { x[0] = n; }

// Loops of launches that can't be recorded are shown; runs that end before they are long enough are not.
void loops(float* x, float* on_host, int n, cudaEvent_t event) {
  for (int i = 0; i < n; i++) {
    step<<<1, 32>>>(x, n);
    std::printf("%d\n", i);
  }
  for (int i = 0; i < n; i++) {
    step<<<1, 32>>>(x, n);
    cudaEventRecord(event);
  }
  for (int i = 0; i < n; i++) {
    cudaMemcpyAsync(x, on_host, 4, cudaMemcpyHostToDevice);
    step<<<1, 32>>>(x, n);
  }
  for (int i = 0; i < n; i++) {
    on_host[i] = 1;
    step<<<1, 32>>>(x, n);
  }
  for (int i = 0; i < n; i++) {
    owned<<<1, 32>>>(x);
  }
  for (int i = 0; i < n; i++) {
    with_default<<<1, 32>>>(x);
  }
  for (int i = 0; i < n; i++) {
    if (i == 3) return;
    step<<<1, 32>>>(x, n);
  }
  step<<<1, 32>>>(x, n);
  step<<<1, 32>>>(x, n);
  std::printf("two\n");
}

// A host that polls: recorded, it would wait for work that it never puts into the stream.
void polls(float* x, volatile int* done, int n) {
  while (!*done) step<<<1, 32>>>(x, n);
  for (;;) {
    step<<<1, 32>>>(x, n);
    if (*done) break;
  }
  for (;;) step<<<1, 32>>>(x, n);
}

// What the parser gives up on, it may leave out.
void unread(float* x, int n) {
  for (int i = 0; i < n; i++) {
    step<<<1, 32>>>(x, n);
    missing(x);
  }
}
// ---- diagnostics
case.cu:19:5: warning: no graph: 'printf' reads or writes something in the region [SP102]
case.cu:23:5: warning: no graph: 'cudaEventRecord' works with an event in the region [SP106]
case.cu:26:5: warning: no graph: the region copies between host and device, or waits, here [SP114]
case.cu:30:5: warning: no graph: 'on_host[i]' is changed in the region in a way that can't be followed [SP115]
case.cu:34:22: warning: no graph: the region calls 'Owner', of which it is not known here what it does [SP104]
case.cu:37:5: warning: no graph: a launch of 'with_default' with default arguments can't be recorded [SP119]
case.cu:40:17: warning: no graph: 'return' leaves the region [SP108]
case.cu:50:11: warning: no graph: the host reads '*done', which the device may write [SP109]
case.cu:53:9: warning: no graph: the host reads '*done', which the device may write [SP109]
case.cu:55:3: warning: no graph: 'nothing but an error' leaves the region [SP108]
case.cu:62:5: warning: no graph: 'missing(x)' is not understood [SP118]
13 launches: 13 host, 0 guarded, 0 kept, 0 refused
