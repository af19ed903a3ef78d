// An array in device memory that frees itself.
#pragma once

#include <vector>

template <class Function>
__device__ void for_each_index(int n, Function f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) f(i);
}

template <class T, class Function>
__global__ void generate_kernel(T* values, int n, Function f) {
  for_each_index(n, [&](int i) { values[i] = f(i); });
}

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(int n) : n_(n) { cudaMalloc(&data_, n * sizeof(T)); }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() { return data_; }
  template <class Function>
  void generate(Function f) {
    generate_kernel<<<(n_ + 127) / 128, 128>>>(data_, n_, f);
  }
  std::vector<T> download() const {
    std::vector<T> host(n_);
    cudaMemcpy(host.data(), data_, n_ * sizeof(T), cudaMemcpyDeviceToHost);
    return host;
  }

 private:
  T* data_ = nullptr;
  int n_;
};
