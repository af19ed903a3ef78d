// Bytes as hexadecimal digits and back.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace warpgrade::system {

inline constexpr std::string_view kHexDigits = "0123456789abcdef";

inline std::string to_hex(std::span<const char> bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kHexDigits[byte >> 4];
    text += kHexDigits[byte & 15];
  }
  return text;
}

/// Throws std::invalid_argument if the text is not exactly as many bytes.
inline void from_hex(std::string_view text, std::span<char> bytes) {
  if (text.size() != 2 * bytes.size() || text.find_first_not_of(kHexDigits) != text.npos)
    throw std::invalid_argument("expected " + std::to_string(2 * bytes.size()) + " hexadecimal digits");
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = char(16 * kHexDigits.find(text[2 * i]) + kHexDigits.find(text[2 * i + 1]));
}

}  // namespace warpgrade::system
