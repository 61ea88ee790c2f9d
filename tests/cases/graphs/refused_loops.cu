// flags: --graphs
#include <cstdio>
#include <utility>

__global__ void step(float* x, int* changed, int level, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > level) x[i] -= 1, *changed = 1;
}
__global__ void child(float* x) { x[threadIdx.x] += 1; }
__global__ void parent(float* x, int* changed) {
  *changed = 0;
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(x);
}
__global__ void elsewhere(float* x, int* changed);
__global__ void fill(double* x) { *x = 1; }
__global__ void __cluster_dims__(2, 1, 1) clustered(int* changed) { *changed = 0; }
int unknown(int);
int twice(int n) { return 2 * n; }

void prints(float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", again);
  }
}

void allocates(float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    float* more;
    cudaMalloc(&more, sizeof(float));
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(more);
  }
}

void calls(float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    step<<<unknown(n), 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  do {
    step<<<twice(n), 128>>>(x, changed, unknown(2), n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  } while (again);
}

void uses_a_library(float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaSetDevice(0);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void records_events(float* x, int* changed, int n, cudaEvent_t event) {
  int again = 1;
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaEventRecord(event);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void two_streams(float* x, int* changed, int n, cudaStream_t one, cudaStream_t other) {
  int again = 1;
  do {
    step<<<1, 128, 0, one>>>(x, changed, 0, n);
    step<<<1, 128, 0, other>>>(x, changed, 1, n);
    cudaMemcpyAsync(&again, changed, sizeof(int), cudaMemcpyDeviceToHost, other);
    cudaStreamSynchronize(other);
  } while (again);
  do {
    step<<<1, 128, 0, one>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  } while (again);
}

int leaves(float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    if (n > 1000) return 1;
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  for (;;) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    if (again == 2) break;
    if (again == 3) break;
  }
  return 0;
}

struct Task {
  float* x;
  int* changed;
  int n;
};

void reads_memory(Task* task, Task* const* tasks, int* limit) {
  int again = 1;
  while (again) {
    step<<<1, 128>>>(task->x, task->changed, *limit, task->n);
    cudaMemcpy(&again, task->changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<1, 128>>>(tasks[0]->x, tasks[0]->changed, 0, 1);
    cudaMemcpy(&again, task->changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void launches_launch(float* x, int* changed) {
  int again = 1;
  while (again) {
    parent<<<1, 128>>>(x, changed);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    elsewhere<<<1, 128>>>(x, changed);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void attributes(float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    clustered<<<2, 128>>>(changed);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void pointers(void (*kernel)(float*, int*, int, int), float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    kernel<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void changes(float* x, int* changed, int n) {
  int again = 1, level = 0, shrinking = n;
  while (again) {
    step<<<1, 128>>>(x, changed, level * 2, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    level++;
  }
  while (again) {
    step<<<(shrinking + 127) / 128, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    shrinking--;
  }
  while (again) {
    step<<<1, 128>>>(x, changed, 2 * again, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    if (level % 2)
      step<<<1, 128>>>(x, changed, 0, n);
    else
      step<<<1, 128>>>(x, changed, 1, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    level++;
  }
}

void copies(float* x, float* on_host, int* changed, int n) {
  int again = 1;
  while (again) {
    cudaMemcpy(x, on_host, n * sizeof(float), cudaMemcpyHostToDevice);
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemset(changed, 0, sizeof(int));
  }
}

void writes(float* x, int* changed, int n) {
  int again = 1, total = 0;
  int& alias = total;
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    total += again;
  }
  while (again) {
    step<<<1, 128>>>(x, changed, alias, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    total += 1;
  }
}

void conditions(float* x, float* d_error, int* changed, int n, float tolerance) {
  int again = 1;
  float error = 1;
  while (twice(again)) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (error * 0.5f + 1 > tolerance) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&error, d_error, sizeof(float), cudaMemcpyDeviceToHost);
  }
}

void sizes(float* x, int* changed, long* wide, int n) {
  int again = 1;
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, 1, cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, wide, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

template <class T>
void in_a_template(T* x, int* changed, int n) {
  int again = 1;
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void without_braces(float* x, int* changed, int n) {
  int again = 1;
  if (n)
    while (again) {
      step<<<1, 128>>>(x, changed, 0, n);
      cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    }
}

void not_understood(float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    switch (n) {
      default: step<<<1, 128>>>(x, changed, 1, n);
    }
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

#define TRACE(text)
struct Member {
  void in_a_member(float* x, int* changed, int n) {
    int again = 1;
    while (again) {
      step<<<1, 128>>>(x, changed, 0, n);
      cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    }
  }
};

void text_around(float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    TRACE("a trip");
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
#pragma GCC ivdep
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:12:3", "parent", "child"}});
#line 1 "case.cu"
// flags: --graphs
#include <cstdio>
#include <utility>

__global__ void step(float* x, int* changed, int level, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > level) x[i] -= 1, *changed = 1;
}
__global__ void child(float* x) { x[threadIdx.x] += 1; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 9 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, float* x) {
  SPAWN_BUILTINS(spawn_thread);
#line 9 "case.cu"
{ x[threadIdx.x] += 1; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 9 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, float* x) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), x);
}
// spawnc: the guarded branch.
#line 9 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, float* x) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, x);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, x);
  });
}
#line 10 "case.cu"
__global__ void __launch_bounds__(1024) parent(float* x, int* changed) {
  *changed = 0;
  child__spawn(spawn::launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), x);
}
__global__ void elsewhere(float* x, int* changed);
__global__ void fill(double* x) { *x = 1; }
__global__ void __cluster_dims__(2, 1, 1) clustered(int* changed) { *changed = 0; }
int unknown(int);
int twice(int n) { return 2 * n; }

void prints(float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", again);
  }
}

void allocates(float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    float* more;
    cudaMalloc(&more, sizeof(float));
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(more);
  }
}

void calls(float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    step<<<unknown(n), 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  do {
    step<<<twice(n), 128>>>(x, changed, unknown(2), n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  } while (again);
}

void uses_a_library(float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaSetDevice(0);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void records_events(float* x, int* changed, int n, cudaEvent_t event) {
  int again = 1;
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaEventRecord(event);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void two_streams(float* x, int* changed, int n, cudaStream_t one, cudaStream_t other) {
  int again = 1;
  do {
    step<<<1, 128, 0, one>>>(x, changed, 0, n);
    step<<<1, 128, 0, other>>>(x, changed, 1, n);
    cudaMemcpyAsync(&again, changed, sizeof(int), cudaMemcpyDeviceToHost, other);
    cudaStreamSynchronize(other);
  } while (again);
  do {
    step<<<1, 128, 0, one>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  } while (again);
}

int leaves(float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    if (n > 1000) return 1;
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  for (;;) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    if (again == 2) break;
    if (again == 3) break;
  }
  return 0;
}

struct Task {
  float* x;
  int* changed;
  int n;
};

void reads_memory(Task* task, Task* const* tasks, int* limit) {
  int again = 1;
  while (again) {
    step<<<1, 128>>>(task->x, task->changed, *limit, task->n);
    cudaMemcpy(&again, task->changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<1, 128>>>(tasks[0]->x, tasks[0]->changed, 0, 1);
    cudaMemcpy(&again, task->changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void launches_launch(float* x, int* changed) {
  int again = 1;
  while (again) {
    parent<<<spawn::prepare(1), 128>>>(x, changed);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    elsewhere<<<1, 128>>>(x, changed);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void attributes(float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    clustered<<<2, 128>>>(changed);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void pointers(void (*kernel)(float*, int*, int, int), float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    kernel<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void changes(float* x, int* changed, int n) {
  int again = 1, level = 0, shrinking = n;
  while (again) {
    step<<<1, 128>>>(x, changed, level * 2, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    level++;
  }
  while (again) {
    step<<<(shrinking + 127) / 128, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    shrinking--;
  }
  while (again) {
    step<<<1, 128>>>(x, changed, 2 * again, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    if (level % 2)
      step<<<1, 128>>>(x, changed, 0, n);
    else
      step<<<1, 128>>>(x, changed, 1, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    level++;
  }
}

void copies(float* x, float* on_host, int* changed, int n) {
  int again = 1;
  while (again) {
    cudaMemcpy(x, on_host, n * sizeof(float), cudaMemcpyHostToDevice);
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemset(changed, 0, sizeof(int));
  }
}

void writes(float* x, int* changed, int n) {
  int again = 1, total = 0;
  int& alias = total;
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    total += again;
  }
  while (again) {
    step<<<1, 128>>>(x, changed, alias, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    total += 1;
  }
}

void conditions(float* x, float* d_error, int* changed, int n, float tolerance) {
  int again = 1;
  float error = 1;
  while (twice(again)) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (error * 0.5f + 1 > tolerance) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&error, d_error, sizeof(float), cudaMemcpyDeviceToHost);
  }
}

void sizes(float* x, int* changed, long* wide, int n) {
  int again = 1;
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, 1, cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, wide, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

template <class T>
void in_a_template(T* x, int* changed, int n) {
  int again = 1;
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void without_braces(float* x, int* changed, int n) {
  int again = 1;
  if (n)
    while (again) {
      step<<<1, 128>>>(x, changed, 0, n);
      cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    }
}

void not_understood(float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    switch (n) {
      default: step<<<1, 128>>>(x, changed, 1, n);
    }
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

#define TRACE(text)
struct Member {
  void in_a_member(float* x, int* changed, int n) {
    int again = 1;
    while (again) {
      step<<<1, 128>>>(x, changed, 0, n);
      cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    }
  }
};

void text_around(float* x, int* changed, int n) {
  int again = 1;
  while (again) {
    TRACE("a trip");
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
#pragma GCC ivdep
  while (again) {
    step<<<1, 128>>>(x, changed, 0, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
// ---- diagnostics
case.cu:12:3: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:25:5: warning: no graph: 'printf' reads or writes something in the region [SP102]
case.cu:33:5: warning: no graph: 'cudaMalloc' allocates or frees memory in the region [SP103]
case.cu:43:12: warning: no graph: the region calls 'unknown', of which it is not known here what it does [SP104]
case.cu:47:41: warning: no graph: the region calls 'unknown', of which it is not known here what it does [SP104]
case.cu:56:5: warning: no graph: the region calls 'cudaSetDevice' of a library or of CUDA's runtime [SP105]
case.cu:65:5: warning: no graph: 'cudaEventRecord' works with an event in the region [SP106]
case.cu:74:5: warning: no graph: the region uses more than one stream ('one' and 'other') [SP107]
case.cu:80:5: warning: no graph: the region uses more than one stream ('one' and 'NULL') [SP107]
case.cu:87:19: warning: no graph: 'return' leaves the region [SP108]
case.cu:95:5: warning: no graph: 'break' leaves the region [SP108]
case.cu:109:46: warning: no graph: the host reads '*limit', which the device may write [SP109]
case.cu:113:22: warning: no graph: the host reads 'tasks[0]->x', which the device may write [SP109]
case.cu:121:5: warning: no graph: 'parent' launches kernels itself [SP110]
case.cu:125:5: warning: no graph: the body of 'elsewhere' is not in this source [SP117]
case.cu:133:5: warning: no graph: launch attributes or launches by a call ('__cluster_dims__') [SP111]
case.cu:141:5: warning: no graph: it is not known which kernel is launched here [SP112]
case.cu:149:34: warning: no graph: 'level * 2' changes from trip to trip [SP113]
case.cu:154:12: warning: no graph: '(shrinking + 127) / 128' changes from trip to trip [SP113]
case.cu:159:34: warning: no graph: '2 * again' changes from trip to trip [SP113]
case.cu:163:9: warning: no graph: 'level % 2' changes from trip to trip [SP113]
case.cu:175:5: warning: no graph: the region copies between host and device, or waits, here [SP114]
case.cu:182:5: warning: no graph: the region copies between host and device, or waits, here [SP114]
case.cu:188:3: warning: no graph: 'alias' is changed in the region in a way that can't be followed [SP115]
case.cu:204:10: warning: no graph: the device can't evaluate 'twice(again)': it calls 'twice' [SP116]
case.cu:208:10: warning: no graph: the device can't evaluate 'error * 0.5f + 1 > tolerance': the device may round it in another way [SP116]
case.cu:218:16: warning: no graph: '&again' is not known to be one number on both sides [SP120]
case.cu:222:24: warning: no graph: 'wide' is not known to be one number on both sides [SP120]
case.cu:230:5: warning: no graph: it is not known which kernel is launched here [SP112]
case.cu:238:5: warning: no graph: a loop without braces around it can't be recorded [SP119]
case.cu:248:5: warning: no graph: 'switch (n) { default: step<<<1, 128>>>(x, changed, 1, n); }' is not understood [SP118]
case.cu:259:5: warning: no graph: a loop in a function that is defined in its class can't be recorded [SP119]
case.cu:269:5: warning: no graph: 'TRACE' is not understood [SP118]
case.cu:274:3: warning: no graph: code after a pragma can't be recorded [SP119]
38 launches: 37 host, 1 guarded, 0 kept, 0 refused
