// Not simulated.
#error \
    "warpgrade-sim can't simulate cublas_v2.h (a library of device code): write the computation as a kernel"
