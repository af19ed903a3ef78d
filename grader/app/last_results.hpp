// What each task's last grading gave, kept beside the built runners so that `list`, `watch` and `quiz` can
// show it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "course/course.hpp"
#include "model/result.hpp"

namespace warpgrade::app {

/// What tasks are made of, as a checksum of their lines and of the headers beside them; by "exercise/task".
using TaskSources = std::map<std::string, std::string>;

/// As the files are now.
TaskSources sources_of_tasks(const std::vector<const spec::Exercise*>& exercises,
                             const std::filesystem::path& submission);

struct LastResult {
  Verdict verdict = Verdict::not_run;
  double score = 0;
  std::string source;                                            ///< of TaskSources, when it was graded
  std::map<std::string, std::map<std::uint64_t, double>> costs;  ///< by name, then n

  /// Was it given to other lines than the file holds now?
  bool is_stale(const std::string& task, const TaskSources& now) const;
};

/// Best effort: a cache that can't be written is no reason to fail a grading. `sources`: as they were before
/// it began.
void remember_results(const Installation& installation, const std::filesystem::path& submission,
                      const TaskSources& sources, const Result& result);

/// By "exercise/task"; empty if nothing is known, or readable.
std::map<std::string, LastResult> last_results(const Installation& installation,
                                               const std::filesystem::path& submission);

}  // namespace warpgrade::app
