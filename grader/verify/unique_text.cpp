#include "verify/unique_text.hpp"

#include <algorithm>

namespace warpgrade::verify {

UniqueText find_unique(std::string_view text, std::string_view wanted) {
  UniqueText found;
  if (wanted.empty()) return found;
  for (std::size_t at = text.find(wanted); at != std::string_view::npos; at = text.find(wanted, at + 1))
    if (found.count++ == 0) found.offset = at;
  if (found.count == 0) return found;
  const std::size_t last = wanted.find_last_not_of('\n');
  const std::string_view before = text.substr(0, found.offset + (last == std::string_view::npos ? 0 : last));
  found.last_line = 1 + static_cast<int>(std::ranges::count(before, '\n'));
  return found;
}

}  // namespace warpgrade::verify
