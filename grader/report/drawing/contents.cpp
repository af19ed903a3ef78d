#include "report/drawing/contents.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpgrade::report::drawing {
namespace {

constexpr std::size_t kMostRuns = 5;  ///< in a sentence

/// in[first..last), each one after the other.
struct Run {
  std::uint32_t first = 0, last = 0;
};

std::vector<Run> runs_of(const std::vector<std::uint32_t>& inputs) {
  std::vector<Run> runs;
  for (const std::uint32_t input : inputs) {
    const bool goes_on = !runs.empty() && runs.back().last == input && input != Contents::kForeign;
    if (goes_on)
      ++runs.back().last;
    else
      runs.push_back({input, input + 1});
  }
  return runs;
}

std::string in_words(const Run& run) {
  if (run.first == Contents::kForeign) return "something that is no element of this call";
  if (run.last == run.first + 1) return fmt::format("in[{}]", run.first);
  return fmt::format("in[{}..{})", run.first, run.last);
}

std::vector<std::string> in_words(const std::vector<Run>& runs) {
  std::vector<std::string> words;
  for (const Run& run : runs) {
    words.push_back(words.size() == kMostRuns ? "…" : in_words(run));
    if (words.size() > kMostRuns) break;
  }
  return words;
}

std::string times(std::size_t count) { return count == 2 ? "twice" : fmt::format("{} times", count); }

/// Each input once, in ascending order, and how often it is there.
std::map<std::uint32_t, std::size_t> counts_of(const Contents& contents) {
  std::map<std::uint32_t, std::size_t> counts;
  for (const std::uint32_t input : contents.inputs) ++counts[input];
  return counts;
}

std::vector<std::uint32_t> without_repeats(const Contents& contents) {
  const std::set<std::uint32_t> inputs(contents.inputs.begin(), contents.inputs.end());
  return {inputs.begin(), inputs.end()};
}

/// The inputs that are there more than once: "in[2] twice", "in[3..5) 4 times".
std::vector<std::string> repeats_in_words(const Contents& contents) {
  std::map<std::size_t, std::vector<std::uint32_t>> inputs_by_count;
  for (const auto& [input, count] : counts_of(contents))
    if (count > 1) inputs_by_count[count].push_back(input);
  std::vector<std::string> words;
  for (const auto& [count, inputs] : inputs_by_count)
    words.push_back(fmt::format("{} {}", fmt::join(in_words(runs_of(inputs)), " and "), times(count)));
  return words;
}

/// From small to large, and so a run if nothing is missing and nothing is there twice.
bool is_ascending(const Contents& contents) { return std::ranges::is_sorted(contents.inputs); }

bool has_foreign(const Contents& contents) {
  return std::ranges::find(contents.inputs, Contents::kForeign) != contents.inputs.end();
}

}  // namespace

Contents joined(const Contents& left, const Contents& right) {
  Contents all = left;
  all.cut = left.cut || right.cut;
  for (const std::uint32_t input : right.inputs) {
    if (all.inputs.size() == Contents::kMost) {
      all.cut = true;
      break;
    }
    all.inputs.push_back(input);
  }
  return all;
}

bool is_sound(const Contents& contents, Operands operands) {
  if (contents.cut || has_foreign(contents)) return false;
  if (operands == Operands::ordered) return runs_of(contents.inputs).size() <= 1;
  return without_repeats(contents).size() == contents.inputs.size();
}

std::string in_words(const Contents& contents, Operands operands) {
  if (contents.inputs.empty()) return "the identity";
  if (contents.cut) return fmt::format("more than {} inputs", Contents::kMost);
  if (operands == Operands::ordered && !is_ascending(contents))
    return fmt::format("{}", fmt::join(in_words(runs_of(contents.inputs)), ", then "));
  const std::string all = fmt::format("{}", fmt::join(in_words(runs_of(without_repeats(contents))), ", "));
  const std::vector<std::string> repeats = repeats_in_words(contents);
  return repeats.empty() ? all : fmt::format("{}, with {}", all, fmt::join(repeats, " and "));
}

std::string short_label(const Contents& contents, Operands operands, std::size_t most) {
  if (contents.inputs.empty()) return "id";
  std::vector<std::uint32_t> inputs = contents.inputs;
  if (operands == Operands::any_order) std::ranges::sort(inputs);
  std::string label;
  for (const Run& run : runs_of(inputs)) {
    if (!label.empty()) label += ' ';
    if (run.first == Contents::kForeign)
      label += '?';
    else if (run.last == run.first + 1)
      label += fmt::format("{}", run.first);
    else
      label += fmt::format("[{}..{})", run.first, run.last);
  }
  if (label.size() <= most && !contents.cut) return label;
  return fmt::format("{}{} in", contents.inputs.size(), contents.cut ? "+" : "");
}

std::string difference_in_words(const Contents& contents, const Contents& expected, Operands operands) {
  std::vector<std::uint32_t> missing, foreign;
  const auto counts = counts_of(contents), right = counts_of(expected);
  for (const auto& [input, count] : right)
    if (!counts.contains(input)) missing.push_back(input);
  for (const auto& [input, count] : counts)
    if (!right.contains(input)) foreign.push_back(input);
  std::vector<std::string> words;
  const auto listed = [](const std::vector<std::uint32_t>& inputs) {
    return fmt::format("{}", fmt::join(in_words(runs_of(inputs)), ", "));
  };
  if (!missing.empty()) words.push_back("it lacks " + listed(missing));
  if (!foreign.empty()) words.push_back(listed(foreign) + " does not belong in it");
  if (const auto repeats = repeats_in_words(contents); !repeats.empty())
    words.push_back(fmt::format("it has {}", fmt::join(repeats, " and ")));
  if (words.empty() && operands == Operands::ordered && !is_ascending(contents))
    words.push_back("the order is wrong");
  return fmt::format("{}", fmt::join(words, "; "));
}

}  // namespace warpgrade::report::drawing
