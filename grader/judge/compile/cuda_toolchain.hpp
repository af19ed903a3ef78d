// The device cuda on the user's machine: what it needs is compiled there, since it depends on their toolkit
// and their GPU. The installation has the sources, and its toolchain.json says how they are compiled; the
// result lies in the cache, and beside it a toolchain.json that knows this device, too.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "judge/compile/toolchain.hpp"

namespace warpgrade::judge {

/// NVIDIA's CUDA Toolkit, where this machine has one.
struct CudaToolkit {
  std::filesystem::path nvcc;
  std::filesystem::path headers;    ///< the folder of cuda_runtime_api.h
  std::filesystem::path libraries;  ///< the folder of libcudart_static.a
};

/// The nvcc of $CUDA_HOME or $CUDA_PATH, else that on the PATH, else that of /usr/local/cuda. Nothing without
/// one, without headers and libraries beside it, or if it is too old for C++20.
std::optional<CudaToolkit> find_cuda_toolkit();

/// Why there is none, as the rest of "it can't be used: …".
std::string why_no_cuda_toolkit();

/// The toolchain.json for this machine: `installed` itself where there is no CUDA Toolkit. `architecture`:
/// what nvcc compiles for, as in sm_90; empty: what the first GPU is. `building` is called if something must
/// be compiled. Where the device can't be used, the file says why (Toolchain::why_no_cuda). Throws
/// std::runtime_error where `installed` is damaged or the cache can't be written.
std::filesystem::path toolchain_of_machine(const std::filesystem::path& installed,
                                           const std::filesystem::path& cache,
                                           const std::string& architecture,
                                           const std::function<void()>& building);

/// How nvcc makes PTX, and says what ptxas makes of it (judge/machine_code/): for one architecture, as in
/// sm_90, without a GPU. Throws std::runtime_error where there is no CUDA Toolkit that can be used.
DeviceToolchain machine_code_toolchain(const std::filesystem::path& installed,
                                       const std::string& architecture);

}  // namespace warpgrade::judge
