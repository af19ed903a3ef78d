#include "classes/grade_piece.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "course/course.hpp"
#include "judge/device_choice.hpp"
#include "judge/grading.hpp"
#include "model/stored_result.hpp"
#include "model/verdict.hpp"

namespace warpgrade::classes {
namespace {

/// Takes the attempt's folder out of all texts.
void make_anonymous(Result& result, const std::filesystem::path& folder) {
  const std::string prefixes[] = {folder.string() + "/", as_typed(folder).string() + "/"};
  for_each_text(result, [&](std::string& text) {
    for (const std::string& prefix : prefixes)
      for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at))
        text.erase(at, prefix.size());
  });
  result.submission.clear();
}

Result grade(const spec::Course& course, judge::GradingOptions& options, const ResultsFolder& results,
             const Piece& piece) {
  const std::filesystem::path folder = results.attempts() / piece.attempt;
  options.submission = folder;
  options.command = "./grade";
  options.jobs = 1;  // other workers run beside this one
  Result result = judge::grade(course, options);
  make_anonymous(result, folder);
  return result;
}

}  // namespace

Result grade_on_simulator(const spec::Course& course, judge::GradingOptions base,
                          const ResultsFolder& results, const Piece& piece) {
  base.device = judge::only(kDefaultDevice);
  base.timing.reset();
  base.selection = {{piece.exercise, ""}};
  return grade(course, base, results, piece);
}

std::vector<std::string> tasks_to_time(const spec::Exercise& exercise, const Result& result) {
  std::vector<std::string> names;
  for (const ExerciseResult& graded : result.exercises)
    for (const TaskResult& task : graded.tasks) {
      const spec::Task* spec = find_task(exercise, task.name);
      if (spec != nullptr && spec->timing && task.verdict == Verdict::pass) names.push_back(task.name);
    }
  return names;
}

Result grade_on_gpu(const spec::Course& course, judge::GradingOptions base, const ResultsFolder& results,
                    const Piece& piece, const std::vector<std::string>& tasks) {
  base.selection.clear();
  for (const std::string& task : tasks) base.selection.push_back({piece.exercise, task});
  return grade(course, base, results, piece);
}

}  // namespace warpgrade::classes
