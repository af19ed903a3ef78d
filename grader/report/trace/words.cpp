#include "report/trace/words.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>

#include <fmt/format.h>

#include "report/failure.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "report/trace/memory.hpp"
#include "report/trace/steps.hpp"
#include "report/trace/trace_page.hpp"

namespace warpgrade::report::trace {
namespace {

constexpr std::size_t kMostRanges = 6;
constexpr unsigned kBanks = 32, kBankBytes = 4;

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

std::string extent(const std::array<unsigned, 3>& size) {
  if (size[1] == 1 && size[2] == 1) return std::to_string(size[0]);
  if (size[2] == 1) return fmt::format("({}, {})", size[0], size[1]);
  return fmt::format("({}, {}, {})", size[0], size[1], size[2]);
}

/// "threads 0..7 of block 1"; the block only where there are several.
std::string threads_of(const Recording& recording, const Step& step) {
  std::vector<std::uint64_t> threads;
  for (const std::size_t event : step.events) threads.push_back(recording.events[event].thread);
  const bool is_one = std::ranges::all_of(threads, [&](std::uint64_t t) { return t == threads.front(); });
  std::string text = (is_one ? "thread " : "threads ") + ranges(threads);
  if (recording.launches[step.launch].blocks() > 1) text += fmt::format(" of block {}", step.block);
  return text;
}

bool is_one_thread(const Recording& recording, const Step& step) {
  const unsigned first = recording.events[step.events.front()].thread;
  return std::ranges::all_of(step.events, [&](std::size_t i) { return recording.events[i].thread == first; });
}

/// "sums[0..6]"; of an array of one element "out[0]".
std::string elements_of(const Recording& recording, const std::vector<std::size_t>& events) {
  std::map<unsigned, std::vector<std::uint64_t>> elements;  // by array
  for (const std::size_t i : events) {
    const RecordedEvent& event = recording.events[i];
    const unsigned size = cell_bytes(recording.arrays[event.array]);
    for (std::uint64_t at = event.byte / size; at * size < event.byte + event.bytes; ++at)
      elements[event.array].push_back(at);
  }
  std::vector<std::string> parts;
  for (const auto& [array, indices] : elements)
    parts.push_back(fmt::format("{}[{}]", recording.arrays[array].name, ranges(indices)));
  return joined(parts);
}

/// "the value of the lane 1 above" if it is that for all; otherwise who gets whose.
std::string shuffled(const Recording& recording, const Step& step) {
  std::set<std::int64_t> distances;
  std::set<unsigned> sources;
  std::vector<std::string> pairs;
  for (const std::size_t i : step.events) {
    const RecordedEvent& event = recording.events[i];
    sources.insert(event.source);
    if (event.source != event.thread) distances.insert(std::int64_t(event.source) - event.thread);
    if (pairs.size() < kMostRanges) pairs.push_back(fmt::format("{} from {}", event.thread, event.source));
  }
  if (sources.size() == 1 && step.events.size() > 1)
    return fmt::format("the value of thread {}", *sources.begin());
  if (distances.empty()) return "their own value";
  if (distances.size() == 1) {
    const std::int64_t distance = *distances.begin();
    return fmt::format("the value of the lane {} {}", std::abs(distance), distance > 0 ? "above" : "below");
  }
  return "values: " + joined(pairs) + (step.events.size() > pairs.size() ? " …" : "");
}

std::string others_words(const Recording& recording, const Step& step) {
  std::vector<std::size_t> writes;
  for (const std::size_t i : step.events) {
    const RecordedEvent& event = recording.events[i];
    const bool writes_it = event.kind == RecordedKind::write || event.kind == RecordedKind::atomic;
    if (writes_it && !recording.arrays[event.array].shared) writes.push_back(i);
  }
  const std::string what = writes.empty() ? "" : "; they write " + elements_of(recording, writes);
  const bool are_blocks = std::ranges::all_of(
      step.events, [&](std::size_t i) { return recording.events[i].block >= kMostBlocks; });
  if (!are_blocks) return fmt::format("the rest is not shown: it has too many steps{}", what);
  return fmt::format("blocks from {} on run, which are not shown{}", kMostBlocks, what);
}

std::string accessed(const Recording& recording, const Step& step, std::string_view verb) {
  const std::string ending = is_one_thread(recording, step) ? "s" : "";
  return fmt::format("{} {}{} {}", threads_of(recording, step), verb, ending,
                     elements_of(recording, step.events));
}

std::string what_happens(const Recording& recording, const Step& step) {
  switch (step.kind) {
    case StepKind::launch: {
      const RecordedLaunch& launch = recording.launches[step.launch];
      return fmt::format("{} starts: {} of {}", launch_words(launch), counted(launch.blocks(), "block"),
                         counted(launch.threads_per_block(), "thread"));
    }
    case StepKind::read: return accessed(recording, step, "read");
    case StepKind::write: return accessed(recording, step, "write");
    case StepKind::atomic: return accessed(recording, step, "update") + " atomically";
    case StepKind::shuffle:
      return fmt::format("{} get{} {}", threads_of(recording, step),
                         is_one_thread(recording, step) ? "s" : "", shuffled(recording, step));
    case StepKind::barrier:
      return recording.launches[step.launch].blocks() > 1
                 ? fmt::format("__syncthreads(): all threads of block {} are here", step.block)
                 : "__syncthreads(): all threads are here";
    case StepKind::warp_sync: {
      std::vector<std::uint64_t> lanes;
      const RecordedEvent& event = recording.events[step.events.front()];
      for (unsigned lane = 0; lane < kWarp; ++lane)
        if ((event.lanes >> lane & 1) != 0) lanes.push_back(lane);
      return fmt::format("__syncwarp(): lanes {} of warp {} are here", ranges(lanes), step.warp);
    }
    case StepKind::others: return others_words(recording, step);
    case StepKind::end: return "the call is over: " + result_words(recording);
  }
  return {};
}

/// The most different words that lanes ask of one bank.
unsigned busiest_bank(const std::vector<std::uint64_t>& words) {
  std::array<std::set<std::uint64_t>, kBanks> banks;
  for (const std::uint64_t word : words) banks[word % kBanks].insert(word);
  std::size_t most = 1;
  for (const auto& bank : banks) most = std::max(most, bank.size());
  return unsigned(most);
}

}  // namespace

std::string ranges(std::vector<std::uint64_t> numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::string text;
  std::size_t parts = 0;
  for (std::size_t i = 0; i < numbers.size(); ++parts) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (parts == kMostRanges) return text + ", …";
    if (parts > 0) text += ", ";
    text += end - i == 1   ? std::to_string(numbers[i])
            : end - i == 2 ? fmt::format("{}, {}", numbers[i], numbers[i + 1])
                           : fmt::format("{}..{}", numbers[i], numbers[end - 1]);
    i = end;
  }
  return text;
}

