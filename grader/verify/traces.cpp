#include "verify/traces.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>

#include <fmt/format.h>

#include "judge/recording/record.hpp"
#include "system/parallel.hpp"

namespace warpgrade::verify {

std::vector<std::string> check_traces(const Installation& installation,
                                      const std::vector<const spec::Exercise*>& exercises,
                                      const judge::GradingOptions& options, int jobs) {
  std::vector<judge::SmallCall> calls;
  for (const spec::Exercise* exercise : exercises) {
    const std::filesystem::path source = installation.reference() / exercise->unit / exercise->source;
    if (!std::filesystem::exists(source)) continue;  // told among the problems of the files
    if (exercise->program) continue;                 // no trace shows it
    for (const spec::Task& task : exercise->tasks)
      calls.push_back({.exercise = exercise, .task = &task, .source = source, .n = task.shown.n});
  }
  std::vector<std::string> problems(calls.size());
  system::parallel_for(jobs, calls.size(), [&](std::size_t, std::size_t i) {
    const judge::Recorded recorded = judge::record(calls[i], options);
    if (recorded.why_not.empty() && recorded.recording.events.empty())
      problems[i] = fmt::format(
          "{}/{}: the reference reads and writes nothing at n = {}, so `trace` shows no step. Give "
          "[task.trace] an n, and "
          "the parameters, of a small call with output.",
          calls[i].exercise->name, calls[i].task->name, calls[i].n);
  });
  std::erase(problems, "");
  return problems;
}

}  // namespace warpgrade::verify
