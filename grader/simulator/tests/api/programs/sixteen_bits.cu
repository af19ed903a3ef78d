// The bits of every function of half and of bfloat16: a line with the checksum of its results. Functions of
// one number get all 65,536, others corners and random ones. sixteen_bits.expected is what an NVIDIA H200
// printed (CUDA 13.0); the simulator must print the same. Arguments FOLDER NAME...: the results of these
// functions themselves go there, and show which input differs.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using Bits = unsigned long long;

constexpr int kInputs = 1 << 16, kThreads = 1024, kThreadsInBlock = 256;

// ---- Inputs -----------------------------------------------------------------------------------------------
/// A hash of two numbers (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014).
__device__ Bits random_bits(Bits i, Bits stream) {
  Bits z = (i + 1) * 0x9e3779b97f4a7c15ull + stream * 0xd1342543de82ef95ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

__device__ const unsigned short kCorners[] = {
    0x0000, 0x0001, 0x0002, 0x0003, 0x007f, 0x0080, 0x0081, 0x0200, 0x03ff, 0x0400, 0x0401, 0x07ff,
    0x1400, 0x3bff, 0x3c00, 0x3c01, 0x3e00, 0x3f7f, 0x3f80, 0x3f81, 0x4000, 0x4248, 0x4900, 0x5800,
    0x63d0, 0x6400, 0x7800, 0x7bff, 0x7c00, 0x7c01, 0x7e00, 0x7f7f, 0x7f80, 0x7f81, 0x7fc0, 0x7fff};
constexpr int kSignedCorners = 2 * sizeof kCorners / sizeof kCorners[0];
__device__ unsigned corner(int i) { return kCorners[i / 2] | (i % 2 != 0 ? 0x8000 : 0); }

/// Bits of the operand `which` of input i: all pairs of corners first, then random ones, of which some are
/// corners and some are near to the first operand.
__device__ unsigned operand_bits(int i, int which) {
  if (i < kSignedCorners * kSignedCorners && which < 2)
    return corner(which == 0 ? i % kSignedCorners : i / kSignedCorners);
  const Bits random = random_bits(i, which);
  if (random % 8 == 0) return corner(unsigned(random >> 40) % kSignedCorners);
  if (random % 8 == 1) return unsigned((random_bits(i, 0) >> 16) + (random >> 40) % 64 - 32) & 0xffff;
  return unsigned(random >> 16) & 0xffff;
}

/// A float near to a tie of either format, or any.
__device__ float any_float(int i) {
  const Bits random = random_bits(i, 7);
  unsigned bits = unsigned(random >> 32);
  const unsigned cut = random % 4 == 0 ? 13 : random % 4 == 1 ? 16 : 0;
  if (cut != 0) bits = (bits >> cut << cut) + (1u << (cut - 1)) + unsigned(random >> 8) % 3 - 1;
  if (random % 16 < 8) bits = (bits & 0x807fffff) | (100 + unsigned(random >> 20) % 46) << 23;
  return __uint_as_float(bits);
}
__device__ double any_double(int i) {
  const Bits random = random_bits(i, 8);
  Bits bits = random_bits(i, 9);
  const unsigned cut = random % 4 == 0 ? 42 : random % 4 == 1 ? 45 : 0;
  if (cut != 0) bits = (bits >> cut << cut) + (Bits(1) << (cut - 1)) + (random >> 8) % 3 - 1;
  const unsigned exponent =
      random % 2 == 0 ? 990 + unsigned(random >> 20) % 66 : 870 + unsigned(random >> 20) % 300;
  return __longlong_as_double((bits & 0x800fffffffffffffull) | Bits(exponent) << 52);
}
/// Of all sizes.
__device__ Bits any_integer(int i) {
  const Bits random = random_bits(i, 10);
  return i < 64 ? Bits(1) << i : i < 128 ? (Bits(1) << (i - 64)) - 1 : random_bits(i, 11) >> random % 64;
}

struct Inputs {
  unsigned short number[3];
  float real;
  double precise;
  Bits integer;
};
__global__ void make(Inputs* inputs) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int which = 0; which < 3; ++which) inputs[i].number[which] = operand_bits(i, which);
  inputs[i].real = any_float(i);
  inputs[i].precise = any_double(i);
  inputs[i].integer = any_integer(i);
}

