// Right in another style: each row is divided among blocks, as one would for a batch of one text. Maximum and
// sum by atomics, a radix sort of eight bits a pass in three launches, a scan in three launches, and a search
// by all threads.
#include <utility>

#include <warpgrade/student.cuh>

#include "sample_token.cuh"

namespace sample_token {

constexpr int kThreads = 256, kItems = 4, kTile = kThreads * kItems, kWarps = kThreads / 32;
constexpr int kDigits = 256, kPasses = 4;
constexpr unsigned kAll = 0xffffffffu;

/// What is known of a row.
struct State {
  unsigned greatest;  // as in_order has it
  float kept_sum;
};

/// Unsigned numbers in the order of floats.
__device__ inline unsigned in_order(float value) {
  const unsigned bits = __float_as_uint(value);
  return bits >> 31 ? ~bits : bits | 0x80000000u;
}
__device__ inline float from_order(unsigned key) {
  return __uint_as_float(key >> 31 ? key & 0x7fffffffu : ~key);
}

__device__ inline int element(int item) { return blockIdx.x * kTile + item * kThreads + threadIdx.x; }

template <class T>
__device__ T warp_scan(T value) {
  for (int delta = 1; delta < 32; delta *= 2) {
    const T left = warpgrade::shfl_up(value, delta);
    if (threadIdx.x % 32 >= delta) value += left;
  }
  return value;
}

template <class T>
__device__ T block_scan(T value, T& total) {
  __shared__ T sums[kWarps];
  const T sum = warp_scan(value);
  __syncthreads();
  if (threadIdx.x % 32 == 31) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  T before = total = 0;
  for (int w = 0; w < kWarps; ++w) {
    if (w == threadIdx.x / 32) before = total;
    total += sums[w];
  }
  return before + sum;
}

// ==== softmax ============================================================================================

static __global__ void start_kernel(State* states, int* kept, int* place, int rows, int columns) {
  const int row = blockIdx.x * kThreads + threadIdx.x;
  if (row >= rows) return;
  states[row] = {0, 0};
  kept[row] = place[row] = columns;
}

static __global__ void maximum_kernel(const float* logits, State* states, int columns, std::size_t pitch) {
  unsigned greatest = 0;
  for (int k = 0; k < kItems; ++k)
    if (element(k) < columns) greatest = max(greatest, in_order(logits[blockIdx.y * pitch + element(k)]));
  for (int d = 16; d > 0; d /= 2) greatest = max(greatest, __shfl_xor_sync(kAll, greatest, d));
  if (threadIdx.x % 32 == 0) atomicMax(&states[blockIdx.y].greatest, greatest);
}

static __global__ void exponential_kernel(const float* logits, const State* states, float* exponentials,
                                          float* tile_sums, int columns, std::size_t pitch) {
  const float greatest = from_order(states[blockIdx.y].greatest);
  float sum = 0, total;
  for (int k = 0; k < kItems; ++k) {
    const int i = element(k);
    if (i >= columns) continue;
    const float value = expf(logits[blockIdx.y * pitch + i] - greatest);
    exponentials[blockIdx.y * std::size_t(columns) + i] = value;
    sum += value;
  }
  block_scan(sum, total);
  if (threadIdx.x == 0) tile_sums[blockIdx.y * gridDim.x + blockIdx.x] = total;
}

static __global__ void divide_kernel(float* probabilities, const float* tile_sums, int columns) {
  float sum = 0;
  for (unsigned tile = 0; tile < gridDim.x; ++tile) sum += tile_sums[blockIdx.y * gridDim.x + tile];
  for (int k = 0; k < kItems; ++k)
    if (element(k) < columns) probabilities[blockIdx.y * std::size_t(columns) + element(k)] /= sum;
}

// ==== sort ===============================================================================================

__device__ inline int digit_of(float key, int pass) {
  return 255 - int(__float_as_uint(key) >> (8 * pass) & 255);
}

/// counts[row][digit][tile]
static __global__ void count_kernel(const float* keys, int* counts, int pass, int columns) {
  __shared__ int own[kDigits];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < kItems; ++k)
    if (element(k) < columns)
      atomicAdd(&own[digit_of(keys[blockIdx.y * std::size_t(columns) + element(k)], pass)], 1);
  __syncthreads();
  counts[(blockIdx.y * kDigits + threadIdx.x) * gridDim.x + blockIdx.x] = own[threadIdx.x];
}

