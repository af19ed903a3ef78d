// expect: can't simulate the driver API
#include <cuda.h>

int f() { return cuInit(0); }
