// Not simulated.
#error "warpgrade-sim can't simulate cuda_fp16.h (half precision): use float"