/// A block for each row.
static __global__ void places_kernel(int* counts, int tiles) {
  counts += blockIdx.x * kDigits * tiles;
  int carry = 0;
  for (int i = threadIdx.x; i < kDigits * tiles; i += kThreads) {  // whole tiles of 256
    const int own = counts[i];
    int total;
    const int sum = block_scan(own, total);
    counts[i] = carry + sum - own;
    carry += total;
  }
}

static __global__ void scatter_kernel(const float* keys, const int* tokens, float* out_keys, int* out_tokens,
                                      const int* places, int pass, int columns) {
  __shared__ int next[kDigits];
  __shared__ int in_warp[kWarps][kDigits];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::size_t row = blockIdx.y * std::size_t(columns);
  next[threadIdx.x] = places[(blockIdx.y * kDigits + threadIdx.x) * gridDim.x + blockIdx.x];
  for (int k = 0; k < kItems; ++k) {
    const int i = element(k);
    for (int digit = lane; digit < kDigits; digit += 32) in_warp[warp][digit] = 0;
    __syncwarp();
    const float key = i < columns ? keys[row + i] : 0;
    const int digit = i < columns ? digit_of(key, pass) : kDigits;
    const unsigned peers = __match_any_sync(kAll, digit);
    const int before = __popc(peers & ((1u << lane) - 1));
    if (i < columns && before == 0) in_warp[warp][digit] = __popc(peers);
    __syncthreads();
    if (i < columns) {
      int place = next[digit] + before;
      for (int w = 0; w < warp; ++w) place += in_warp[w][digit];
      out_keys[row + place] = key;
      out_tokens[row + place] = pass == 0 ? i : tokens[row + i];
    }
    __syncthreads();
    for (int w = 0; w < kWarps; ++w) next[threadIdx.x] += in_warp[w][threadIdx.x];
    __syncthreads();
  }
}

// ==== scan and search ====================================================================================

static __global__ void tile_sums_kernel(const float* sorted, float* tile_sums, int columns) {
  float sum = 0, total;
  for (int k = 0; k < kItems; ++k)
    if (element(k) < columns) sum += sorted[blockIdx.y * std::size_t(columns) + element(k)];
  block_scan(sum, total);
  if (threadIdx.x == 0) tile_sums[blockIdx.y * gridDim.x + blockIdx.x] = total;
}

static __global__ void running_kernel(const float* sorted, const float* tile_sums, float* running,
                                      int columns) {
  const std::size_t row = blockIdx.y * std::size_t(columns);
  float carry = 0;
  for (unsigned tile = 0; tile < blockIdx.x; ++tile) carry += tile_sums[blockIdx.y * gridDim.x + tile];
  for (int k = 0; k < kItems; ++k) {
    float total;
    const float sum = block_scan(element(k) < columns ? sorted[row + element(k)] : 0, total);
    if (element(k) < columns) running[row + element(k)] = carry + sum;
    carry += total;
  }
}

/// kept: the last one's sum reaches top_p, and no sum before it does. That is for one thread to say.
static __global__ void keep_kernel(const float* sorted, const float* running, const float* top_p, int* kept,
                                   State* states, int columns) {
  const std::size_t row = blockIdx.y * std::size_t(columns);
  const float share = top_p[blockIdx.y];
  for (int k = 0; k < kItems; ++k) {
    const int i = element(k);
    if (i >= columns || sorted[row + i] == 0) continue;
    const bool is_end = i + 1 == columns || sorted[row + i + 1] == 0;
    const bool reaches = running[row + i] >= share && (i == 0 || running[row + i - 1] < share);
    if (share < 1 ? !reaches : !is_end) continue;
    kept[blockIdx.y] = i + 1;
    states[blockIdx.y].kept_sum = running[row + i];
  }
}

