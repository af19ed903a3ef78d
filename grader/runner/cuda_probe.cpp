// Are there GPUs that CUDA can use? Tries the first, prints all as JSON and ends with 0, or says why not and
// ends with 1. A program of its own: the grader runs on machines without CUDA, and a driver's first answer
// may be a crash.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>

#include <cuda_runtime_api.h>
#include <nlohmann/json.hpp>

namespace {

/// As nvidia-smi writes it: GPU-8-4-4-4-12 hexadecimal digits.
std::string text_of(const cudaUUID_t& uuid) {
  std::string text = "GPU";
  for (int i = 0; i < 16; ++i) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", unsigned(static_cast<unsigned char>(uuid.bytes[i])));
    if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += digits;
  }
  return text;
}

cudaError_t describe(int device, nlohmann::json& gpus) {
  cudaDeviceProp properties{};
  const cudaError_t error = cudaGetDeviceProperties(&properties, device);
  if (error == cudaSuccess)
    gpus.push_back({{"name", properties.name},
                    {"uuid", text_of(properties.uuid)},
                    {"compute_capability", 10 * properties.major + properties.minor},
                    {"memory_bytes", properties.totalGlobalMem}});
  return error;
}

/// Fills memory on the first GPU, which is used, and reads it back.
cudaError_t use_memory() {
  constexpr std::size_t bytes = 4096;
  unsigned char there[bytes] = {};
  void* memory = nullptr;
  cudaError_t error = cudaMalloc(&memory, bytes);
  if (error == cudaSuccess) error = cudaMemset(memory, 0x5a, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(there, memory, bytes, cudaMemcpyDeviceToHost);
  if (error == cudaSuccess) error = cudaFree(memory);
  const bool as_written = std::ranges::all_of(there, [](unsigned char byte) { return byte == 0x5a; });
  return error == cudaSuccess && !as_written ? cudaErrorUnknown : error;
}

/// nullptr: all is well.
const char* reason_against(nlohmann::json& gpus) {
  int driver = 0, count = 0;
  if (cudaDriverGetVersion(&driver) == cudaSuccess && driver == 0) return "no NVIDIA driver is installed";
  cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaSuccess && count == 0) return "no NVIDIA GPU is installed";
  for (int device = 0; error == cudaSuccess && device < count; ++device) error = describe(device, gpus);
  if (error == cudaSuccess) error = use_memory();
  return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}

std::string runtime_version() {
  int version = 0;
  cudaRuntimeGetVersion(&version);
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

}  // namespace

int main() {
  nlohmann::json gpus = nlohmann::json::array();
  if (const char* reason = reason_against(gpus)) {
    std::cout << reason << '\n';
    return 1;
  }
  std::cout << nlohmann::json{{"cuda", runtime_version()}, {"gpus", gpus}} << '\n';
}
