// Not simulated.
#error \
    "warpgrade-sim can't simulate cusolverDn.h (a library of device code): write the computation as a kernel"
