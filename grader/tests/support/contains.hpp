// Does a text have a part, and how often?
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpgrade::support {

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline std::size_t count(std::string_view text, std::string_view part) {
  std::size_t places = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++places;
  return places;
}

}  // namespace warpgrade::support