std::string place_of(const Recording& recording, const Step& step) {
  if (step.events.empty() || step.kind == StepKind::others) return {};
  if (step.line >= recording.lines.size()) return {};
  const Place& place = recording.lines[step.line];
  if (place.line <= 0 || place.file.empty()) return {};
  return fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
}

std::string launch_words(const RecordedLaunch& launch) {
  return fmt::format("{}<<<{}, {}>>>", launch.kernel, extent(launch.grid), extent(launch.block));
}

std::string race_words(const Recording& recording, const Race& race) {
  const RecordedEvent &first = recording.events[race.first_event],
                      &second = recording.events[race.second_event];
  const auto verb = [](const RecordedEvent& event) {
    return event.kind == RecordedKind::read    ? "reads"
           : event.kind == RecordedKind::write ? "writes"
                                               : "updates";
  };
  const auto who = [&](const RecordedEvent& event) {
    return first.block == second.block ? fmt::format("thread {}", event.thread)
                                       : fmt::format("thread {} of block {}", event.thread, event.block);
  };
  return fmt::format("{} {} {} in step {}, {} {} it in step {}; nothing between them puts them in order.",
                     who(first), verb(first), elements_of(recording, {race.first_event}), race.first_step + 1,
                     who(second), verb(second), race.second_step + 1);
}

unsigned bank_turns(const Recording& recording, const Step& step) {
  if (step.kind != StepKind::read && step.kind != StepKind::write) return 1;
  std::map<unsigned, std::vector<std::uint64_t>> words;  // by array
  for (const std::size_t i : step.events) {
    const RecordedEvent& event = recording.events[i];
    if (recording.arrays[event.array].shared && event.bytes <= kBankBytes)
      words[event.array].push_back(event.byte / kBankBytes);
  }
  unsigned turns = 1;
  for (const auto& [array, asked] : words) turns = std::max(turns, busiest_bank(asked));
  return turns;
}

