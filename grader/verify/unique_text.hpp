// A text that should stand exactly once in another one.
#pragma once

#include <cstddef>
#include <string_view>

namespace warpgrade::verify {

struct UniqueText {
  std::size_t count = 0;   ///< how often it is there, overlapping ones too
  std::size_t offset = 0;  ///< of the first
  int last_line = 0;       ///< the line of its last character that is no line's end, from 1
};

UniqueText find_unique(std::string_view text, std::string_view wanted);

}  // namespace warpgrade::verify
