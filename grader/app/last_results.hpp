// What each task's last grading gave, kept beside the built runners so that `list` and `quiz` can show it.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "course/course.hpp"
#include "model/result.hpp"

namespace warpgrade::app {

struct LastResult {
  Verdict verdict = Verdict::not_run;
  double score = 0;
  std::map<std::string, std::map<std::uint64_t, double>> costs;  ///< by name, then n
};

/// Best effort: a cache that can't be written is no reason to fail a grading.
void remember_results(const Installation& installation, const std::filesystem::path& submission,
                      const Result& result);

/// By "exercise/task"; empty if nothing is known, or readable.
std::map<std::string, LastResult> last_results(const Installation& installation,
                                               const std::filesystem::path& submission);

}  // namespace warpgrade::app
