// Launches that overlap (programmatic dependent launch, from Hopper on). Normally a kernel starts when the
// one before it in the stream has ended, and all is idle for a microsecond or two. Launched early, it starts
// as soon as all blocks of the one before have called cudaTriggerProgrammaticLaunchCompletion(); it must then
// call cudaGridDependencySynchronize() before it touches what that one writes. CUDA C++ Programming Guide,
// 'Programmatic Dependent Launch and Synchronization'.
#pragma once

#include <cstddef>

#include <warpgrade/student.cuh>

template <class... Parameters, class... Arguments>
void launch_early(void (*kernel)(Parameters...), unsigned blocks, unsigned threads, std::size_t shared_bytes,
                  cudaStream_t stream, Arguments... arguments) {
  cudaLaunchAttribute early;
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t launch{};
  launch.gridDim = blocks;
  launch.blockDim = threads;
  launch.dynamicSmemBytes = shared_bytes;
  launch.stream = stream;
  launch.attrs = &early;
  launch.numAttrs = 1;
  WARPGRADE_CHECK(cudaLaunchKernelEx(&launch, kernel, Parameters(arguments)...));
}
