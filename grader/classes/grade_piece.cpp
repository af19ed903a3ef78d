#include "classes/grade_piece.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "classes/queue.hpp"
#include "course/course.hpp"
#include "judge/device_choice.hpp"
#include "judge/grading.hpp"
#include "model/stored_result.hpp"
#include "model/verdict.hpp"
#include "quiz/own/questions.hpp"

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

judge::GradingOptions options_for(judge::GradingOptions base, const ResultsFolder& results,
                                  const Piece& piece) {
  base.submission = results.attempts() / piece.attempt;
  base.command = "./grade";
  return base;
}

judge::GradingOptions options_for_gpu(judge::GradingOptions base, const ResultsFolder& results,
                                      const Piece& piece) {
  judge::GradingOptions options = options_for(std::move(base), results, piece);
  options.selection.clear();
  for (const std::string& task : read_tasks_for_gpu(results, piece.key))
    options.selection.push_back({piece.exercise, task});
  return options;
}

Result anonymous_result(const spec::Course& course, const judge::GradingOptions& options) {
  Result result = judge::grade(course, options);
  if (options.device == judge::only(kDefaultDevice))
    for (ExerciseResult& exercise : result.exercises)
      quiz::add_own_questions(*find_exercise(course, exercise.name), options, exercise);
  make_anonymous(result, options.submission);
  return result;
}

/// All tasks that are right, if one of them has thresholds for its times. An exercise without any is not
/// worth the minutes that CUDA takes to compile it for each student.
std::vector<std::string> tasks_for_gpu(const spec::Exercise& exercise, const Result& result) {
  std::vector<std::string> right;
  bool one_is_timed = false;
  for (const ExerciseResult& graded : result.exercises)
    for (const TaskResult& task : graded.tasks) {
      if (task.verdict != Verdict::pass) continue;
      right.push_back(task.name);
      const spec::Task* spec = find_task(exercise, task.name);
      one_is_timed |= spec != nullptr && spec->timing;
    }
  return one_is_timed ? right : std::vector<std::string>();
}

}  // namespace

Result grade_on_simulator(const spec::Course& course, judge::GradingOptions base,
                          const ResultsFolder& results, const Piece& piece) {
  base.device = judge::only(kDefaultDevice);
  base.timing.reset();
  base.selection = {{piece.exercise, ""}};
  Result result = anonymous_result(course, options_for(std::move(base), results, piece));
  write_tasks_for_gpu(results, piece.key, tasks_for_gpu(*find_exercise(course, piece.exercise), result));
  return result;
}

Result grade_on_gpu(const spec::Course& course, judge::GradingOptions base, const ResultsFolder& results,
                    const Piece& piece) {
  return anonymous_result(course, options_for_gpu(std::move(base), results, piece));
}

void compile_for_gpu(const spec::Course& course, judge::GradingOptions base, const ResultsFolder& results,
                     const Piece& piece) {
  judge::compile_ahead(course, options_for_gpu(std::move(base), results, piece));
}

}  // namespace warpgrade::classes
