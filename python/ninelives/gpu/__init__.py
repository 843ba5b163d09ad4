"""The engine on a GPU: many games at once in device memory, shared with PyTorch without copies."""

from .batch import GpuBatch, gpu_library

__all__ = ["GpuBatch", "gpu_library"]
