// Not simulated.
#error "warpgrade-sim can't simulate mma.h (tensor cores): multiply with plain loads and arithmetic"
