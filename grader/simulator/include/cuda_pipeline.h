// Not simulated.
#error \
    "warpgrade-sim can't simulate cuda_pipeline.h (asynchronous copies): copy with plain loads and stores, then synchronize"
