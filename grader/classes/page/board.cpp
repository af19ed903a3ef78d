#include "classes/page/board.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "classes/page/overview.hpp"
#include "classes/page/sections.hpp"
#include "report/html/elements.hpp"
#include "report/text.hpp"

namespace warpgrade::classes {
namespace {

using report::number;
using report::xml;

std::string table_of(const std::string& task, const std::vector<BoardLine>& lines) {
  std::vector<std::vector<std::string>> rows;
  for (const BoardLine& line : lines) {
    const auto& ratio = line.timing.reference_ratio;
    rows.push_back({fmt::format("{}", rows.size() + 1), line.shown_as.empty() ? "–" : xml(line.shown_as),
                    fmt::format("{:.4g}", line.timing.ms.value),
                    ratio ? fmt::format("{:.2f}", ratio->value) : ""});
  }
  const TimingResult& timing = lines.front().timing;
  return titled(
      task, task,
      report::html::paragraph(fmt::format("{} elements, {}", number(double(timing.n)), timing.input)) +
          report::html::table(task, {{"place"}, {"name", true}, {"ms"}, {"× the reference's time"}}, rows));
}

}  // namespace

void add_attempt(Board& board, const Entry& entry, const Result& result) {
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks) {
      const TimingResult* timing = largest_timed(task);
      if (timing == nullptr || !traits(task.verdict).results_are_right) continue;
      std::vector<BoardLine>& lines = board[{exercise.name, task.name}];
      const auto own = std::ranges::find(lines, entry.attempt.student.id, &BoardLine::student);
      if (own == lines.end()) {
        lines.push_back({entry.attempt.student.id, entry.attempt.shown_as, *timing});
        continue;
      }
      if (!entry.attempt.shown_as.empty()) own->shown_as = entry.attempt.shown_as;
      if (timing->n > own->timing.n ||
          (timing->n == own->timing.n && timing->ms.value < own->timing.ms.value))
        own->timing = *timing;
    }
}

std::string board_page(const Board& board) {
  std::string sections;
  for (const auto& [task, lines] : board) {
    std::uint64_t most = 0;
    for (const BoardLine& line : lines) most = std::max(most, line.timing.n);
    std::vector<BoardLine> comparable;
    std::ranges::copy_if(lines, std::back_inserter(comparable),
                         [&](const BoardLine& line) { return line.timing.n == most; });
    std::ranges::stable_sort(comparable, {}, [](const BoardLine& line) { return line.timing.ms.value; });
    sections += table_of(task.first + "/" + task.second, comparable);
  }
  if (sections.empty()) sections = report::html::paragraph("Nothing was timed yet.");
  const std::string lead =
      "The fastest right work of each student, timed on the course's machine. Who has chosen a name with "
      "--as is named.";
  return "<!DOCTYPE html>\n<html lang=\"en\">\n" + report::html::page_head("Times") + "<body>\n" +
         report::html::element("header",
                               report::html::element("h1", "Times") + report::html::paragraph(lead)) +
         "<main>\n" + sections + "</main>\n</body>\n</html>\n";
}

}  // namespace warpgrade::classes
