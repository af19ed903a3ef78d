// Not simulated.
#error \
    "warpgrade-sim can't simulate cub/warp/warp_scan.cuh (CUB): write the primitive yourself, which is the point of the exercises"
