// flags: --graphs
// Code that a grid runs though no call stands there, or a call of another function than it seems.
int made;
struct Blocks {
  int n;
  Blocks(int n) : n(n) { ++made; }
  operator dim3() const { return dim3(n); }
};
int halve(int n) { return n / 2; }
#define HALVES(n) halve(n)

__global__ void step(float* x, int n) { x[threadIdx.x % n] += 1; }

void made_of_numbers(float* x, int n, Blocks blocks) {
  for (int i = 0; i < n; i++) step<<<Blocks{n}, 32>>>(x, n);
  for (int i = 0; i < n; i++) step<<<(Blocks)n, 32>>>(x, n);
  for (int i = 0; i < n; i++) step<<<blocks, 32>>>(x, n);
  for (int i = 0; i < n; i++) step<<<blocks.n, 32>>>(x, n);
}

void of_the_same_name(float* x, int n) {
  for (int i = 0; i < n; i++) step<<<HALVES(n), 32>>>(x, n);
  {
    auto halve = [&](int m) { return m / ++made; };
    for (int i = 0; i < n; i++) step<<<HALVES(n), 32>>>(x, n);
  }
}

void the_same_function(float* x, int n) {
  for (int i = 0; i < n; i++) step<<<HALVES(n), 32>>>(x, n);
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
// Code that a grid runs though no call stands there, or a call of another function than it seems.
int made;
struct Blocks {
  int n;
  Blocks(int n) : n(n) { ++made; }
  operator dim3() const { return dim3(n); }
};
int halve(int n) { return n / 2; }
#define HALVES(n) halve(n)

__global__ void step(float* x, int n) { x[threadIdx.x % n] += 1; }

void made_of_numbers(float* x, int n, Blocks blocks) {
  for (int i = 0; i < n; i++) step<<<Blocks{n}, 32>>>(x, n);
  for (int i = 0; i < n; i++) step<<<(Blocks)n, 32>>>(x, n);
  for (int i = 0; i < n; i++) step<<<blocks, 32>>>(x, n);
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_18("case.cu:18");
  spawn_region_18.begin_sequence(0);
#line 18 "case.cu"
  for (int i = 0; i < n; i++) spawn_region_18.kernel(step, blocks.n, 32, 0, x, n);
  spawn_region_18.end();
#else  // spawnc: as written
#line 18 "case.cu"
  for (int i = 0; i < n; i++) step<<<blocks.n, 32>>>(x, n);
#endif  // spawnc
#line 19 "case.cu"
}

void of_the_same_name(float* x, int n) {
  for (int i = 0; i < n; i++) step<<<HALVES(n), 32>>>(x, n);
  {
    auto halve = [&](int m) { return m / ++made; };
    for (int i = 0; i < n; i++) step<<<HALVES(n), 32>>>(x, n);
  }
}

void the_same_function(float* x, int n) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_30("case.cu:30");
  spawn_region_30.begin_sequence(0);
#line 30 "case.cu"
  for (int i = 0; i < n; i++) spawn_region_30.kernel(step, HALVES(n), 32, 0, x, n);
  spawn_region_30.end();
#else  // spawnc: as written
#line 30 "case.cu"
  for (int i = 0; i < n; i++) step<<<HALVES(n), 32>>>(x, n);
#endif  // spawnc
#line 31 "case.cu"
}
// ---- diagnostics
case.cu:15:38: warning: no graph: the region calls 'Blocks', of which it is not known here what it does [SP104]
case.cu:16:38: warning: no graph: 'Blocks' is not understood [SP118]
case.cu:17:38: warning: no graph: 'blocks' is not understood [SP118]
case.cu:18:3: note: sequence becomes a CUDA graph: 1 launch, copy or fill, in a loop [SP100]
case.cu:22:38: warning: no graph: the region calls 'halve', of which it is not known here what it does [SP104]
case.cu:25:40: warning: no graph: the region calls 'halve', of which it is not known here what it does [SP104]
case.cu:30:3: note: sequence becomes a CUDA graph: 1 launch, copy or fill, in a loop [SP100]
7 launches: 7 host, 0 guarded, 0 kept, 0 refused
