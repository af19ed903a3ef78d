#include "app/watch/hint_steps.hpp"

#include <fmt/format.h>

#include "app/watch/sentences.hpp"
#include "app/watch/source_sections.hpp"

namespace warpgrade::app {
namespace {

std::string describe(const TodoBlock& block, const std::string& path) {
  std::string text = fmt::format("{}:{}-{}", path, block.first_line, block.last_line);
  if (block.code.empty()) text += " (empty)";
  if (!block.words.empty()) text += ": " + block.words;
  return text;
}

}  // namespace

std::vector<HintStep> hint_steps(const spec::Task& task, const spec::Exercise& exercise,
                                 std::string_view source, const std::string& path) {
  std::vector<HintStep> steps;
  const std::vector<std::string> sentences = sentences_of(task.hint);
  std::string rest;
  for (std::size_t i = 1; i < sentences.size(); ++i) rest += (i == 1 ? "" : " ") + sentences[i];
  if (!sentences.empty()) steps.push_back({"a nudge", sentences.front()});
  if (!rest.empty()) steps.push_back({"a sketch", rest});
  std::string lines;
  for (const TodoBlock& block : todo_blocks_of(task.name, source, exercise))
    lines += (lines.empty() ? "" : "\n") + describe(block, path);
  if (!lines.empty()) steps.push_back({"which lines", lines});
  return steps;
}

}  // namespace warpgrade::app
