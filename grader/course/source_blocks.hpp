// TODO blocks of a source: what a student writes stands between `// TODO…` and `// END TODO`. A stub and its
// reference are the same file outside of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade {

struct SourceLine {
  int number = 0;
  std::string text;
};

struct TodoBlock {
  int first_line = 0, last_line = 0;  ///< those of `// TODO` and `// END TODO`
  std::string words;                  ///< what its comment asks for, in one line
  std::vector<SourceLine> code;       ///< without indentation and comments
};

struct SourceBlocks {
  std::vector<SourceLine> fixed;  ///< the lines outside of TODO blocks
  std::vector<TodoBlock> todo_blocks;
  std::optional<int> unclosed;  ///< line of a TODO without its END TODO, or the other way round
};

SourceBlocks split_source(std::string_view text);

/// The first lines outside TODO blocks in which two sources differ: (line in a, line in b); if only one of
/// them has the line, the other's last line is given.
std::optional<std::pair<int, int>> first_difference(const SourceBlocks& a, const SourceBlocks& b);

}  // namespace warpgrade
