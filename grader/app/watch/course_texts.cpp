#include "app/watch/course_texts.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "course/source_sections.hpp"

namespace warpgrade::app {

std::vector<std::string> sentences_of(const std::string& text) {
  std::vector<std::string> sentences;
  bool begins = true;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (begins) sentences.emplace_back();
    if (!begins) sentences.back() += ' ';
    sentences.back() += word;
    begins = std::string_view(".!?").find(word.back()) != std::string_view::npos;
  }
  return sentences;
}

std::string first_sentence_about(const std::string& task, const std::string& handout) {
  // 1. **`interleaved`** (4 points; one block, n ≤ 2048). Strides 1, 2, 4, …
  const std::string mark = "**`" + task + "`**";
  const std::size_t found = handout.find(mark);
  if (found == std::string::npos) return "";
  std::size_t begin = found + mark.size();
  const std::size_t end = std::min(handout.find("\n\n", begin), handout.size());
  const std::size_t points = handout.find(").", begin);
  if (handout.compare(begin, 2, " (") == 0 && points < end) begin = points + 2;
  const std::vector<std::string> sentences = sentences_of(handout.substr(begin, end - begin));
  return sentences.empty() ? "" : sentences.front();
}

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
