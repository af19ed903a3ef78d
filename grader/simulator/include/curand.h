// Not simulated.
#error \
    "warpgrade-sim can't simulate curand.h (cuRAND): make random numbers on the host, or with a generator of your own"
