// expect: can't simulate thrust/device_vector.h
#include <thrust/device_vector.h>