std::string words_of(const Recording& recording, const Step& step) { return words_of(recording, {&step, 1}); }

std::size_t mergeable_steps(const Recording& recording, std::span<const Step> steps, std::size_t first) {
  const Step& one = steps[first];
  const bool is_shuffle = one.kind == StepKind::shuffle;
  const bool is_of_a_warp =
      is_shuffle || one.kind == StepKind::read || one.kind == StepKind::write || one.kind == StepKind::atomic;
  std::size_t end = first + 1;
  for (; is_of_a_warp && end < steps.size(); ++end) {
    const Step& next = steps[end];
    if (next.kind != one.kind || next.launch != one.launch || next.block != one.block ||
        next.line != one.line || bank_turns(recording, next) != bank_turns(recording, one))
      break;
    if (is_shuffle && shuffled(recording, next) != shuffled(recording, one)) break;
    const auto is_its_warp = [&next](const Step& step) { return step.warp == next.warp; };
    if (std::ranges::any_of(steps.subspan(first, end - first), is_its_warp)) break;  // the next iteration
  }
  return end - first;
}

std::string words_of(const Recording& recording, std::span<const Step> together) {
  Step all = together.front();
  for (const Step& step : together.subspan(1))
    all.events.insert(all.events.end(), step.events.begin(), step.events.end());
  std::string text = what_happens(recording, all);
  if (const unsigned turns = bank_turns(recording, together.front()); turns > 1)
    text += fmt::format(", a {}-way bank conflict{}", turns, together.size() > 1 ? " in each warp" : "");
  if (const std::string place = place_of(recording, all); !place.empty()) text += ", " + place;
  return text;
}

/// A run of a program is no call with n elements.
static bool is_of_program(const Recording& recording) { return recording.n == 0; }

std::string about(const Recording& recording) {
  std::string text = is_of_program(recording) ? "" : fmt::format("n = {}", recording.n);
  for (const std::string& part : {recording.op, recording.input})
    if (!part.empty()) text += (text.empty() ? "" : " · ") + part;
  if (!recording.order.empty()) text += " · order " + recording.order;
  return text + (recording.source.empty() ? "" : " · " + shown_path(recording.source));
}

std::string result_words(const Recording& recording) {
  const auto& outputs = recording.outputs;
  if (is_of_program(recording))
    return recording.findings.empty() ? "what it prints and writes is right" : "it is not right";
  const auto wrong = std::size_t(std::ranges::count(outputs, false, &RecordedOutput::right));
  if (outputs.empty() && !recording.findings.empty()) return "there is no result";
  if (recording.is_empty())
    return fmt::format("nothing was read or written: there is no output at n = {}, so take another --n",
                       recording.n);
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

namespace warpgrade::report {

std::string trace_summary(const Recording& recording) {
  return printable(
      fmt::format("{}. {}", counted(trace::steps_of(recording).size(), "step"), trace::outcome(recording)));
}

void write_trace_text(std::ostream& out, const Recording& recording) {
  using namespace trace;
  const std::vector<Step> steps = steps_of(recording);
  out << printable(fmt::format("{}/{}, {}\n\n", recording.exercise, recording.task, about(recording)));
  for (std::size_t i = 0, count = 1; i < steps.size(); i += count) {
    count = mergeable_steps(recording, steps, i);
    const std::string numbers = count == 1 ? std::to_string(i + 1) : fmt::format("{}..{}", i + 1, i + count);
    out << printable(
        fmt::format("{:>9}  {}\n", numbers, words_of(recording, std::span(steps).subspan(i, count))));
  }
  out << "\n";
  for (const Finding& finding : recording.findings) {
    out << printable(fmt::format("{}: {}\n", in_words(finding.verdict), finding.message));
    if (const std::string place = describe_place(finding.place); !place.empty())
      out << "  at " << place << "\n";
  }
  for (const Race& race : races_of(recording, steps))
    out << printable("  " + race_words(recording, race)) << "\n";
  out << printable(outcome(recording)) << "\n";
  if (recording.cut) out << remarks(recording).back() << "\n";
}

}  // namespace warpgrade::report
