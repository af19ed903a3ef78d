// Two versions of a text, line by line, as `diff -u` shows them: by their longest common subsequence of lines
// (Wagner & Fischer, The string-to-string correction problem, 1974).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::verify {

struct DiffLine {
  enum class Kind { same, removed, added, gap } kind;  ///< gap: lines between that are the same
  std::string text;
};

/// The lines that differ, with `context` lines around each.
std::vector<DiffLine> line_diff(std::string_view before, std::string_view after, std::size_t context);

}  // namespace warpgrade::verify
