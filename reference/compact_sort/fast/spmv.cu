// Sparse matrix times vector, fast: each warp has a window of neighbouring rows, whose elements it streams
// through shared memory. Runs on every card.
// tasks: segmented
//
// A thread that adds up a row of its own reads memory badly; lanes that share a row idle when it is short.
// Here neighbouring lanes read neighbouring elements, whichever rows they are of, and leave the products in
// shared memory. There, where addresses may be as scattered as they like, each row is added up by one lane,
// or by a few if rows are long. So all a warp needs to know are the ends of its rows: no search, no scan.
//
// A row may be far longer than others. The warp that meets it cuts it into chunks and puts them on a list
// (Greathouse & Daga, Efficient Sparse Matrix-Vector Multiplication on GPUs Using the CSR Storage Format,
// 2014, tell rows apart by length, too). A second kernel adds up the chunks of the list.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "spmv.cuh"

namespace spmv {

struct Tuning {
  static constexpr int warps_per_block = 8, block_threads = 32 * warps_per_block;
  static constexpr int loads = 16;         // of each lane, in flight
  static constexpr int tile = 32 * loads;  // elements that a warp multiplies at a time
  static constexpr int chunk = 1024;       // elements of a long row for one warp
  static constexpr int chunk_loads = 16;   // of each lane, in flight
  static constexpr int chunk_blocks = 4;   // for each multiprocessor
};

/// Elements of one long row.
struct Chunk {
  unsigned row, begin, end;
};

struct ChunkList {
  unsigned* count;
  Chunk* chunks;
};

/// How a warp shares out its window: so many lanes for each row.
template <int lanes_>
struct Window {
  static constexpr unsigned lanes = lanes_;
  static constexpr unsigned rows = 32 / lanes;
  static constexpr unsigned long_row = Tuning::tile * lanes;  // a row with more elements goes on the list
};

inline unsigned div_up(unsigned a, unsigned b) { return a / b + (a % b != 0); }

/// Where a tile's element i lies in shared memory. A gap behind each 32, or rows of 32 elements would all
/// begin in the same bank.
__device__ inline int place(int i) { return i + i / 32; }

__device__ inline float warp_sum(float value, int lanes) {
  for (int delta = lanes / 2; delta > 0; delta /= 2)
    value += __shfl_xor_sync(warpgrade::kFullWarp, value, delta);
  return value;
}

__device__ inline unsigned warp_min(unsigned value) {
  for (int delta = 16; delta > 0; delta /= 2)
    value = min(value, __shfl_xor_sync(warpgrade::kFullWarp, value, delta));
  return value;
}

// ==== Windows of rows ==================================================================================

/// The whole warp puts a row's chunks on the list.
__device__ inline void hand_over(unsigned row, unsigned begin, unsigned end, ChunkList list) {
  const unsigned lane = threadIdx.x % 32, count = (end - begin - 1) / Tuning::chunk + 1;
  unsigned first = 0;
  if (lane == 0) first = atomicAdd(list.count, count);
  first = __shfl_sync(warpgrade::kFullWarp, first, 0);
  for (unsigned i = lane; i < count; i += 32) {
    const unsigned chunk_begin = begin + i * Tuning::chunk;
    list.chunks[first + i] = {row, chunk_begin, min(chunk_begin + Tuning::chunk, end)};
  }
}

/// Multiplies the elements from `first` up to `stop`, a tile at a time, and returns the lane's part of its
/// row, which is [begin, end).
template <class W>
__device__ float stream(Csr a, const float* x, unsigned first, unsigned stop, unsigned begin, unsigned end,
                        float* products) {
  const unsigned lane = threadIdx.x % 32;
  float sum = 0;
  for (unsigned tile = first; tile < stop; tile += Tuning::tile) {
    // ---- Multiply. A lane past the end takes the last element, and nobody the product: no branches, so that
    // ---- all loads are on their way before the first of them is waited for
    unsigned column[Tuning::loads];
    float value[Tuning::loads], product[Tuning::loads];
    for (int k = 0; k < Tuning::loads; ++k) {
      const unsigned e = min(tile + k * 32 + lane, stop - 1);
      column[k] = __ldg(&a.columns[e]);
      value[k] = __ldg(&a.values[e]);
    }
    for (int k = 0; k < Tuning::loads; ++k) product[k] = value[k] * __ldg(&x[column[k]]);
    for (int k = 0; k < Tuning::loads; ++k) products[place(k * 32 + lane)] = product[k];
    __syncwarp();

    // ---- Add what the tile has of the lane's row
    const unsigned from = max(begin, tile), to = min(end, min(tile + Tuning::tile, stop));
    for (unsigned e = from + lane % W::lanes; e < to; e += W::lanes) sum += products[place(e - tile)];
    __syncwarp();
  }
  return sum;
}

template <class W>
__global__ void __launch_bounds__(Tuning::block_threads)
    window_kernel(Csr a, const float* x, float* y, ChunkList list) {
  __shared__ float products[Tuning::warps_per_block][Tuning::tile + Tuning::tile / 32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, rows = a.rows;

  // ---- Each lane its row. Rows past the end are empty
  const unsigned first_row = (blockIdx.x * Tuning::warps_per_block + warp) * W::rows;
  if (first_row >= rows) return;  // the whole warp
  const unsigned row = first_row + lane / W::lanes;
  const unsigned begin = a.row_offsets[min(row, rows)], end = a.row_offsets[min(row + 1, rows)];

  // ---- Long rows go on the list
  const bool is_long = end - begin > W::long_row;
  const unsigned long_lanes = __ballot_sync(warpgrade::kFullWarp, is_long);
  for (unsigned lanes = 0; lanes < 32; lanes += W::lanes)
    if (long_lanes >> lanes & 1)
      hand_over(first_row + lanes / W::lanes, __shfl_sync(warpgrade::kFullWarp, begin, lanes),
                __shfl_sync(warpgrade::kFullWarp, end, lanes), list);

  // ---- The others: all between two long rows is streamed at once
  float sum = 0;
  unsigned first = __shfl_sync(warpgrade::kFullWarp, begin, 0);
  const unsigned last = __shfl_sync(warpgrade::kFullWarp, end, 31);
  while (first < last) {
    unsigned stop = last, next = last;
    if (long_lanes != 0) {
      const bool is_ahead = is_long && begin >= first;
      stop = warp_min(is_ahead ? begin : last);
      next = warp_min(is_ahead ? end : last);
    }
    sum += stream<W>(a, x, first, stop, begin, end, products[warp]);
    first = next;
  }
  sum = warp_sum(sum, W::lanes);
  if (lane % W::lanes == 0 && row < rows) y[row] = sum;  // of a long row: 0
}

// ==== Chunks of long rows ==============================================================================

static __global__ void __launch_bounds__(Tuning::block_threads)
    chunk_kernel(Csr a, const float* x, float* y, ChunkList list) {
  const unsigned lane = threadIdx.x % 32, count = *list.count;
  const unsigned warps = gridDim.x * Tuning::warps_per_block;
  for (unsigned c = blockIdx.x * Tuning::warps_per_block + threadIdx.x / 32; c < count; c += warps) {
    const Chunk chunk = list.chunks[c];
    float sum = 0;
    for (unsigned e = chunk.begin + lane; e < chunk.end; e += 32 * Tuning::chunk_loads) {
      unsigned column[Tuning::chunk_loads];
      float value[Tuning::chunk_loads];
      for (int k = 0; k < Tuning::chunk_loads; ++k) {
        const bool is_in = e + k * 32 < chunk.end;
        column[k] = is_in ? __ldg(&a.columns[e + k * 32]) : 0;
        value[k] = is_in ? __ldg(&a.values[e + k * 32]) : 0;
      }
      for (int k = 0; k < Tuning::chunk_loads; ++k)
        if (e + k * 32 < chunk.end) sum += value[k] * __ldg(&x[column[k]]);
    }
    sum = warp_sum(sum, 32);
    if (lane == 0) atomicAdd(&y[chunk.row], sum);
  }
}

// ==== Host =============================================================================================

template <int lanes>
void multiply(Csr a, const float* x, float* y, ChunkList list, cudaStream_t stream) {
  const unsigned blocks = div_up(a.rows, Window<lanes>::rows * Tuning::warps_per_block);
  window_kernel<Window<lanes>><<<blocks, Tuning::block_threads, 0, stream>>>(a, x, y, list);
  WARPGRADE_CHECK_LAUNCH();
}

inline void segmented(Csr a, const float* x, float* y, cudaStream_t stream) {
  if (a.rows == 0) return;
  const unsigned most_chunks = a.elements / Tuning::chunk + a.elements / Window<1>::long_row;
  ChunkList list{};
  WARPGRADE_CHECK(cudaMallocAsync(&list.count, sizeof *list.count, stream));
  WARPGRADE_CHECK(cudaMallocAsync(&list.chunks, (most_chunks + 1) * sizeof *list.chunks, stream));
  WARPGRADE_CHECK(cudaMemsetAsync(list.count, 0, sizeof *list.count, stream));

  // As many lanes for a row that a window of usual rows is one tile
  const auto kernels = {multiply<1>, multiply<2>, multiply<4>, multiply<8>, multiply<16>, multiply<32>};
  auto kernel = kernels.begin();
  for (int tile = Tuning::tile; tile / 32 < a.elements / a.rows && kernel + 1 < kernels.end(); tile *= 2)
    ++kernel;
  (*kernel)(a, x, y, list, stream);

  if (most_chunks > 0) {
    const unsigned blocks = std::min(div_up(most_chunks, Tuning::warps_per_block),
                                     unsigned(Tuning::chunk_blocks * warpgrade::multiprocessors()));
    chunk_kernel<<<blocks, Tuning::block_threads, 0, stream>>>(a, x, y, list);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(list.chunks, stream));
  WARPGRADE_CHECK(cudaFreeAsync(list.count, stream));
}

}  // namespace spmv
