// Checks of CUDA calls for host code:
//
//   WARPGRADE_CHECK(cudaMemsetAsync(out, 0, bytes, stream));
//   kernel<<<grid, block, 0, stream>>>(in, out);
//   WARPGRADE_CHECK_LAUNCH();
//
// An error is thrown as warpgrade::CudaError, which says where, what, and CUDA's own name for it.
#pragma once

#include <cstddef>
#include <exception>

#include <cuda_runtime.h>

namespace warpgrade {

class CudaError : public std::exception {
 public:
  CudaError(cudaError_t error, const char* call, const char* file, int line) noexcept
      : error_(error), file_(file), line_(line) {
    append(file), append(":"), append(line), append(": "), append(call), append(" failed: ");
    append(cudaGetErrorName(error)), append(" ("), append(cudaGetErrorString(error)), append(")");
  }
  const char* what() const noexcept override { return message_; }
  cudaError_t error() const noexcept { return error_; }
  const char* file() const noexcept { return file_; }
  int line() const noexcept { return line_; }

 private:
  // Not std::snprintf: submissions may not use it, since nobody sees what it reads.
  void append(const char* text) noexcept {
    while (*text != 0 && length_ + 1 < sizeof message_) message_[length_++] = *text++;
    message_[length_] = 0;
  }
  void append(int number) noexcept {
    if (number >= 10) append(number / 10);
    const char digit[] = {char('0' + number % 10), 0};
    append(digit);
  }

  cudaError_t error_;
  const char* file_;
  int line_;
  std::size_t length_ = 0;
  char message_[1024];
};

/// Not inlined: it is rarely called, and from many places.
[[noreturn]] __attribute__((noinline)) inline void fail(cudaError_t error, const char* call, const char* file,
                                                        int line) {
  throw CudaError(error, call, file, line);
}

inline void check(cudaError_t error, const char* call, const char* file, int line) {
  if (error != cudaSuccess) fail(error, call, file, line);
}

}  // namespace warpgrade

/// Throws unless the call returns cudaSuccess.
#define WARPGRADE_CHECK(...) ::warpgrade::check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

/// After each <<<…>>>: throws if the launch was refused. What goes wrong inside the kernel shows at the next
/// call that waits for it.
#define WARPGRADE_CHECK_LAUNCH() ::warpgrade::check(cudaGetLastError(), "kernel launch", __FILE__, __LINE__)
