// --sizes 16:28
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpgrade::app {

/// "16:28": 2^16, 2^17, … 2^28; "16:28:4": every fourth of them; "20": 2^20 alone. Throws UsageError.
std::vector<std::uint64_t> parse_sizes(const std::string& text);

}  // namespace warpgrade::app
