// threadIdx, blockIdx, blockDim, gridDim, warpSize.
//
// They are constants to user code and ordinary variables to the library: the scheduler writes them whenever
// another thread starts or goes on (src/schedule/builtin_variables.hpp). That is sound: a thread sees its own
// values for all of its life, so those that the compiler keeps in registers stay right. And it is fast:
// compilers do not instrument reads of constants. (clang decides by the symbol's name, hence the odd one.)
// They are no macros, since `dim3 blockDim(16, 16);` is a common variable of host code.
#pragma once

#include "../vector_types.h"

#define WGSIM_BUILTIN_VARIABLE(name) asm("__llvm_gcov_wgsim_" #name)

#ifndef WGSIM_BUILDING_LIBRARY
extern const uint3 threadIdx WGSIM_BUILTIN_VARIABLE(threadIdx);
extern const uint3 blockIdx WGSIM_BUILTIN_VARIABLE(blockIdx);
// Not dim3: g++ instruments reads of a constant whose type has a constructor. It converts to dim3 anyway.
extern const uint3 blockDim WGSIM_BUILTIN_VARIABLE(blockDim);
extern const uint3 gridDim WGSIM_BUILTIN_VARIABLE(gridDim);
inline constexpr int warpSize = 32;
#endif
