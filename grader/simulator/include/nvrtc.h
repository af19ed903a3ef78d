// Not simulated.
#error "warpgrade-sim can't simulate nvrtc.h (compilation at run time): compile the kernel with the program"
