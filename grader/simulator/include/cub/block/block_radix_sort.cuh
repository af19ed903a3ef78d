// Not simulated.
#error \
    "warpgrade-sim can't simulate cub/block/block_radix_sort.cuh (CUB): write the primitive yourself, which is the point of the exercises"
