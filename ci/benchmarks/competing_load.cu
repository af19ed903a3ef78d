// Another user of the GPU: copies memory, without end, until it is killed. For ci/timing_checks.py.
//
//   competing_load steady      all the time
//   competing_load bursts      for 5 to 50 ms, then idle as long
//
// Prints a line once it is at work.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>

#include <cuda_runtime.h>

namespace {

using Clock = std::chrono::steady_clock;

void require(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "competing_load: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

__global__ void copy_kernel(const int4* from, int4* to, std::size_t count) {
  const std::size_t step = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < count; i += step)
    to[i] = from[i];
}

}  // namespace

int main(int argc, char** argv) {
  const bool in_bursts = argc == 2 && std::strcmp(argv[1], "bursts") == 0;
  if (!in_bursts && !(argc == 2 && std::strcmp(argv[1], "steady") == 0)) {
    std::fprintf(stderr, "usage: competing_load steady|bursts\n");
    return 2;
  }
  constexpr std::size_t count = std::size_t(1) << 24;  // 256 MB each
  int4 *from = nullptr, *to = nullptr;
  require(cudaMalloc(&from, count * sizeof(int4)));
  require(cudaMalloc(&to, count * sizeof(int4)));
  require(cudaMemset(from, 1, count * sizeof(int4)));

  std::mt19937 random(1);
  std::uniform_int_distribution<int> burst_ms(5, 50);
  for (bool is_first = true;; is_first = false) {
    const std::chrono::milliseconds length(burst_ms(random));
    for (const auto end = Clock::now() + length; Clock::now() < end;) {
      copy_kernel<<<2048, 256>>>(from, to, count);
      require(cudaDeviceSynchronize());
    }
    if (is_first) std::puts("at work"), std::fflush(stdout);
    if (in_bursts) std::this_thread::sleep_for(length);
  }
}
