// How a section of a student's source begins: `// ==== TASK: words ====`.
#pragma once

#include <string_view>

namespace warpgrade {

inline constexpr std::string_view kSectionHeading = "// ==== ";

}  // namespace warpgrade
