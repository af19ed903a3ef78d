// bfloat16: the exponent of a float, and 7 bits of fraction. CUDA's names, but for the approximations
// htanh_approx and h2tanh_approx, in which cards differ.
#pragma once
#define __CUDA_BF16_H__

#include "cuda_runtime.h"
#include "wgsim/sixteen_bits.h"

#define WGSIM_FORMAT wgsim::Bfloat16Format
#define WGSIM_TYPE __nv_bfloat16
#define WGSIM_NAME bfloat16
#include "wgsim/sixteen_bit_type.h"

using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f80U))
#define CUDART_NAN_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7fffU))
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0001U))
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f7fU))
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x8000U))
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0000U))
#define CUDART_ONE_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x3f80U))
