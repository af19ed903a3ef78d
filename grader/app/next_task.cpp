#include "app/next_task.hpp"

#include "app/selection.hpp"
#include "app/watch/course_progress.hpp"
#include "app/watch/source_sections.hpp"
#include "system/file_text.hpp"

namespace warpgrade::app {

namespace fs = std::filesystem;

void add_lines(const spec::Course& course, const fs::path& submission, Result& result) {
  constexpr std::size_t most = 1'000'000;  // larger files are not graded
  for (ExerciseResult& exercise : result.exercises) {
    const spec::Exercise* spec = find_exercise(course, exercise.name);
    const auto source = system::read_file_beneath(submission, fs::path(spec->unit) / spec->source, most).text;
    for (TaskResult& task : exercise.tasks) task.line = line_of_task(task.name, source.value_or(""), *spec);
  }
}

std::optional<report::OpenTask> next_open_task(const Installation& installation, const spec::Course& course,
                                               const fs::path& submission, const Result& result) {
  if (result.exercises.empty() || result.exercises.back().tasks.empty()) return std::nullopt;
  const CourseProgress progress(installation, submission, course, select(course, {}));
  const ExerciseResult& last = result.exercises.back();
  const std::size_t current = progress.find(last.name + "/" + last.tasks.back().name);
  const std::size_t next = progress.next_open(current);
  if (next == progress.tasks().size()) return std::nullopt;
  const WatchedTask& task = progress.tasks()[next];
  return report::OpenTask{task.name(), as_typed(progress.source_of(*task.exercise)).string(),
                          line_of_task(task.task->name, progress.text_of(*task.exercise), *task.exercise),
                          "to check it"};
}

}  // namespace warpgrade::app