template <class T>
__device__ T from_bits(unsigned short bits);
template <>
__device__ __half from_bits(unsigned short bits) {
  return __ushort_as_half(bits);
}
template <>
__device__ __nv_bfloat16 from_bits(unsigned short bits) {
  return __ushort_as_bfloat16(bits);
}

// ---- Results ----------------------------------------------------------------------------------------------
__device__ Bits bits_of(__half a) { return __half_as_ushort(a); }
__device__ Bits bits_of(__nv_bfloat16 a) { return __bfloat16_as_ushort(a); }
__device__ Bits bits_of(__half2 a) { return bits_of(a.x) | bits_of(a.y) << 16; }
__device__ Bits bits_of(__nv_bfloat162 a) { return bits_of(a.x) | bits_of(a.y) << 16; }
__device__ Bits bits_of(float a) { return __float_as_uint(a); }
__device__ Bits bits_of(float2 a) { return bits_of(a.x) | bits_of(a.y) << 32; }
#define BITS_OF(T) \
  __device__ Bits bits_of(T a) { return static_cast<Bits>(a); }
BITS_OF(bool)
BITS_OF(signed char)
BITS_OF(unsigned char)
BITS_OF(short)
BITS_OF(unsigned short)
BITS_OF(int)
BITS_OF(unsigned int)
BITS_OF(long long)
BITS_OF(unsigned long long)

