"""spawnc: makes CUDA kernel launches cost what they should."""

__version__ = "0.1.0"