static __global__ void search_kernel(const float* running, const float* drawn, const int* kept, int* place,
                                     const State* states, int columns) {
  const float threshold = drawn[blockIdx.y] * states[blockIdx.y].kept_sum;
  int first = columns;
  for (int k = kItems - 1; k >= 0; --k) {
    const int i = element(k);
    if (i < kept[blockIdx.y] && running[blockIdx.y * std::size_t(columns) + i] > threshold) first = i;
  }
  for (int d = 16; d > 0; d /= 2)
    first = min(first, __shfl_xor_sync(kAll, first, d));  // sm_75 has no __reduce_min_sync
  if (threadIdx.x % 32 == 0 && first < columns) atomicMin(&place[blockIdx.y], first);
}

static __global__ void token_kernel(const int* order, const int* place, int* token, int rows, int columns) {
  const int row = blockIdx.x * kThreads + threadIdx.x;
  if (row < rows) token[row] = order[row * std::size_t(columns) + place[row]];
}

// ==== sample =============================================================================================

void sample(const float* logits, const float* top_p, const float* drawn, float* probabilities, float* sorted,
            int* order, int* kept, int* token, int rows, int columns, std::size_t pitch,
            cudaStream_t stream) {
  if (rows == 0) return;
  const std::size_t n = std::size_t(rows) * columns;
  const unsigned tiles = warpgrade::div_up(columns, kTile), few = warpgrade::div_up(rows, kThreads);
  const dim3 grid(tiles, rows);
  State* states = nullptr;
  float *tile_sums = nullptr, *other_keys = nullptr, *running = nullptr;
  int *other_tokens = nullptr, *counts = nullptr, *place = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&states, rows * sizeof(State), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&tile_sums, rows * tiles * sizeof(float), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_keys, n * sizeof(float), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&running, n * sizeof(float), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&other_tokens, n * sizeof(int), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&counts, rows * kDigits * tiles * sizeof(int), stream));
  WARPGRADE_CHECK(cudaMallocAsync(&place, rows * sizeof(int), stream));

  start_kernel<<<few, kThreads, 0, stream>>>(states, kept, place, rows, columns);
  maximum_kernel<<<grid, kThreads, 0, stream>>>(logits, states, columns, pitch);
  exponential_kernel<<<grid, kThreads, 0, stream>>>(logits, states, probabilities, tile_sums, columns, pitch);
  divide_kernel<<<grid, kThreads, 0, stream>>>(probabilities, tile_sums, columns);

  std::pair<const float*, const int*> from{probabilities, nullptr};
  for (int pass = 0; pass < kPasses; ++pass) {
    const std::pair<float*, int*> to =
        pass % 2 == 0 ? std::pair{other_keys, other_tokens} : std::pair{sorted, order};
    count_kernel<<<grid, kThreads, 0, stream>>>(from.first, counts, pass, columns);
    places_kernel<<<rows, kThreads, 0, stream>>>(counts, int(tiles));
    scatter_kernel<<<grid, kThreads, 0, stream>>>(from.first, from.second, to.first, to.second, counts, pass,
                                                  columns);
    from = to;
  }

  tile_sums_kernel<<<grid, kThreads, 0, stream>>>(sorted, tile_sums, columns);
  running_kernel<<<grid, kThreads, 0, stream>>>(sorted, tile_sums, running, columns);
  keep_kernel<<<grid, kThreads, 0, stream>>>(sorted, running, top_p, kept, states, columns);
  search_kernel<<<grid, kThreads, 0, stream>>>(running, drawn, kept, place, states, columns);
  token_kernel<<<few, kThreads, 0, stream>>>(order, place, token, rows, columns);
  WARPGRADE_CHECK_LAUNCH();
  for (void* memory : {(void*)states, (void*)tile_sums, (void*)other_keys, (void*)running,
                       (void*)other_tokens, (void*)counts, (void*)place})
    WARPGRADE_CHECK(cudaFreeAsync(memory, stream));
}

}  // namespace sample_token
