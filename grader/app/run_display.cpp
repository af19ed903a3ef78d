// Verdicts of tasks are decided at the end, from all of their cases. So only cases are told here.
#include "app/run_display.hpp"

#include <algorithm>
#include <iostream>
#include <unistd.h>

#include <fmt/format.h>

#include "model/result.hpp"
#include "report/failure.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::app {

void CaseTally::add(const judge::Progress& done) {
  const std::string name = done.exercise + "/" + done.task;
  const auto [place, is_new] = places_.try_emplace(name, tasks_.size());
  if (is_new) tasks_.push_back({.task = name});
  Counts& counts = tasks_[place->second];
  if (known_on_device_.try_emplace({name, done.device}, true).second) counts.all += done.cases_of_task;
  counts.worst = worst({counts.worst, done.verdict});
  (done.verdict == Verdict::pass      ? counts.right
   : done.verdict == Verdict::not_run ? counts.left_out
                                      : counts.wrong)++;
}

std::string CaseTally::text(const report::HumanOptions& options) const {
  const report::Style style(options.color, options.unicode);
  std::string text;
  for (const Counts& task : tasks_) {
    const std::size_t open = task.all - std::min(task.all, task.right + task.wrong + task.left_out);
    const Verdict looks = task.wrong > 0 ? Verdict::wrong_answer
                          : open > 0     ? Verdict::not_run
                                         : Verdict::pass;
    std::string line = fmt::format("{} {}: {} of {} right", style.mark(looks), task.task, task.right,
                                   report::counted(task.all, "case"));
    if (open > 0) line += fmt::format(", {} not run yet", open);
    text += style.in_color_of(looks, line) + "\n";
  }
  return options.unicode ? text : report::to_ascii(text);
}

std::string CaseTally::of_exercise(const std::string& exercise, const report::HumanOptions& options) const {
  std::size_t tasks = 0, right = 0;
  Verdict looks = Verdict::pass;
  for (const Counts& counts : tasks_) {
    if (!counts.task.starts_with(exercise + "/")) continue;
    ++tasks;
    right += counts.right == counts.all;
    looks = worst({looks, counts.worst});
  }
  if (looks == Verdict::pass && right < tasks) looks = Verdict::not_run;
  const report::Style style(options.color, options.unicode);
  const std::string line = fmt::format("{} {}: {} of {} right", style.mark(looks), exercise, right,
                                       report::counted(tasks, "task"));
  const std::string colored = style.in_color_of(looks, line) + "\n";
  return options.unicode ? colored : report::to_ascii(colored);
}

std::string CaseTally::so_far(const std::string& exercise, const std::string& task) const {
  const std::string name = exercise + "/" + task;
  const auto place = places_.find(name);
  if (place == places_.end()) return name;
  const std::size_t wrong = tasks_[place->second].wrong;
  return wrong == 0 ? name + ", all right so far" : fmt::format("{}, {} wrong so far", name, wrong);
}

RunDisplay::RunDisplay()
    : terminal_(report::human_options_for(STDERR_FILENO)),
      line_(std::cerr, report::is_terminal(STDERR_FILENO), terminal_.width, terminal_.unicode) {}

void RunDisplay::show(const judge::Progress& progress) {
  const std::lock_guard lock(mutex_);
  if (progress.kind == judge::Progress::Kind::case_done) tally_.add(progress);
  show_in_line(progress);
}

void RunDisplay::show(const std::string& what) {
  const std::lock_guard lock(mutex_);
  line_.show(0, 0, what);
}

void RunDisplay::show_in_line(const judge::Progress& progress) {
  using Kind = judge::Progress::Kind;
  if (progress.kind == Kind::waiting) {  // perhaps for minutes, so it stays on the screen
    line_.clear();
    std::cerr << "grade: " << progress.exercise << std::endl;
  } else if (progress.kind == Kind::exercise_done && tells_each_exercise_) {
    line_.clear();
    std::cerr << tally_.of_exercise(progress.exercise, terminal_) << std::flush;
  } else if (progress.kind == Kind::building)
    line_.show(0, 0, fmt::format("building {}", progress.exercise));
  else if (progress.kind == Kind::sanitizing || progress.kind == Kind::timing ||
           progress.kind == Kind::case_done)
    line_.show(progress.done, progress.total, tally_.so_far(progress.exercise, progress.task));
}

void RunDisplay::tell_what_is_finished() {
  mutex_.lock();
  line_.clear();
  const std::string finished = tally_.text(terminal_);
  std::cerr << finished
            << (finished.empty() ? "grade: interrupted before a case was finished; no report was written.\n"
                                 : "grade: interrupted; above is what was finished. No report was written.\n")
            << std::flush;
}

}  // namespace warpgrade::app
