// A kernel of one thread that the simulator's own libraries (Thrust, CUB's algorithms of the device, cuBLAS,
// cuSPARSE, cuRAND) launch: each of its accesses is checked as those of any kernel are.
#pragma once

#include <new>
#include <type_traits>

#include "../cuda_runtime.h"

namespace wgsim {

template <class Work>
void one_thread(Work work) {
  work();
}

/// Runs work(), a closure that holds all that it reads by value, and waits for its end, unless the
/// stream is captured. In a kernel it runs
/// in the calling thread. name: what findings call the kernel.
template <class Work>
void run_on_device(const char* name, cudaStream_t stream, Work work) {
  if (in_kernel()) return work();
  wgsim_configure(dim3(1), dim3(1), 0, stream);
  launch_kernel<Work>(name, 1024, &one_thread<Work>, &one_thread<Work>, work);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  cudaStreamIsCapturing(stream, &status);
  if (status == cudaStreamCaptureStatusNone) cudaStreamSynchronize(stream);
}

/// What work() returns, for the host. Zeros where the device has failed.
template <class Work>
auto result_of_device(const char* name, cudaStream_t stream, Work work) {
  using Result = std::decay_t<decltype(work())>;
  if (in_kernel()) return Result(work());
  void* place = nullptr;
  cudaMalloc(&place, sizeof(Result));
  run_on_device(name, stream, [place, work]() mutable { ::new (place) Result(work()); });
  alignas(Result) unsigned char bytes[sizeof(Result)] = {};
  cudaMemcpy(bytes, place, sizeof(Result), cudaMemcpyDeviceToHost);
  cudaFree(place);
  return Result(*reinterpret_cast<Result*>(bytes));
}

/// A factor of a library's call, read where it lies: of the host, now; of the device, in the kernel.
template <class T>
class Factor {
 public:
  Factor(const T* factor, bool on_device)
      : at_(on_device ? factor : nullptr), value_(on_device ? T() : *factor) {}
  T operator()() const { return at_ != nullptr ? *at_ : value_; }

 private:
  const T* at_;
  T value_;
};

}  // namespace wgsim
