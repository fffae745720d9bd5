# Only other kernels use this module; it has no names for Python.
