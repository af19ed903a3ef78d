#include "report/trace/recording_summary.hpp"

#include <algorithm>
#include <cctype>

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

std::string result_words(const Recording& recording) {
  const auto& outputs = recording.outputs;
  const auto wrong = std::size_t(std::ranges::count(outputs, false, &RecordedOutput::right));
  if (outputs.empty() && !recording.findings.empty()) return "there is no result";
  if (wrong == 0) return "every output is right";
  if (std::ranges::none_of(outputs, &RecordedOutput::written)) return "no output is written";
  const RecordedOutput& first = *std::ranges::find(outputs, false, &RecordedOutput::right);
  return fmt::format("{} of {} {} wrong: {}[{}] {}, and must be {}", counted(wrong, "element"),
                     outputs.size(), wrong == 1 ? "is" : "are", first.array, first.index,
                     first.written ? "is " + first.value : "is never written", first.expected);
}

std::string outcome(const Recording& recording) {
  std::string text = result_words(recording);
  text.front() = char(std::toupper(text.front()));
  if (!recording.findings.empty())
    text += fmt::format("; found: {}", in_words(recording.findings.front().verdict));
  return (recording.is_right() ? "✓ " : "✗ ") + text + ".";
}

std::vector<std::string> remarks(const Recording& recording) {
  std::vector<std::string> sentences = {
      "The order of the steps is one of those that are possible: the lanes of a warp go together, the warps "
      "of "
      "a block take turns, and blocks come one after the other. A GPU promises nothing but what barriers put "
      "in order."};
  if (std::ranges::any_of(recording.launches, [](const auto& l) { return l.blocks() > kMostBlocks; }))
    sentences.push_back(fmt::format("Only the first {} blocks of each launch are shown.", kMostBlocks));
  if (recording.cut) sentences.push_back("The recording was full: later events are missing.");
  return sentences;
}

}  // namespace warpgrade::report::trace
