// Not simulated.
#error \
    "warpgrade-sim can't simulate cooperative_groups/memcpy_async.h (asynchronous copies): copy with plain loads and stores, then synchronize"
