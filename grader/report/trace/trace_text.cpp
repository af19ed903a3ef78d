// The steps on a terminal.
#include <algorithm>
#include <ostream>
#include <span>

#include <fmt/format.h>

#include "report/failure.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "report/trace/races.hpp"
#include "report/trace/steps.hpp"
#include "report/trace/trace_page.hpp"
#include "report/trace/words.hpp"

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