// ---- The functions ----------------------------------------------------------------------------------------
// f(NAME, VALUE) for each. x: all numbers in turn; a, b, c: the operands; s, p, q, r: pairs of them; u, v:
// pairs that are often compared alike; real, precise, integer: numbers of other types
// clang-format off
#define CALL_1(f, name) f(name, name(x))
#define CALL_2(f, name) f(name, name(a, b))
#define CALL_3(f, name) f(name, name(a, b, c))
#define CALL_PAIR_1(f, name) f(name, name(s))
#define CALL_PAIR_2(f, name) f(name, name(p, q))
#define CALL_PAIR_3(f, name) f(name, name(p, q, r))
#define BOTH_1(f, name, pair_name) CALL_1(f, name) CALL_PAIR_1(f, pair_name)
#define BOTH_2(f, name, pair_name) CALL_2(f, name) CALL_PAIR_2(f, pair_name)
#define BOTH_3(f, name, pair_name) CALL_3(f, name) CALL_PAIR_3(f, pair_name)
#define CALL_LIKE_2(f, name) f(name, name(u, v))
#define COMPARISON(f, name) \
  CALL_2(f, __h##name) CALL_LIKE_2(f, __h##name##2) CALL_LIKE_2(f, __h##name##2_mask) CALL_LIKE_2(f, __hb##name##2)

#define FUNCTIONS(f)                                                                                       \
  BOTH_1(f, __habs, __habs2) BOTH_1(f, __hneg, __hneg2) BOTH_1(f, __hisnan, __hisnan2) CALL_1(f, __hisinf) \
  BOTH_1(f, hexp, h2exp) BOTH_1(f, hexp2, h2exp2) BOTH_1(f, hexp10, h2exp10) BOTH_1(f, hlog, h2log)        \
  BOTH_1(f, hlog2, h2log2) BOTH_1(f, hlog10, h2log10) BOTH_1(f, hsin, h2sin) BOTH_1(f, hcos, h2cos)        \
  BOTH_1(f, htanh, h2tanh) BOTH_1(f, hsqrt, h2sqrt) BOTH_1(f, hrsqrt, h2rsqrt) BOTH_1(f, hrcp, h2rcp)      \
  BOTH_1(f, hfloor, h2floor) BOTH_1(f, hceil, h2ceil) BOTH_1(f, htrunc, h2trunc) BOTH_1(f, hrint, h2rint)  \
  CALL_PAIR_1(f, __low2float) CALL_PAIR_1(f, __high2float) CALL_PAIR_1(f, __lowhigh2highlow)               \
  BOTH_2(f, __hadd, __hadd2) BOTH_2(f, __hsub, __hsub2) BOTH_2(f, __hmul, __hmul2)                         \
  BOTH_2(f, __hadd_rn, __hadd2_rn) BOTH_2(f, __hsub_rn, __hsub2_rn) BOTH_2(f, __hmul_rn, __hmul2_rn)       \
  BOTH_2(f, __hadd_sat, __hadd2_sat) BOTH_2(f, __hsub_sat, __hsub2_sat)                                    \
  BOTH_2(f, __hmul_sat, __hmul2_sat) BOTH_2(f, __hdiv, __h2div) BOTH_2(f, __hmin, __hmin2)                 \
  BOTH_2(f, __hmax, __hmax2) BOTH_2(f, __hmin_nan, __hmin2_nan) BOTH_2(f, __hmax_nan, __hmax2_nan)         \
  BOTH_3(f, __hfma, __hfma2) BOTH_3(f, __hfma_sat, __hfma2_sat) BOTH_3(f, __hfma_relu, __hfma2_relu)       \
  CALL_PAIR_3(f, __hcmadd) COMPARISON(f, eq) COMPARISON(f, ne) COMPARISON(f, lt) COMPARISON(f, le)         \
  COMPARISON(f, gt) COMPARISON(f, ge) COMPARISON(f, equ) COMPARISON(f, neu) COMPARISON(f, ltu)             \
  COMPARISON(f, leu) COMPARISON(f, gtu) COMPARISON(f, geu)                                                 \
  f(plus, a + b) f(minus, a - b) f(divides, a / b) f(negative, -x) f(next, ++x) f(less, a < b)             \
  f(equal, a == b) f(differs, a != b) f(times, p * q) f(both_equal, u == v) f(to_bool, bool(x))            \
  f(to_float, float(x)) f(to_char, static_cast<signed char>(x)) f(to_int, int(x))                          \
  f(to_long, static_cast<long long>(x)) f(of_float, T(real)) f(of_double, T(precise))                      \
  f(of_int, T(int(integer))) f(of_long, T(static_cast<long long>(integer)))

#define ROUNDED(f, NAME, name, I, mode) \
  f(__##name##2##NAME##mode, __##name##2##NAME##mode(I(integer))) CALL_1(f, __##NAME##2##name##mode)
#define WITH_INTEGER(f, NAME, name, I)                                      \
  ROUNDED(f, NAME, name, I, _rn) ROUNDED(f, NAME, name, I, _rz)             \
  ROUNDED(f, NAME, name, I, _rd) ROUNDED(f, NAME, name, I, _ru)
using ushort = unsigned short;
using uint = unsigned int;
using longlong = long long;
using ulonglong = unsigned long long;
/// Those that have the type in their names.
#define CONVERSIONS(f, NAME)                                                                           \
  WITH_INTEGER(f, NAME, short, short) WITH_INTEGER(f, NAME, ushort, ushort)                            \
  WITH_INTEGER(f, NAME, int, int) WITH_INTEGER(f, NAME, uint, uint)                                    \
  WITH_INTEGER(f, NAME, ll, longlong) WITH_INTEGER(f, NAME, ull, ulonglong)                            \
  f(__float2##NAME, __float2##NAME(real)) f(__float2##NAME##_rn, __float2##NAME##_rn(real))            \
  f(__float2##NAME##_rz, __float2##NAME##_rz(real)) f(__float2##NAME##_rd, __float2##NAME##_rd(real))  \
  f(__float2##NAME##_ru, __float2##NAME##_ru(real)) f(__double2##NAME, __double2##NAME(precise))       \
  f(__float2##NAME##2_rn, __float2##NAME##2_rn(real)) CALL_1(f, __##NAME##2float)                      \
  CALL_1(f, __##NAME##2char_rz) CALL_1(f, __##NAME##2uchar_rz) CALL_1(f, __##NAME##2##NAME##2)
// clang-format on

// ---- One kernel for each list, one case for each function
// -----------------------------------------------------
#define ENUMERATOR(name, value) number_of_##name,
#define NAME_OF(name, value) #name,
#define CASE(name, value) \
  case number_of_##name:  \
    return bits_of(value);

#define DEFINE(Kernel, list_of, Type)                                                                 \
  struct Kernel {                                                                                     \
    enum { list_of(ENUMERATOR) };                                                                     \
    static std::vector<std::string> names() { return {list_of(NAME_OF)}; }                            \
    static __device__ Bits at(int function, int i, const Inputs& inputs) {                            \
      using T = Type;                                                                                 \
      using P = Type##2;                                                                              \
      T x = from_bits<T>(static_cast<unsigned short>(i));                                             \
      const T a = from_bits<T>(inputs.number[0]), b = from_bits<T>(inputs.number[1]),                 \
              c = from_bits<T>(inputs.number[2]);                                                     \
      const P s(x, b), p(a, c), q(b, x), r(c, a), u(a, a), v(b, i % 2 == 0 ? b : c);                  \
      const float real = inputs.real;                                                                 \
      const double precise = inputs.precise;                                                          \
      const Bits integer = inputs.integer;                                                            \
      (void)s, (void)p, (void)q, (void)r, (void)u, (void)v, (void)real, (void)precise, (void)integer; \
      switch (function) { list_of(CASE) }                                                             \
      return 0;                                                                                       \
    }                                                                                                 \
  };
#define CONVERSIONS_OF_HALF(f) CONVERSIONS(f, half)
#define CONVERSIONS_OF_BFLOAT16(f) CONVERSIONS(f, bfloat16)
DEFINE(OfHalf, FUNCTIONS, __half)
DEFINE(OfBfloat16, FUNCTIONS, __nv_bfloat16)
DEFINE(ConversionsOfHalf, CONVERSIONS_OF_HALF, __half)
DEFINE(ConversionsOfBfloat16, CONVERSIONS_OF_BFLOAT16, __nv_bfloat16)

/// The results, or only their checksum for each thread.
template <class List>
__global__ void run(int function, const Inputs* inputs, Bits* checksums, Bits* results) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  Bits sum = 0;
  for (int i = thread; i < kInputs; i += kThreads) {
    const Bits result = List::at(function, i, inputs[i]);
    if (results != nullptr) results[i] = result;
    sum = (sum ^ result) * 0x100000001b3ull;
  }
  checksums[thread] = sum;
}

std::vector<std::string> asked;  // the folder for results, and whose
Inputs* inputs;
Bits *checksums, *results;

template <class List>
void show(const std::string& type) {
  const std::vector<std::string> names = List::names();
  for (int function = 0; function < int(names.size()); ++function) {
    const std::string name = type + names[function];
    const bool is_asked = std::find(asked.begin(), asked.end(), name) != asked.end();
    run<List><<<kThreads / kThreadsInBlock, kThreadsInBlock>>>(function, inputs, checksums,
                                                               is_asked ? results : nullptr);
    cudaDeviceSynchronize();
    Bits sum = 0;
    for (int i = 0; i < kThreads; ++i) sum = (sum ^ checksums[i]) * 0x100000001b3ull;
    printf("%s %016llx\n", name.c_str(), sum);
    if (!is_asked) continue;
    FILE* file = fopen((asked[0] + "/" + name).c_str(), "wb");
    fwrite(results, sizeof(Bits), kInputs, file);
    fclose(file);
  }
}

int main(int count, char** arguments) {
  asked.assign(arguments + 1, arguments + count);
  cudaMallocManaged(&inputs, kInputs * sizeof(Inputs));
  cudaMallocManaged(&results, kInputs * sizeof(Bits));
  cudaMallocManaged(&checksums, kThreads * sizeof(Bits));
  make<<<kInputs / kThreadsInBlock, kThreadsInBlock>>>(inputs);
  show<OfHalf>("half.");
  show<OfBfloat16>("bfloat16.");
  show<ConversionsOfHalf>("");
  show<ConversionsOfBfloat16>("");
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
