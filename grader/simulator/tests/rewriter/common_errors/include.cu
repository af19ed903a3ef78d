// error: there is no file 'reduce_kernels.h': check its name in the #include
#include "reduce_kernels.h"
