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
  cublasLt.h cufft.h cusolverDn.h)
wgsim_refuse("floats of 8 bits and fewer" "use half, __nv_bfloat16 or float" cuda_fp4.h cuda_fp6.h cuda_fp8.h)
wgsim_refuse("tensor cores" "multiply with plain loads and arithmetic" mma.h)
wgsim_refuse("compilation at run time" "compile the kernel with the program" nvrtc.h)
wgsim_same_as(driver_types.h builtin_types.h driver_functions.h)
wgsim_same_as(cuda_runtime_api.h cuda_profiler_api.h)
wgsim_same_as(cublas_v2.h cublas.h)
wgsim_same_as(cub/collectives.cuh
  cub/block/block_load.cuh cub/block/block_radix_sort.cuh cub/block/block_reduce.cuh cub/block/block_scan.cuh
  cub/block/block_store.cuh cub/util_type.cuh cub/warp/warp_reduce.cuh
  cub/warp/warp_scan.cuh)
wgsim_same_as(cub/device/algorithms.cuh
  cub/device/device_histogram.cuh cub/device/device_radix_sort.cuh cub/device/device_reduce.cuh
  cub/device/device_run_length_encode.cuh cub/device/device_scan.cuh cub/device/device_select.cuh)
wgsim_same_as(cuda/std/standard_library.h
  cuda/std/array cuda/std/bit cuda/std/cmath cuda/std/complex cuda/std/cstddef cuda/std/cstdint cuda/std/functional
  cuda/std/iterator cuda/std/limits cuda/std/numeric cuda/std/optional cuda/std/span cuda/std/tuple cuda/std/type_traits
  cuda/std/utility cuda/std/variant)
wgsim_same_as(curand_kernel.h curand_normal.h curand_philox4x32_x.h curand_uniform.h)
wgsim_same_as(cuda_runtime.h
  channel_descriptor.h surface_indirect_functions.h surface_types.h texture_indirect_functions.h texture_types.h
  device_atomic_functions.h device_functions.h device_launch_parameters.h sm_20_intrinsics.h sm_30_intrinsics.h
  sm_32_intrinsics.h sm_35_intrinsics.h sm_61_intrinsics.h)
wgsim_same_as(thrust/algorithms.h
  thrust/adjacent_difference.h thrust/binary_search.h thrust/copy.h thrust/count.h thrust/equal.h thrust/execution_policy.h
  thrust/extrema.h thrust/fill.h thrust/find.h thrust/for_each.h thrust/gather.h thrust/generate.h thrust/inner_product.h
  thrust/logical.h thrust/merge.h thrust/partition.h thrust/reduce.h thrust/remove.h thrust/replace.h thrust/reverse.h
  thrust/scan.h thrust/scatter.h thrust/sequence.h thrust/shuffle.h thrust/sort.h thrust/swap.h thrust/tabulate.h thrust/transform.h
  thrust/transform_reduce.h thrust/transform_scan.h thrust/unique.h thrust/system/cuda/execution_policy.h)
wgsim_same_as(thrust/device_vector.h
  thrust/device_allocator.h thrust/device_free.h thrust/device_malloc.h thrust/device_ptr.h thrust/host_vector.h
  thrust/iterator/constant_iterator.h thrust/iterator/counting_iterator.h thrust/iterator/discard_iterator.h
  thrust/iterator/permutation_iterator.h thrust/iterator/reverse_iterator.h thrust/iterator/transform_iterator.h
  thrust/iterator/zip_iterator.h thrust/memory.h thrust/pair.h thrust/tuple.h thrust/zip_function.h)
wgsim_same_as(thrust/functional.h thrust/detail/type_traits.h)
wgsim_same_as(thrust/random.h
  thrust/random/linear_congruential_engine.h thrust/random/normal_distribution.h
  thrust/random/uniform_int_distribution.h thrust/random/uniform_real_distribution.h)
