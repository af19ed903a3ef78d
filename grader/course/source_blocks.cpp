#include "course/source_blocks.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace warpgrade {
namespace {

std::string_view without_indentation(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : line.substr(first);
}

/// Adds a line of a TODO block to it. Its comment ends where its code begins.
void add_line(TodoBlock& block, int number, std::string_view words) {
  block.last_line = number;
  const bool is_comment = words.starts_with("//");
  if (!words.empty() && !is_comment) block.code.push_back({number, std::string(words)});
  if (!is_comment || !block.code.empty()) return;
  words = without_indentation(words.substr(2));
  if (words.starts_with("TODO")) words.remove_prefix(4);
  if (words.starts_with(":")) words.remove_prefix(1);
  words = without_indentation(words);
  words = words.substr(0, words.find_last_not_of(" \t\r") + 1);
  if (!block.words.empty() && !words.empty()) block.words += ' ';
  block.words += words;
}

int line_at(const std::vector<SourceLine>& lines, std::size_t index) {
  if (lines.empty()) return 0;
  return lines[std::min(index, lines.size() - 1)].number;
}

}  // namespace

SourceBlocks split_source(std::string_view text) {
  SourceBlocks blocks;
  std::istringstream stream{std::string(text)};
  std::optional<int> open;
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    const std::string_view words = without_indentation(line);
    if (words.starts_with("// END TODO")) {
      if (!open && !blocks.unclosed) blocks.unclosed = number;
      if (open) blocks.todo_blocks.back().last_line = number;
      open.reset();
    } else if (words.starts_with("// TODO")) {
      if (open && !blocks.unclosed) blocks.unclosed = open;
      open = number;
      blocks.todo_blocks.emplace_back().first_line = number;
      add_line(blocks.todo_blocks.back(), number, words);
    } else if (!open) {
      blocks.fixed.push_back({number, line});
    } else {
      add_line(blocks.todo_blocks.back(), number, words);
    }
  }
  if (open && !blocks.unclosed) blocks.unclosed = open;
  return blocks;
}

std::optional<std::pair<int, int>> first_difference(const SourceBlocks& a, const SourceBlocks& b) {
  const auto [in_a, in_b] =
      std::mismatch(a.fixed.begin(), a.fixed.end(), b.fixed.begin(), b.fixed.end(),
                    [](const SourceLine& x, const SourceLine& y) { return x.text == y.text; });
  if (in_a == a.fixed.end() && in_b == b.fixed.end()) return std::nullopt;
  return std::pair{line_at(a.fixed, static_cast<std::size_t>(in_a - a.fixed.begin())),
                   line_at(b.fixed, static_cast<std::size_t>(in_b - b.fixed.begin()))};
}

}  // namespace warpgrade
