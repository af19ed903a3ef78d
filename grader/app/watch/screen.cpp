#include "app/watch/screen.hpp"

#include <algorithm>
#include <cstdio>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "app/watch/course_texts.hpp"
#include "course/course.hpp"
#include "course/source_sections.hpp"
#include "report/style.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"
#include "system/file_text.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKeys = "h hint · d draw · t trace · n next · r run again · c report · l list · q quit";

fs::path handout_of(const WatchedTask& task) { return task.exercise->folder / "README.md"; }

std::string typed_handout_of(const WatchedTask& task) { return as_typed(handout_of(task)).string(); }

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent = 0) {
  std::string lines;
  for (const std::string& line : report::wrap(text, width - indent))
    lines += std::string(indent, ' ') + line + "\n";
  return lines;
}

}  // namespace

void Screen::print(const std::string& text) const {
  std::fputs((terminal_.unicode ? text : report::to_ascii(text)).c_str(), stdout);
  std::fflush(stdout);
}

/// Now: the window may have another size than at the start.
std::size_t Screen::columns() const { return std::size_t(report::terminal_width(STDOUT_FILENO)); }

std::string Screen::progress_line() const {
  const std::size_t right = progress_.right(), all = progress_.tasks().size();
  return fmt::format("{} {} of {} right", report::progress_bar(right, all, terminal_.unicode), right,
                     report::counted(all, "task"));
}

void Screen::clear() const {
  if (terminal_.color) print("\033[H\033[2J");
}

void Screen::header(const std::string& what) const {
  clear();
  print(fmt::format("{} · {}\n", as_typed(submission_).string(), what));
}

std::size_t Screen::lines_for_report(const spec::Exercise& exercise) const {
  constexpr std::size_t fewest = 8;  // the verdict, what it means, and the finding
  const std::size_t rows = report::terminal_height(STDOUT_FILENO);
  const std::string others = verdict_lines(exercise) + progress_line() + "\n" + wrapped(kKeys, columns());
  const std::size_t taken =
      4 + std::size_t(std::ranges::count(others, '\n'));  // the header, blank lines, the cursor
  return rows == 0 ? 0 : std::max(fewest, rows - std::min(rows, taken));
}

void Screen::keys() const { print("\n" + terminal_.paint(wrapped(kKeys, columns()), Tone::quiet)); }

std::string Screen::verdict_lines(const spec::Exercise& exercise) const {
  const report::Style style(/*color=*/false, terminal_.unicode);
  std::string line;
  for (const WatchedTask& task : progress_.tasks()) {
    if (task.exercise != &exercise) continue;
    const Verdict verdict = task.verdict.value_or(Verdict::not_started);
    line += fmt::format("{} {} {}", line.empty() ? exercise.name + ":" : " ·",
                        style.mark(task.is_right() ? Verdict::pass : verdict), task.task->name);
    if (!task.is_right() && verdict != Verdict::not_started)
      line += fmt::format(" ({})", report::in_words(verdict));
  }
  return wrapped(line, columns());
}

void Screen::standing(const spec::Exercise& exercise) const {
  print("\n" + verdict_lines(exercise) + progress_line() + "\n");
}

void Screen::introduction(const WatchedTask& task) const {
  print("\n" + wrapped(fmt::format("Next: {}: {}", task.name(), task.task->title), columns()));
  const std::string handout = system::file_text(handout_of(task)).value_or("");
  if (const std::string about = first_sentence_about(task.task->name, handout); !about.empty())
    print(wrapped(about, columns()));
  const int line = line_of_task(task.task->name, progress_.text_of(*task.exercise), *task.exercise);
  print(fmt::format("Edit:    {}{}\nHandout: {}\n", as_typed(progress_.source_of(*task.exercise)).string(),
                    line > 0 ? fmt::format(":{}", line) : "", typed_handout_of(task)));
}

void Screen::progress() const { print(fmt::format("\n{}\n", progress_line())); }

void Screen::all_is_right() const {
  print(fmt::format("{}\n", terminal_.paint("All tasks are right.", Tone::good)));
}

void Screen::was_right_before(const WatchedTask& task) const {
  print(fmt::format(
      "\n{}\n", terminal_.paint(task.name() + " was right before this save, and no longer is:", Tone::bad)));
}

void Screen::was_right_without_gpu(const WatchedTask& task) const {
  print(fmt::format(
      "\n{}\n", terminal_.paint(task.name() + " is right on the simulator, but not on the GPU:", Tone::bad)));
}

void Screen::was_ended_by(int signal) const {
  print(fmt::format(
      "\nThe grader was ended by signal {}. That is not the fault of your work: press r to try again.\n",
      signal));
}

void Screen::hint(const WatchedTask& task, std::size_t number) const {
  const std::string path = as_typed(progress_.source_of(*task.exercise)).string();
  const std::vector<HintStep> steps =
      hint_steps(*task.task, *task.exercise, progress_.text_of(*task.exercise), path);
  if (steps.empty())
    return print(
        fmt::format("\nThere is no hint for {}. Its handout: {}\n", task.name(), typed_handout_of(task)));
  if (number >= steps.size())
    return print(fmt::format("\nThat was all. The handout: {}\n", typed_handout_of(task)));
  const HintStep& step = steps[number];
  print(fmt::format("\nHint {} of {} for {}, {}:\n", number + 1, steps.size(), task.name(), step.name));
  print(wrapped(step.text, columns(), 2));
}

}  // namespace warpgrade::app
