// A cudaIpcMemHandle_t as text, for JSON.
#pragma once

#include <string>

#include <cuda_runtime_api.h>

#include "system/hex.hpp"

namespace warpgrade::protocol {

inline std::string to_text(const cudaIpcMemHandle_t& handle) { return system::to_hex(handle.reserved); }

inline cudaIpcMemHandle_t handle_from_text(const std::string& text) {
  cudaIpcMemHandle_t handle{};
  system::from_hex(text, handle.reserved);
  return handle;
}

}  // namespace warpgrade::protocol
