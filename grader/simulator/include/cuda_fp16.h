// Half precision: 5 bits of exponent and 10 of fraction, from 6e-8 to 65504. CUDA's names, but for the
// approximations htanh_approx and h2tanh_approx, in which cards differ.
#pragma once
#define __CUDA_FP16_H__

#include "cuda_runtime.h"
#include "wgsim/sixteen_bits.h"

#define WGSIM_FORMAT wgsim::HalfFormat
#define WGSIM_TYPE __half
#define WGSIM_NAME half
#include "wgsim/sixteen_bit_type.h"

using half = __half;
using half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;

#define CUDART_INF_FP16 __ushort_as_half(static_cast<unsigned short>(0x7c00U))
#define CUDART_NAN_FP16 __ushort_as_half(static_cast<unsigned short>(0x7fffU))
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(static_cast<unsigned short>(0x0001U))
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(static_cast<unsigned short>(0x7bffU))
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x8000U))
#define CUDART_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x0000U))
#define CUDART_ONE_FP16 __ushort_as_half(static_cast<unsigned short>(0x3c00U))
