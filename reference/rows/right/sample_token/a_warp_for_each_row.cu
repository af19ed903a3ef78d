// Right in another style: a warp for each row, four rows in a block, and no barrier of the block.
// Probabilities come from the logarithm of the sum; the sort votes on the bits of a digit; ballots find the
// places.
#include <cmath>

#include <warpgrade/student.cuh>

#include "sample_token.cuh"

namespace sample_token {

constexpr int kRows = 4;  // of a block
constexpr int kDigitBits = 4, kDigits = 1 << kDigitBits, kPasses = 8;
constexpr unsigned kAll = 0xffffffffu;

__device__ inline int digit_of(float key, int pass) {
  return ~__float_as_uint(key) >> (kDigitBits * pass) & (kDigits - 1);
}

/// The lanes with the same digit, or without an element as this one.
__device__ inline unsigned lanes_of(int digit, bool has_element) {
  unsigned lanes = __ballot_sync(kAll, has_element);
  if (!has_element) lanes = ~lanes;
  for (int bit = 0; bit < kDigitBits; ++bit) {
    const unsigned set = __ballot_sync(kAll, digit >> bit & 1);
    lanes &= digit >> bit & 1 ? set : ~set;
  }
  return lanes;
}

__device__ inline float inclusive(float value, int lane) {
  for (int delta = 1; delta < 32; delta *= 2) {
    const float left = __shfl_up_sync(kAll, value, delta);
    if (lane >= delta) value += left;
  }
  return value;
}

static __global__ void softmax_kernel(const float* logits, float* probabilities, int rows, int columns,
                                      std::size_t pitch) {
  const int row = blockIdx.x * kRows + threadIdx.y, lane = threadIdx.x;
  if (row >= rows) return;
  logits += row * pitch;
  probabilities += row * std::size_t(columns);
  float greatest = -INFINITY, sum = 0;
  for (int i = lane; i < columns; i += 32) greatest = fmaxf(greatest, logits[i]);
  for (int d = 16; d > 0; d /= 2) greatest = fmaxf(greatest, __shfl_xor_sync(kAll, greatest, d));
  for (int i = lane; i < columns; i += 32) sum += __expf(logits[i] - greatest);
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(kAll, sum, d);
  const float log_sum = greatest + logf(sum);
  for (int i = lane; i < columns; i += 32) probabilities[i] = __expf(logits[i] - log_sum);
}

static __global__ void pass_kernel(const float* keys, const int* tokens, float* out_keys, int* out_tokens,
                                   int pass, int rows, int columns) {
  __shared__ int next_of[kRows][kDigits];
  const int row = blockIdx.x * kRows + threadIdx.y, lane = threadIdx.x;
  if (row >= rows) return;
  const std::size_t begin = row * std::size_t(columns);
  int* const next = next_of[threadIdx.y];
  if (lane < kDigits) next[lane] = 0;
  __syncwarp();
  for (int i = lane; i < columns; i += 32) atomicAdd(&next[digit_of(keys[begin + i], pass)], 1);
  __syncwarp();
  const int count = lane < kDigits ? next[lane] : 0;
  int sum = count;
  for (int delta = 1; delta < kDigits; delta *= 2) {
    const int left = __shfl_up_sync(kAll, sum, delta);
    if (lane >= delta) sum += left;
  }
  __syncwarp();
  if (lane < kDigits) next[lane] = sum - count;
  __syncwarp();
  for (int first = 0; first < columns; first += 32) {
    const int i = first + lane;
    const bool has_element = i < columns;
    const float key = has_element ? keys[begin + i] : 0;
    const int digit = digit_of(key, pass);
    const unsigned lanes = lanes_of(digit, has_element);
    const int before = __popc(lanes & ((1u << lane) - 1));
    const int place = next[digit] + before;
    if (has_element) {
      out_keys[begin + place] = key;
      out_tokens[begin + place] = pass == 0 ? i : tokens[begin + i];
    }
    __syncwarp();
    if (has_element && before == 0) next[digit] += __popc(lanes);
    __syncwarp();
  }
}

static __global__ void pick_kernel(const float* sorted, const int* order, const float* top_p,
                                   const float* drawn, int* kept, int* token, int rows, int columns) {
  const int row = blockIdx.x * kRows + threadIdx.y, lane = threadIdx.x;
  if (row >= rows) return;
  sorted += row * std::size_t(columns);
  const float share = top_p[row];
  float carry = 0, kept_sum = 0;
  int n = columns;
  // The sum before a token has not reached the share, and its probability is above 0: it is kept.
  for (int first = 0; first < columns; first += 32) {
    const float own = first + lane < columns ? sorted[first + lane] : 0;
    const float sum = inclusive(own, lane);
    const bool is_kept = own > 0 && (share == 1 || carry + (sum - own) < share);
    const unsigned kept_lanes = __ballot_sync(kAll, is_kept);
    if (kept_lanes != kAll) {
      const int here = __popc(kept_lanes);
      n = first + here;
      kept_sum = carry + (here > 0 ? __shfl_sync(kAll, sum, here - 1) : 0);
      break;
    }
    carry += __shfl_sync(kAll, sum, 31);
    kept_sum = carry;
  }
  const float threshold = drawn[row] * kept_sum;
  carry = 0;
  for (int first = 0; first < n; first += 32) {
    const float sum = carry + inclusive(first + lane < n ? sorted[first + lane] : 0, lane);
    const unsigned above = __ballot_sync(kAll, first + lane < n && sum > threshold);
    if (above != 0 || first + 32 >= n) {
      const int place = above != 0 ? first + __ffs(above) - 1 : n - 1;
      if (lane == 0) {
        kept[row] = n;
        token[row] = order[row * std::size_t(columns) + place];
      }
      return;
    }
    carry = __shfl_sync(kAll, sum, 31);
  }
}

void sample(const float* logits, const float* top_p, const float* drawn, float* probabilities, float* sorted,
            int* order, int* kept, int* token, int rows, int columns, std::size_t pitch,
            cudaStream_t stream) {
  if (rows == 0) return;
  const std::size_t n = std::size_t(rows) * columns;
  const unsigned blocks = warpgrade::div_up(rows, kRows);
  const dim3 threads(32, kRows);
  float* other_keys = nullptr;
  int* other_tokens = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&other_keys, n * sizeof(float), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_tokens, n * sizeof(int), stream));
  softmax_kernel<<<blocks, threads, 0, stream>>>(logits, probabilities, rows, columns, pitch);
  const float* keys = probabilities;
  const int* tokens = nullptr;
  for (int pass = 0; pass < kPasses; ++pass) {
    float* const out_keys = pass % 2 == 0 ? other_keys : sorted;
    int* const out_tokens = pass % 2 == 0 ? other_tokens : order;
    pass_kernel<<<blocks, threads, 0, stream>>>(keys, tokens, out_keys, out_tokens, pass, rows, columns);
    keys = out_keys;
    tokens = out_tokens;
  }
  pick_kernel<<<blocks, threads, 0, stream>>>(sorted, order, top_p, drawn, kept, token, rows, columns);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(other_tokens, stream));
  WARPGRADE_CHECK(cudaFreeAsync(other_keys, stream));
}

}  // namespace sample_token
