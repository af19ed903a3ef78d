// Vector loads. top_k reads each row twice: the k-th greatest of what the threads find greatest is a
// threshold, and what comes before it is collected.
#include "sorted_buffer.cuh"

namespace row_top_k {

constexpr int kThreads = 256;

/// Calls see(element, column) for this thread's elements of the row, most of them four at a time.
template <class See>
__device__ void for_my_elements(const float* row, int columns, See see) {
  const int misaligned = int(reinterpret_cast<std::size_t>(row) / sizeof(float) % 4);
  const int head = min((4 - misaligned) % 4, columns), vectors = (columns - head) / 4, t = threadIdx.x;
  const auto* body = reinterpret_cast<const float4*>(row + head);
  if (t < head) see(row[t], t);
  for (int v = t; v < vectors; v += blockDim.x) {
    const float4 four = body[v];
    const int c = head + 4 * v;
    see(four.x, c);
    see(four.y, c + 1);
    see(four.z, c + 2);
    see(four.w, c + 3);
  }
  if (const int c = head + 4 * vectors + t; c < columns) see(row[c], c);
}

__device__ Entry first_of_thread(const float* row, int columns) {
  Entry best = nothing();
  for_my_elements(row, columns, [&](float value, int column) {
    if (const Entry entry{value, column}; comes_before(entry, best)) best = entry;
  });
  return best;
}

__global__ void arg_max_kernel(const float* in, float* value, int* column, int columns, std::size_t pitch) {
  __shared__ Entry tree[kThreads];
  const int t = threadIdx.x;
  tree[t] = first_of_thread(in + std::size_t(blockIdx.x) * pitch, columns);
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half && comes_before(tree[t + half], tree[t])) tree[t] = tree[t + half];
  }
  if (t > 0) return;
  value[blockIdx.x] = tree[0].value;
  column[blockIdx.x] = tree[0].column == INT_MAX ? -1 : tree[0].column;
}

void arg_max(const float* in, float* value, int* column, int rows, int columns, std::size_t pitch,
             cudaStream_t stream) {
  if (rows == 0) return;
  const int threads = columns > 1024 ? kThreads : 32;
  arg_max_kernel<<<rows, threads, 0, stream>>>(in, value, column, columns, pitch);
  WARPGRADE_CHECK_LAUNCH();
}

__global__ void top_k_kernel(const float* in, float* values, int* columns_out, int columns, std::size_t pitch,
                             int k) {
  __shared__ Entry maxima[kThreads];
  __shared__ Buffer<1024> buffer;
  const float* row = in + std::size_t(blockIdx.x) * pitch;
  maxima[threadIdx.x] = first_of_thread(row, columns);
  sort_in_block(maxima, kThreads);
  buffer.collect(row, columns, k, maxima[k - 1]);
  buffer.store(values, columns_out, k);
}

void top_k(const float* in, float* values, int* columns_out, int rows, int columns, std::size_t pitch, int k,
           cudaStream_t stream) {
  if (rows == 0) return;
  top_k_kernel<<<rows, kThreads, 0, stream>>>(in, values, columns_out, columns, pitch, k);
  WARPGRADE_CHECK_LAUNCH();
}

}  // namespace row_top_k
