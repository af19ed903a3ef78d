// Does a text have a part?
#pragma once

#include <string>

namespace warpgrade::support {

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace warpgrade::support
