"""Host code that may become a CUDA graph: found, and decided about."""
