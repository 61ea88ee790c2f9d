// says: error: launch of child at launches_in_a_body.cu:8 by a kernel in a conditional body
// says: in kernel parent
#include <cuda_runtime.h>

__global__ void child() {}

// What a kernel calls can't be told from its text, so it is found when it runs.
__device__ void launch_child() { child<<<1, 1>>>(); }
__global__ void parent() { launch_child(); }

int main() {
  cudaGraph_t graph;
  cudaGraphConditionalHandle handle;
  cudaGraphNode_t node;
  cudaGraphExec_t made;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphNodeParams branch = {};
  branch.type = cudaGraphNodeTypeConditional;
  branch.conditional.handle = handle;
  branch.conditional.type = cudaGraphCondTypeIf;
  branch.conditional.size = 1;
  cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &branch);
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)parent;
  kernel.gridDim = kernel.blockDim = dim3(1);
  cudaGraphAddKernelNode(&node, branch.conditional.phGraph_out[0], nullptr, 0, &kernel);
  cudaGraphInstantiate(&made, graph, 0);
  cudaGraphLaunch(made, 0);
  cudaDeviceSynchronize();
}
