// What a person sees while a grading runs: a line that says what is being done, a line for each exercise that
// is done, and, if the grading is interrupted, what was done until then.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "judge/options.hpp"
#include "report/human.hpp"
#include "report/terminal.hpp"

namespace warpgrade::app {

/// What is known of a grading's tasks while it runs: their cases, counted as they come.
class CaseTally {
 public:
  void add(const judge::Progress& case_done);
  /// A line for each task that has a result, in the order of their first cases.
  std::string text(const report::HumanOptions& options) const;
  /// "✓ scan: 5 of 5 tasks right", by the cases alone: sanitizers and times come later.
  std::string of_exercise(const std::string& exercise, const report::HumanOptions& options) const;
  /// "scan/blelloch, 2 wrong so far"; of no task that has a result: its name alone.
  std::string so_far(const std::string& exercise, const std::string& task) const;

 private:
  struct Counts {
    std::string task;
    std::size_t right = 0, wrong = 0, left_out = 0, all = 0;
    Verdict worst = Verdict::pass;  ///< of its cases
  };
  std::vector<Counts> tasks_;
  std::map<std::string, std::size_t> places_;                           ///< in tasks_
  std::map<std::pair<std::string, DeviceKind>, bool> known_on_device_;  ///< whose cases are in `all`
};

class RunDisplay {
 public:
  RunDisplay();  ///< on standard error

  /// From now on a line stays for each exercise that is done.
  void tell_each_exercise() { tells_each_exercise_ = true; }
  void show(const judge::Progress& progress);
  void show(const std::string& what);
  void clear() { line_.clear(); }
  /// Nothing is shown after that.
  void tell_what_is_finished();

 private:
  void show_in_line(const judge::Progress& progress);

  std::mutex mutex_;
  report::HumanOptions terminal_;
  report::ProgressLine line_;
  CaseTally tally_;
  bool tells_each_exercise_ = false;
};

/// Clears the display when its scope ends, by an error too.
class ClearsAtEnd {
 public:
  explicit ClearsAtEnd(RunDisplay& display) : display_(display) {}
  ~ClearsAtEnd() { display_.clear(); }
  ClearsAtEnd(const ClearsAtEnd&) = delete;
  ClearsAtEnd& operator=(const ClearsAtEnd&) = delete;

 private:
  RunDisplay& display_;
};

}  // namespace warpgrade::app
