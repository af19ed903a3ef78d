// Arrays are seen as words of 16 bytes (uint4), one a thread and step; grids stride over them.
#include <algorithm>
#include <stdexcept>
#include <string>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "referee/kernels.hpp"

namespace warpgrade::referee {
namespace {

constexpr int kThreads = 256;
constexpr std::size_t kSegmentWords = 8;  // 128 bytes

__host__ __device__ std::size_t words_of(std::size_t bytes) { return (bytes + 15) / 16; }

unsigned blocks_for(std::size_t words) {
  return unsigned(std::clamp<std::size_t>((words + kThreads - 1) / kThreads, 1, 1u << 20));
}

void require_launch() { require(cudaGetLastError(), "launch a kernel of the referee"); }

__device__ std::size_t first_word() { return std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ std::size_t stride() { return std::size_t(gridDim.x) * blockDim.x; }

__global__ void fill_kernel(uint4* array, std::size_t words, const uint4* pool, std::size_t pool_words,
                            std::uint64_t seed) {
  for (std::size_t i = first_word(); i < words; i += stride()) {
    std::size_t from = pick(seed, i / kSegmentWords, pool_words) + i % kSegmentWords;
    while (from >= pool_words) from -= pool_words;
    array[i] = pool[from];
  }
}

__global__ void fill_strips_kernel(std::uint32_t* array, std::size_t elements, const std::uint32_t* pool,
                                   Strips strips, std::uint64_t seed) {
  for (std::size_t i = first_word(); i < elements; i += stride()) {
    const PoolElement from = pool_element(i, strips, seed);
    array[i] = pool[from.index] + from.plus;
  }
}

__global__ void poison_kernel(uint4* array, std::size_t words, std::uint64_t seed) {
  for (std::size_t i = first_word(); i < words; i += stride()) {
    const std::uint64_t noise = mix(seed ^ i);
    const unsigned low = unsigned(noise), high = unsigned(noise >> 32);
    array[i] = make_uint4(low, high, ~low, low ^ high);
  }
}

__global__ void read_kernel(const uint4* array, std::size_t words, unsigned* sink) {
  unsigned sum = 0;
  for (std::size_t i = first_word(); i < words; i += stride()) {
    const uint4 word = array[i];
    sum |= word.x ^ word.y ^ word.z ^ word.w;
  }
  if (sum == 0x9E3779B9u) *sink = sum;  // hardly ever, but the compiler must keep the loads
}

/// A key for word i, different for each seed (a 32-bit finalizer with low bias).
__device__ unsigned key(unsigned x) {
  x = (x ^ (x >> 16)) * 0x21F0AAADu;
  x = (x ^ (x >> 15)) * 0x735A2D97u;
  return x ^ (x >> 15);
}

/// The part of an array that counts: so many words, of the last one only `tail` bytes.
struct Part {
  std::size_t words, tail;
};
__device__ Part part_of(const Extent& extent) {
  std::size_t bytes = extent.bytes;
  if (extent.length) bytes = min(bytes, *extent.length * extent.element_bytes);
  const std::size_t words = words_of(bytes);
  return {words, bytes + 16 - 16 * words};
}

/// The last word keeps only its first `tail` bytes: behind them lies nothing of the array's.
__device__ uint4 cut(uint4 word, std::size_t tail) {
  unsigned parts[4] = {word.x, word.y, word.z, word.w};
  for (std::size_t k = 0; k < 4; ++k) {
    if (4 * k >= tail)
      parts[k] = 0;
    else if (tail - 4 * k < 4)
      parts[k] &= (1u << 8 * (tail - 4 * k)) - 1;
  }
  return make_uint4(parts[0], parts[1], parts[2], parts[3]);
}

__device__ uint4 load(const uint4* array, std::size_t i, Part part) {
  return i + 1 < part.words ? array[i] : cut(array[i], part.tail);
}

__global__ void sum_kernel(const uint4* array, Extent extent, std::uint64_t seed, unsigned long long* total) {
  const Part part = part_of(extent);
  unsigned long long sum = 0;
  for (std::size_t i = first_word(); i < part.words; i += stride()) {
    const uint4 word = load(array, i, part);
    const unsigned at = unsigned(seed) ^ 4 * unsigned(i);
    sum += (unsigned long long)(word.x + key(at)) * (word.y + key(at + 1));
    sum += (unsigned long long)(word.z + key(at + 2)) * (word.w + key(at + 3));
  }
  for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(~0u, sum, delta);
  if (threadIdx.x % 32 == 0) atomicAdd(total, sum);
}

__global__ void compare_kernel(const uint4* a, const uint4* b, Extent extent, Comparison* result) {
  const Part part = part_of(extent);
  for (std::size_t i = first_word(); i < part.words; i += stride()) {
    const uint4 x = load(a, i, part), y = load(b, i, part);
    if (x.x == y.x && x.y == y.y && x.z == y.z && x.w == y.w) continue;
    atomicAdd(&result->count, 1ull);
    atomicMin(&result->first, (unsigned long long)i);
  }
}

/// Largest finite absolute value. As integers, floats that are not negative have the same order.
template <class T>
__global__ void largest_kernel(const uint4* a, Extent extent, Comparison* result) {
  const Part part = part_of(extent);
  float largest = 0;
  for (std::size_t i = first_word(); i < part.words; i += stride()) {
    const uint4 word = load(a, i, part);
    for (std::size_t k = 0; k < sizeof word / sizeof(T); ++k)
      if (const float x = fabsf(float(reinterpret_cast<const T*>(&word)[k])); isfinite(x))
        largest = fmaxf(largest, x);
  }
  atomicMax(reinterpret_cast<int*>(&result->largest), __float_as_int(largest));
}

template <class T>
__device__ bool is_close(T right, T got, double allowed) {
  const double a(right), b(got);
  return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= allowed;
}

template <class T>
__global__ void compare_rounded_kernel(const uint4* a, const uint4* b, Extent extent, double share,
                                       Comparison* result) {
  const Part part = part_of(extent);
  const double allowed = share * result->largest;
  for (std::size_t i = first_word(); i < part.words; i += stride()) {
    const uint4 x = load(a, i, part), y = load(b, i, part);
    bool close = true;
    for (std::size_t k = 0; k < sizeof x / sizeof(T); ++k)
      close &= is_close(reinterpret_cast<const T*>(&x)[k], reinterpret_cast<const T*>(&y)[k], allowed);
    if (close) continue;
    atomicAdd(&result->count, 1ull);
    atomicMin(&result->first, (unsigned long long)i);
  }
}

/// One word a thread: as measured on an H200, more of them in flight a thread are slower (4,250 against 4,060
/// GB/s with four), and so are CUDA's own copy and streaming hints.
__global__ void copy_kernel(const uint4* from, uint4* to, std::size_t words) {
  const std::size_t i = first_word();
  if (i < words) to[i] = from[i];
}

struct Ticks {
  long long cycles, nanoseconds;
};
__device__ long long nanoseconds() {
  long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}
__global__ void clock_kernel(Ticks* ticks) {
  const long long begin = nanoseconds(), cycles = clock64();
  long long now;
  do now = nanoseconds();
  while (now - begin < 50'000);
  *ticks = {clock64() - cycles, now - begin};
}

void clear(Comparison* result) {
  const Comparison none{0, ~0ull, 0};
  require(cudaMemcpy(result, &none, sizeof none, cudaMemcpyHostToDevice), "clear a comparison");
}

template <class T>
void compare_as(const void* a, const void* b, Extent extent, double share, Comparison* result) {
  const unsigned blocks = blocks_for(words_of(extent.bytes));
  const auto *right = static_cast<const uint4*>(a), *got = static_cast<const uint4*>(b);
  largest_kernel<T><<<std::min(blocks, 4096u), kThreads>>>(right, extent, result);
  require_launch();
  compare_rounded_kernel<T><<<blocks, kThreads>>>(right, got, extent, share, result);
  require_launch();
}

}  // namespace

void require(cudaError_t error, const char* what) {
  if (error != cudaSuccess)
    throw std::runtime_error(std::string("CUDA can't ") + what + ": " + cudaGetErrorString(error));
}

void fill_from_pool(void* array, std::size_t bytes, const void* pool, std::size_t pool_bytes,
                    std::uint64_t seed) {
  const std::size_t words = words_of(bytes);
  fill_kernel<<<blocks_for(words), kThreads>>>(static_cast<uint4*>(array), words,
                                               static_cast<const uint4*>(pool), pool_bytes / 16, seed);
  require_launch();
}

void fill_from_strips(void* array, std::size_t bytes, const void* pool, const Strips& strips,
                      std::uint64_t seed) {
  const std::size_t elements = bytes / sizeof(std::uint32_t);
  fill_strips_kernel<<<blocks_for(elements), kThreads>>>(
      static_cast<std::uint32_t*>(array), elements, static_cast<const std::uint32_t*>(pool), strips, seed);
  require_launch();
}

void poison(void* array, std::size_t bytes, std::uint64_t seed) {
  const std::size_t words = words_of(bytes);
  poison_kernel<<<blocks_for(words), kThreads>>>(static_cast<uint4*>(array), words, seed);
  require_launch();
}

void read_through(const void* array, std::size_t bytes, void* sink) {
  const std::size_t words = words_of(bytes);
  read_kernel<<<blocks_for(words), kThreads>>>(static_cast<const uint4*>(array), words,
                                               static_cast<unsigned*>(sink));
  require_launch();
}

void add_up(const void* array, Extent extent, std::uint64_t seed, std::uint64_t* sum) {
  static_assert(sizeof(*sum) == sizeof(unsigned long long));
  require(cudaMemsetAsync(sum, 0, sizeof *sum), "clear a sum");
  const unsigned blocks = std::min(blocks_for(words_of(extent.bytes)), 4096u);  // few atomics
  sum_kernel<<<blocks, kThreads>>>(static_cast<const uint4*>(array), extent, seed,
                                   reinterpret_cast<unsigned long long*>(sum));
  require_launch();
}

void compare(const void* a, const void* b, Extent extent, Comparison* result) {
  clear(result);
  compare_kernel<<<blocks_for(words_of(extent.bytes)), kThreads>>>(
      static_cast<const uint4*>(a), static_cast<const uint4*>(b), extent, result);
  require_launch();
}

void compare_rounded(const void* a, const void* b, Extent extent, const std::string& scalar, double share,
                     Comparison* result) {
  clear(result);
  if (scalar == "f16") return compare_as<__half>(a, b, extent, share, result);
  if (scalar == "bf16") return compare_as<__nv_bfloat16>(a, b, extent, share, result);
  if (scalar == "f32") return compare_as<float>(a, b, extent, share, result);
  if (scalar == "f64") return compare_as<double>(a, b, extent, share, result);
  throw std::runtime_error("elements of type " + scalar + " do not round");
}

void copy(const void* from, void* to, std::size_t bytes) {
  const std::size_t words = words_of(bytes);
  copy_kernel<<<unsigned((words + kThreads - 1) / kThreads), kThreads>>>(static_cast<const uint4*>(from),
                                                                         static_cast<uint4*>(to), words);
  require_launch();
}

double measure_clock_mhz() {
  static Ticks* ticks = nullptr;
  if (!ticks) require(cudaMalloc(&ticks, sizeof *ticks), "allocate a few bytes");
  clock_kernel<<<1, 1>>>(ticks);
  require_launch();
  Ticks measured{};
  require(cudaMemcpy(&measured, ticks, sizeof measured, cudaMemcpyDeviceToHost), "read a clock");
  return 1e3 * double(measured.cycles) / double(measured.nanoseconds);
}

}  // namespace warpgrade::referee
