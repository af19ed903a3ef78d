// What each task's last grading gave, kept beside the built runners so that `list` can show it.
#pragma once

#include <map>
#include <string>

#include "course/course.hpp"
#include "model/result.hpp"

namespace warpgrade::app {

struct LastResult {
  Verdict verdict = Verdict::not_run;
  double score = 0;
};

/// Best effort: a cache that can't be written is no reason to fail a grading.
void remember_results(const Installation& installation, const std::filesystem::path& submission,
                      const Result& result);

/// By "exercise/task"; empty if nothing is known, or readable.
std::map<std::string, LastResult> last_results(const Installation& installation,
                                               const std::filesystem::path& submission);

}  // namespace warpgrade::app
