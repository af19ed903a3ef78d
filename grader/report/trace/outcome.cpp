#include "report/trace/outcome.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "report/style.hpp"
#include "report/text.hpp"
#include "report/trace/steps.hpp"

namespace warpgrade::report::trace {

std::string about(const Recording& recording) {
  std::string text = fmt::format("n = {}", recording.n);
  for (const std::string& part : {recording.op, recording.input}) text += part.empty() ? "" : " · " + part;
  if (!recording.order.empty()) text += " · order " + recording.order;
  return text + (recording.source.empty() ? "" : " · " + shown_path(recording.source));
}

std::string outcome(const Recording& recording) {
  const auto wrong = std::ranges::count_if(recording.outputs, [](const auto& o) { return !o.right; });
  const auto unwritten = std::ranges::count_if(recording.outputs, [](const auto& o) { return !o.written; });
  std::string result = "Every output is right";
  if (wrong > 0) {
    const RecordedOutput& first = *std::ranges::find(recording.outputs, false, &RecordedOutput::right);
    result = fmt::format("{} of {} wrong: {}[{}] {}, and must be {}", counted(std::size_t(wrong), "element"),
                         recording.outputs.size(), first.array, first.index,
                         first.written ? "is " + first.value : "is never written", first.expected);
  }
  if (wrong > 0 && unwritten == std::ptrdiff_t(recording.outputs.size())) result = "No output is written";
  if (recording.findings.empty()) return (wrong > 0 ? "✗ " : "✓ ") + result + ".";
  const std::string found = in_words(recording.findings.front().verdict);
  return fmt::format("✗ {}, {} {}.", result, wrong > 0 ? "and" : "but", found);
}

std::vector<std::string> remarks(const Recording& recording) {
  std::vector<std::string> sentences = {
      "The order of the steps is one of those that are possible: the lanes of a warp go together, the warps "
      "of "
      "a block take turns, and blocks come one after the other. A GPU promises nothing but what barriers put "
      "in order."};
  if (std::ranges::any_of(recording.launches, [](const auto& l) { return l.blocks() > kMostBlocks; }))
    sentences.push_back(fmt::format("Of each launch the first {} blocks are shown.", kMostBlocks));
  if (recording.cut) sentences.push_back("The recording was full: what came later is not in it.");
  return sentences;
}

}  // namespace warpgrade::report::trace
