# CUDA is optional: without nvcc everything but the cuda device builds.
find_program(WARPGRADE_NVCC nvcc HINTS /usr/local/cuda/bin)
if(WARPGRADE_NVCC)
  set(WARPGRADE_WITH_CUDA ON)
else()
  set(WARPGRADE_WITH_CUDA OFF)
endif()
