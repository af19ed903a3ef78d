// The header of the driver API. Much code includes it together with the runtime API and needs only its
// types. The driver API itself (cuInit, cuLaunchKernel, …) can't be simulated.
#pragma once

#include "cuda_runtime_api.h"
#include "wgsim/config.h"

using CUdevice = int;
using CUstream = cudaStream_t;
using CUevent = cudaEvent_t;
using CUdeviceptr = unsigned long long;

#define WGSIM_NO_DRIVER_FUNCTION(name)                                    \
  int name(...) WGSIM_UNAVAILABLE(                                        \
      "warpgrade-sim can't simulate the driver API: use the runtime API " \
      "(cuda…)");
WGSIM_NO_DRIVER_FUNCTION(cuInit)
WGSIM_NO_DRIVER_FUNCTION(cuDeviceGet)
WGSIM_NO_DRIVER_FUNCTION(cuDeviceGetCount)
WGSIM_NO_DRIVER_FUNCTION(cuCtxCreate)
WGSIM_NO_DRIVER_FUNCTION(cuModuleLoad)
WGSIM_NO_DRIVER_FUNCTION(cuModuleLoadData)
WGSIM_NO_DRIVER_FUNCTION(cuModuleGetFunction)
WGSIM_NO_DRIVER_FUNCTION(cuMemAlloc)
WGSIM_NO_DRIVER_FUNCTION(cuMemFree)
WGSIM_NO_DRIVER_FUNCTION(cuMemcpyHtoD)
WGSIM_NO_DRIVER_FUNCTION(cuMemcpyDtoH)
WGSIM_NO_DRIVER_FUNCTION(cuLaunchKernel)
#undef WGSIM_NO_DRIVER_FUNCTION
