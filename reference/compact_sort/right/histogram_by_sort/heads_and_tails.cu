// Right in another style: flags of heads as an array, scanned by doubling strides and recursion on the sums
// of blocks; the head and the tail of each run both write. A histogram whose bins are first cleared, and then
// set by the runs.
#include <warpgrade/student.cuh>

#include "histogram_by_sort.cuh"

namespace histogram_by_sort {

#define GLOBAL_ID (blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x)

const int BLOCK = 512;

__global__ void scanBlock(unsigned* d, std::size_t n, unsigned* blockSums) {
  extern __shared__ unsigned temp[];
  const int t = threadIdx.x;
  const std::size_t i = GLOBAL_ID;
  temp[t] = i < n ? d[i] : 0;
  __syncthreads();
  for (int offset = 1; offset < BLOCK; offset *= 2) {
    unsigned v = t >= offset ? temp[t - offset] : 0;
    __syncthreads();
    temp[t] += v;
    __syncthreads();
  }
  if (i < n) d[i] = temp[t];  // inclusive
  if (t == BLOCK - 1) blockSums[blockIdx.x] = temp[t];
}

__global__ void addPrevious(unsigned* d, std::size_t n, const unsigned* blockSums) {
  const std::size_t i = GLOBAL_ID;
  if (blockIdx.x > 0 && i < n) d[i] += blockSums[blockIdx.x - 1];
}

void inclusiveScan(unsigned* d, std::size_t n, cudaStream_t stream) {
  const unsigned blocks = unsigned((n + BLOCK - 1) / BLOCK);
  unsigned* sums;
  WARPGRADE_CHECK(cudaMallocAsync((void**)&sums, blocks * sizeof(unsigned), stream));
  scanBlock<<<blocks, BLOCK, BLOCK * sizeof(unsigned), stream>>>(d, n, sums);
  if (blocks > 1) {
    inclusiveScan(sums, blocks, stream);
    addPrevious<<<blocks, BLOCK, 0, stream>>>(d, n, sums);
  }
  WARPGRADE_CHECK(cudaFreeAsync(sums, stream));
}

template <class T>
__global__ void markHeads(const T* in, std::size_t n, unsigned* flags) {
  const std::size_t i = GLOBAL_ID;
  if (i >= n) return;
  if (i == 0)
    flags[i] = 1;
  else
    flags[i] = in[i - 1] == in[i] ? 0 : 1;
}

/// number[i]: of the run of i, from 1 on.
template <class T>
__global__ void writeHeads(const T* in, std::size_t n, const unsigned* number, T* values, unsigned* begins,
                           unsigned* runs) {
  const std::size_t i = GLOBAL_ID;
  if (i >= n) return;
  if (i == n - 1) *runs = number[i];
  if (i > 0 && number[i - 1] == number[i]) return;
  values[number[i] - 1] = in[i];
  begins[number[i] - 1] = unsigned(i);
}

__global__ void writeTails(std::size_t n, const unsigned* number, const unsigned* begins, unsigned* counts) {
  const std::size_t i = GLOBAL_ID;
  if (i >= n) return;
  if (i == n - 1 || number[i + 1] != number[i])
    counts[number[i] - 1] = unsigned(i) + 1 - begins[number[i] - 1];
}

template <class T>
void run_lengths(const T* in, std::size_t n, T* values, std::uint32_t* counts, std::uint32_t* runs,
                 cudaStream_t stream) {
  if (n == 0) {
    WARPGRADE_CHECK(cudaMemsetAsync(runs, 0, 4, stream));
    return;
  }
  const unsigned blocks = unsigned((n + BLOCK - 1) / BLOCK);
  unsigned *number, *begins;
  WARPGRADE_CHECK(cudaMallocAsync((void**)&number, n * sizeof(unsigned), stream));
  WARPGRADE_CHECK(cudaMallocAsync((void**)&begins, n * sizeof(unsigned), stream));
  markHeads<<<blocks, BLOCK, 0, stream>>>(in, n, number);
  inclusiveScan(number, n, stream);
  writeHeads<<<blocks, BLOCK, 0, stream>>>(in, n, number, values, begins, runs);
  writeTails<<<blocks, BLOCK, 0, stream>>>(n, number, begins, counts);
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(number, stream));
  WARPGRADE_CHECK(cudaFreeAsync(begins, stream));
}

/// The head of a run takes off where it begins, its tail adds where it ends: two launches, so no atomics.
__global__ void heads(const unsigned* sorted, std::size_t n, unsigned* bins, unsigned bin_count) {
  const std::size_t i = GLOBAL_ID;
  if (i < n && sorted[i] < bin_count && (i == 0 || sorted[i - 1] != sorted[i]))
    bins[sorted[i]] = 0u - unsigned(i);
}
__global__ void tails(const unsigned* sorted, std::size_t n, unsigned* bins, unsigned bin_count) {
  const std::size_t i = GLOBAL_ID;
  if (i < n && sorted[i] < bin_count && (i == n - 1 || sorted[i + 1] != sorted[i]))
    bins[sorted[i]] += unsigned(i) + 1;
}

template <class Sort>
void histogram(const std::uint32_t* in, std::size_t n, std::uint32_t* bins, int bin_count, Sort sort,
               cudaStream_t stream) {
  WARPGRADE_CHECK(cudaMemsetAsync(bins, 0, bin_count * sizeof(unsigned), stream));
  if (n == 0) return;
  const unsigned blocks = unsigned((n + BLOCK - 1) / BLOCK);
  unsigned* sorted;
  WARPGRADE_CHECK(cudaMallocAsync((void**)&sorted, n * sizeof(unsigned), stream));
  sort(in, sorted, n, stream);
  heads<<<blocks, BLOCK, 0, stream>>>(sorted, n, bins, unsigned(bin_count));
  tails<<<blocks, BLOCK, 0, stream>>>(sorted, n, bins, unsigned(bin_count));
  WARPGRADE_CHECK_LAUNCH();
  WARPGRADE_CHECK(cudaFreeAsync(sorted, stream));
}

}  // namespace histogram_by_sort
