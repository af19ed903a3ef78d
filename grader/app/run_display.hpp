// What a person sees while a grading runs: a line that says what is being done, a line for each exercise that
// is done, and, if the grading is interrupted, what was done until then.
#pragma once

#include <mutex>
#include <string>

#include "app/case_tally.hpp"
#include "judge/options.hpp"
#include "report/human.hpp"
#include "report/terminal.hpp"

namespace warpgrade::app {

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
