// All that a student's file may use besides CUDA and the standard library: operators, shuffles of any type,
// checks of CUDA calls, how many blocks a launch takes, the size of the device.
#pragma once

#include <warpgrade/cuda_check.cuh>
#include <warpgrade/device.cuh>
#include <warpgrade/ops.cuh>
#include <warpgrade/warp.cuh>
