// Not simulated.
#error \
    "warpgrade-sim can't simulate cub/cub.cuh (CUB): write the primitive yourself, which is the point of the exercises"
