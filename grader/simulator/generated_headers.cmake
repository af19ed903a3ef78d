# Headers of CUDA that need no file in include/: their content is one line, which stands in this table. CMake writes them
# into the build folder.
set(WGSIM_GENERATED_HEADERS ${CMAKE_CURRENT_BINARY_DIR}/include)

# Including one of these headers is an error, which says why and what to do instead.
function(wgsim_refuse what instead)
  foreach(header IN LISTS ARGN)
    file(CONFIGURE OUTPUT ${WGSIM_GENERATED_HEADERS}/${header} @ONLY
      CONTENT "#error \"warpgrade-sim can't simulate ${header} (${what}): ${instead}\"\n")
  endforeach()
endfunction()

# These headers are other names of an existing one.
function(wgsim_same_as existing)
  foreach(header IN LISTS ARGN)
    file(CONFIGURE OUTPUT ${WGSIM_GENERATED_HEADERS}/${header} @ONLY CONTENT "#include \"${existing}\"\n")
  endforeach()
endfunction()

wgsim_refuse("a library of device code" "write the computation as a kernel"
  cublas.h cublas_v2.h cufft.h cusolverDn.h cusparse.h)
wgsim_refuse("cuRAND" "make random numbers on the host, or with a generator of your own"
  curand.h curand_kernel.h)
wgsim_refuse("floats of 8 bits and fewer" "use half, __nv_bfloat16 or float" cuda_fp4.h cuda_fp6.h cuda_fp8.h)
wgsim_refuse("tensor cores" "multiply with plain loads and arithmetic" mma.h)
wgsim_refuse("compilation at run time" "compile the kernel with the program" nvrtc.h)
wgsim_refuse("CUB's algorithms of the whole device; those of a block and of a warp are there" "write the primitive yourself"
  cub/device/device_histogram.cuh cub/device/device_radix_sort.cuh cub/device/device_reduce.cuh
  cub/device/device_run_length_encode.cuh cub/device/device_scan.cuh cub/device/device_select.cuh)
wgsim_refuse("libcu++" "use __syncthreads() or cooperative groups" cuda/barrier)
wgsim_refuse("libcu++" "copy with plain loads and stores" cuda/pipeline)
wgsim_refuse("libcu++" "use <limits>" cuda/std/limits)
wgsim_refuse("libcu++" "use <type_traits>" cuda/std/type_traits)
wgsim_refuse("Thrust" "use cudaMalloc and cudaMemcpy, and write the algorithm as a kernel"
  thrust/copy.h thrust/count.h thrust/device_ptr.h thrust/device_vector.h thrust/execution_policy.h thrust/extrema.h
  thrust/fill.h thrust/for_each.h thrust/functional.h thrust/host_vector.h thrust/reduce.h thrust/scan.h
  thrust/sequence.h thrust/sort.h thrust/transform.h thrust/transform_reduce.h)

wgsim_same_as(driver_types.h builtin_types.h driver_functions.h)
wgsim_same_as(cuda_runtime_api.h cuda_profiler_api.h)
wgsim_same_as(cub/cub.cuh
  cub/block/block_load.cuh cub/block/block_radix_sort.cuh cub/block/block_reduce.cuh cub/block/block_scan.cuh
  cub/block/block_store.cuh cub/warp/warp_reduce.cuh cub/warp/warp_scan.cuh)
wgsim_same_as(cuda_runtime.h
  device_atomic_functions.h device_functions.h device_launch_parameters.h sm_20_intrinsics.h sm_30_intrinsics.h
  sm_32_intrinsics.h sm_35_intrinsics.h sm_61_intrinsics.h)
