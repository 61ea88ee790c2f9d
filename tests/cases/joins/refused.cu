// flags:
// nvcc: cudaDeviceSynchronize
#define SYNC() cudaDeviceSynchronize()
__global__ void leaf(int* d) { d[threadIdx.x] += 1; }
__global__ void votes(int* d) { d[0] = __any_sync(~0u, d[threadIdx.x]); }

// one of the children needs real threads
__global__ void waits_for_votes(int* d) {
  leaf<<<1, 32>>>(d);
  votes<<<1, 32>>>(d);
  cudaDeviceSynchronize();
  d[1] = d[0];
}

__global__ void waits_in_a_macro(int* d) {
  leaf<<<1, 32>>>(d);
  SYNC();
  d[1] = d[0];
}

__global__ void launches_itself(int* d, int depth) {
  if (depth > 0) launches_itself<<<1, 1>>>(d, depth - 1);
  cudaDeviceSynchronize();
  d[depth] = d[depth - 1];
}

__global__ void copies(int* d) {
  leaf<<<1, 32>>>(d);
  cudaMemcpyAsync(d + 32, d, 128, cudaMemcpyDeviceToDevice, 0);
  cudaDeviceSynchronize();
  d[1] = d[32];
}

__global__ void keeps(int* d) {
  #pragma spawn keep
  leaf<<<1, 32>>>(d);
  cudaDeviceSynchronize();
  d[1] = d[0];
}

__host__ __device__ void fence() { cudaDeviceSynchronize(); }

__global__ void waits_on_both_sides(int* d) {
  leaf<<<1, 32>>>(d);
  fence();
  d[1] = d[0];
}

__global__ void nothing_to_wait_for(int* d) {
  SYNC();
  d[1] = d[0];
}

__global__ void launches_one_that_waits(int* d) { waits_for_votes<<<1, 1>>>(d); }

// another translation unit may call it
__device__ void wait_for_all() { cudaDeviceSynchronize(); }

__global__ void waits_elsewhere(int* d) {
  leaf<<<1, 32>>>(d);
  wait_for_all();
  d[1] = d[0];
}
// ---- diagnostics
case.cu:9:3: warning: 'waits_for_votes' waits for its children with cudaDeviceSynchronize(), and one of its launches can't be run in its place [SP044]
  case.cu:11:3: note: here
  case.cu:10:3: note: this launch stays as written
case.cu:10:3: warning: 'waits_for_votes' waits for its children with cudaDeviceSynchronize(), and child kernel 'votes' uses the warp operation __any_sync, which one thread cannot run in its place [SP030] [SP044]
  case.cu:11:3: note: here
case.cu:16:3: warning: 'waits_in_a_macro' waits for its children with cudaDeviceSynchronize(), and a macro writes the call [SP044]
  case.cu:17:3: note: here
case.cu:22:18: warning: 'launches_itself' waits for its children with cudaDeviceSynchronize(), and 'launches_itself' can launch itself again: nobody knows how deep [SP044]
  case.cu:23:3: note: here
  case.cu:21:17: note: 'launches_itself' is declared here
case.cu:28:3: warning: 'copies' waits for its children with cudaDeviceSynchronize(), and 'copies' uses cudaMemcpyAsync() [SP044]
  case.cu:30:3: note: here
  case.cu:29:3: note: here
case.cu:36:3: note: launch of 'leaf' kept as written: `#pragma spawn keep` [SP002]
case.cu:37:3: warning: 'keeps' waits for its children with cudaDeviceSynchronize(), and one of its launches can't be run in its place [SP044]
  case.cu:36:3: note: this launch stays as written
case.cu:44:3: warning: 'waits_on_both_sides' waits for its children with cudaDeviceSynchronize(), and 'fence' is a function of the host, too: put the call under `#ifndef __CUDA_ARCH__` [SP044]
  case.cu:41:36: note: here
case.cu:50:3: warning: 'nothing_to_wait_for' waits for its children with cudaDeviceSynchronize(), and a macro writes the call [SP044]
  case.cu:50:3: note: here
case.cu:54:51: warning: child kernel 'waits_for_votes' holds a launch that stays as written [SP051]
  case.cu:10:3: note: here
case.cu:60:3: warning: 'waits_elsewhere' waits for its children with cudaDeviceSynchronize(), and 'wait_for_all' may have callers that are not known [SP044]
  case.cu:57:34: note: here
  case.cu:57:17: note: 'wait_for_all' may be called by other translation units: declare it static
9 launches: 0 host, 0 guarded, 1 kept, 8 refused
