#include "app/run_display.hpp"

#include <iostream>
#include <unistd.h>

#include <fmt/format.h>

namespace warpgrade::app {

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
