// A cudaIpcMemHandle_t as text, for JSON.
#pragma once

#include <cstring>
#include <stdexcept>
#include <string>

#include <cuda_runtime_api.h>

namespace warpgrade::runner {

inline std::string to_text(const cudaIpcMemHandle_t& handle) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const char c : handle.reserved) {
    const auto byte = static_cast<unsigned char>(c);
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

inline cudaIpcMemHandle_t handle_from_text(const std::string& text) {
  cudaIpcMemHandle_t handle{};
  if (text.size() != 2 * sizeof handle.reserved) throw std::invalid_argument("a handle of the wrong length");
  for (std::size_t i = 0; i < sizeof handle.reserved; ++i)
    handle.reserved[i] = char(std::stoi(text.substr(2 * i, 2), nullptr, 16));
  return handle;
}

}  // namespace warpgrade::runner
