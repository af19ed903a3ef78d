// Not simulated.
#error "warpgrade-sim can't simulate cuda_bf16.h (bfloat16): use float"
