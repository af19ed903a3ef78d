// threadIdx, blockIdx, blockDim, gridDim, warpSize.
//
// For user code they are constants; for the library they are variables, which the scheduler writes whenever
// another thread starts or goes on (src/schedule/builtin_variables.hpp). That is sound: a thread sees its
// own values for all of its life, so values that the compiler keeps in registers stay right. And it is fast:
// g++ does not instrument reads of constants, and clang none of the section where counters of profiles lie.
// They are not macros, since `dim3 blockDim(16, 16);` is a common variable of host code.
#pragma once

#include "../vector_types.h"

#define WGSIM_BUILTIN_VARIABLE(name) asm("__wgsim_" #name) WGSIM_UNINSTRUMENTED_VARIABLE

#if !defined(__clang__) || defined(WGSIM_BUILDING_LIBRARY)
#define WGSIM_UNINSTRUMENTED_VARIABLE
#elif defined(__APPLE__)
#define WGSIM_UNINSTRUMENTED_VARIABLE __attribute__((section("__DATA,__llvm_prf_cnts")))
#else
#define WGSIM_UNINSTRUMENTED_VARIABLE __attribute__((section("__llvm_prf_cnts")))
#endif

#ifndef WGSIM_BUILDING_LIBRARY
extern const uint3 threadIdx WGSIM_BUILTIN_VARIABLE(threadIdx);
extern const uint3 blockIdx WGSIM_BUILTIN_VARIABLE(blockIdx);
// The type is not dim3, since g++ instruments reads of a constant whose type has a constructor. It converts
// to dim3.
extern const uint3 blockDim WGSIM_BUILTIN_VARIABLE(blockDim);
extern const uint3 gridDim WGSIM_BUILTIN_VARIABLE(gridDim);
inline constexpr int warpSize = 32;
#endif
