// Not simulated.
#error \
    "warpgrade-sim can't simulate thrust/transform_reduce.h (Thrust): use cudaMalloc and cudaMemcpy, and write the algorithm as a kernel"
