// NVIDIA's CUDA Toolkit, where this machine has one.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace warpgrade::judge {

struct CudaToolkit {
  std::filesystem::path nvcc;
  std::filesystem::path headers;    ///< the folder of cuda_runtime_api.h
  std::filesystem::path libraries;  ///< the folder of libcudart_static.a
};

/// The nvcc of $CUDA_HOME or $CUDA_PATH, else that on the PATH, else that of /usr/local/cuda. Nothing without
/// one, or without headers and libraries beside it.
std::optional<CudaToolkit> find_cuda_toolkit();

/// Why there is none, as the rest of "it can't be used: …".
std::string why_no_cuda_toolkit();

}  // namespace warpgrade::judge
