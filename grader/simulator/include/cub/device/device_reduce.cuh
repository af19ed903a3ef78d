// Not simulated.
#error \
    "warpgrade-sim can't simulate cub/device/device_reduce.cuh (CUB): write the primitive yourself, which is the point of the exercises"
