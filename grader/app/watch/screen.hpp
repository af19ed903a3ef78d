// What ./grade watch itself writes to the terminal; the reports between come from the gradings.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "app/terminal.hpp"
#include "app/watch/course_progress.hpp"

namespace warpgrade::app {

class Screen {
 public:
  Screen(const CourseProgress& progress, std::filesystem::path submission)
      : progress_(progress), submission_(std::move(submission)) {}

  /// On a terminal that understands colours. Elsewhere one screen follows the other.
  void clear() const;
  /// At the top while something is graded: of which folder, and what.
  void header(const std::string& what) const;
  /// So many lines of a report leave its first line, the verdict, on the screen; 0: it has no end.
  std::size_t lines_for_report(const spec::Exercise& exercise) const;
  void keys() const;
  /// Once all is graded: the verdict of each task of the exercise (`map: ✓ write · ✗ repair (race)`), and how
  /// much of all that is watched is right.
  void standing(const spec::Exercise& exercise) const;
  /// A bar over all tasks that are watched.
  void progress() const;
  /// What to do for a task: its title, its first sentence in the handout, its files.
  void introduction(const WatchedTask& task) const;
  void all_is_right() const;
  void was_right_before(const WatchedTask& task) const;
  void was_right_without_gpu(const WatchedTask& task) const;
  void was_ended_by(int signal) const;
  /// `number`: how many steps were shown before.
  void hint(const WatchedTask& task, std::size_t number) const;

 private:
  std::string progress_line() const;
  std::string verdict_lines(const spec::Exercise& exercise) const;
  std::size_t columns() const;
  void print(const std::string& text) const;

  const CourseProgress& progress_;
  std::filesystem::path submission_;
  Terminal terminal_ = Terminal::of_stdout();
};

}  // namespace warpgrade::app
