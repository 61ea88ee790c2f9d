// run: 1 8, 2 3
#define CLAMP(a, b) ((a) < (b) ? (a) : (b))
__global__ void child(int *out, const int *in, int n)
{
	/* before */ __shared__ int s[8]; // the block's
	using Value = int;
	const Value *row = in + blockIdx.x; int me = row[threadIdx.x]; // one line
#ifdef NOT_DEFINED
	me += 100;
#else
	me += 1;
#endif
	s[threadIdx.x] = CLAMP(me, n);;
	__syncthreads ( ) ; // a barrier
	// a comment with __syncthreads();
	{
		signed char other = s[blockDim.x - 1 - threadIdx.x];
		__syncthreads();
		s[threadIdx.x] = other;
	}
	if (n > 2)
		__syncthreads();
	else if (n > 1)
		out[0] = 1;
	do __syncthreads(); while (false);
	out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x] + me;
}
