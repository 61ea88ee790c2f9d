// flags:
template <class T>
__global__ void summe(T* d, T größe) {
  __shared__ T täfel[32];
  T ü = d[threadIdx.x];
  täfel[threadIdx.x] = ü;
  __syncthreads();
  d[threadIdx.x] = täfel[31 - threadIdx.x] + größe + ü;
}
__global__ void parent(int* d, int grün) {
#pragma spawn workload(grün)
  if (grün) summe<<<1, 32>>>(d, 3);
}
// ---- diagnostics
case.cu:12:14: warning: the block of child kernel 'summe' does not fit in one thread: the size of shared 'täfel' (T[32]) is not known [SP050]
  case.cu:4:3: note: here
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
