"""The CPU backend: runs CUDA programs, as written or rewritten, without a GPU."""
