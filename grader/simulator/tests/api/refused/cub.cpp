// expect: can't simulate cub/cub.cuh
#include <cub/cub.cuh>
