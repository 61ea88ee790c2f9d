// flags: --carrier auto
// the texture cache may lack what the launching thread, or a child in the same drain, has just written
__global__ void leaf(cudaTextureObject_t from, int* out) { atomicAdd(out, tex1Dfetch<int>(from, threadIdx.x)); }
__global__ void parent(cudaTextureObject_t from, int* data, int* out) {
  data[threadIdx.x] = 1;
  leaf<<<1, 1, 0, cudaStreamFireAndForget>>>(from, out);
}
void run(cudaTextureObject_t from, int* data, int* out) { parent<<<1, 1>>>(from, data, out); }
// ---- diagnostics
case.cu:6:3: warning: child kernel 'leaf' reads through the texture cache (tex1Dfetch) [SP057]
  case.cu:3:75: note: here
  case.cu:3:17: note: 'leaf' is defined here
2 launches: 1 host, 0 guarded, 0 kept, 1 refused
