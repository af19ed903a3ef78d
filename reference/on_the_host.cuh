// For the cheats (*/cheats/) whose host does the work: an array from the device, one back, and a kernel that
// only copies it to its place, so that there was a launch.
#pragma once

#include <vector>

#include <warpgrade/student.cuh>

namespace on_the_host {

template <class T>
std::vector<T> download(const T* from, std::size_t n, cudaStream_t stream) {
  std::vector<T> to(n);
  WARPGRADE_CHECK(cudaMemcpyAsync(to.data(), from, n * sizeof(T), cudaMemcpyDeviceToHost, stream));
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  return to;
}

template <class T>
__global__ void copy_kernel(const T* from, T* to, std::size_t n) {
  const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}

template <class T>
void copy(const T* from, T* to, std::size_t n, cudaStream_t stream, unsigned block_threads = 256) {
  copy_kernel<<<unsigned(n / block_threads + 1), block_threads, 0, stream>>>(from, to, n);
  WARPGRADE_CHECK_LAUNCH();
}

/// Into scratch memory, and from there by a kernel.
template <class T>
void upload(const std::vector<T>& from, T* to, cudaStream_t stream, unsigned block_threads = 256) {
  T* scratch = nullptr;
  const std::size_t bytes = from.size() * sizeof(T);
  WARPGRADE_CHECK(cudaMallocAsync(&scratch, bytes + sizeof(T), stream));
  WARPGRADE_CHECK(cudaMemcpyAsync(scratch, from.data(), bytes, cudaMemcpyHostToDevice, stream));
  copy(scratch, to, from.size(), stream, block_threads);
  WARPGRADE_CHECK(cudaStreamSynchronize(stream));
  WARPGRADE_CHECK(cudaFreeAsync(scratch, stream));
}

}  // namespace on_the_host
