// ./grade --at HOST: what is right here goes to the course's machine over the student's own SSH, is checked
// and timed there, and comes back into the same report.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "model/result.hpp"
#include "spec/spec.hpp"

namespace warpgrade::app {

struct AtHost {
  std::string host;      ///< as ssh takes it: a name, or USER@NAME; empty: nothing is sent
  std::string shown_as;  ///< the student's name on the course's board, by choice
  std::function<void(const std::string&)> progress;
};

/// Throws UsageError if this is no name of a host.
void require_host_name(const std::string& host);

/// Exercises in which a right task waits for times.
std::vector<std::string> exercises_to_time(const Result& result);

/// Sends these exercises of a submission, and puts what comes back in the place of what `result` has of them.
/// Waits its turn there. Returns sentences for the student. Throws UsageError with what the other side said.
std::vector<std::string> grade_at(const AtHost& at, const spec::Course& course,
                                  const std::filesystem::path& submission,
                                  const std::vector<std::string>& exercises, Result& result);

}  // namespace warpgrade::app
