#include <random>

#include "runner/dirty_shared.hpp"

namespace warpgrade::runner {
namespace {

constexpr int kThreads = 1024;
/// A block leaves no room for a second one, so each multiprocessor gets one as soon as it is free. More than
/// one for each, since nobody promises that the first ones go to different multiprocessors.
constexpr int kBlocksEach = 4;

/// The words look like nothing: as floats they are huge, as integers they are neither small nor alike.
__global__ void __launch_bounds__(kThreads) dirty_kernel(unsigned words, unsigned key) {
  extern __shared__ volatile unsigned memory[];  // volatile: nobody reads it
  for (unsigned i = threadIdx.x; i < words; i += kThreads)
    memory[i] = 0x7B000000u | ((i + 1) * 2654435761u ^ key) >> 8;
}

/// What one block can have on this card.
struct Card {
  int processors = 0, bytes = 0;
  cudaError_t error = cudaSuccess;

  Card() {
    int device = 0;
    require(cudaGetDevice(&device));
    require(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    require(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    require(cudaFuncSetAttribute(dirty_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  }
  void require(cudaError_t result) {
    if (error == cudaSuccess) error = result;
  }
};

}  // namespace

cudaError_t dirty_shared_memory(cudaStream_t stream) {
  static const Card card;
  if (card.error != cudaSuccess) return card.error;
  static std::random_device random;
  dirty_kernel<<<card.processors * kBlocksEach, kThreads, card.bytes, stream>>>(
      unsigned(card.bytes) / sizeof(unsigned), random());
  const cudaError_t launched = cudaGetLastError();
  return launched != cudaSuccess ? launched : cudaStreamSynchronize(stream);
}

}  // namespace warpgrade::runner
