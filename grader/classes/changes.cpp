#include "classes/changes.hpp"

#include <cmath>
#include <ctime>
#include <set>
#include <system_error>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "system/atomic_file.hpp"
#include "system/file_text.hpp"

/// null: none.
template <>
struct nlohmann::adl_serializer<std::optional<double>> {
  static void to_json(json& j, const std::optional<double>& value) { j = value ? json(*value) : json(); }
  static void from_json(const json& j, std::optional<double>& value) {
    if (!j.is_null()) value = j.get<double>();
  }
};

namespace warpgrade::classes {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BookedExercise, points, tasks, files, exercise, by_hand, waiting,
                                   penalty_percent)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Change, student, exercise, task, from, to, why)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Books, when, grader, seed, students, changes, changes_since)

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr double kLeastDifference = 1e-9;  // of points; less is rounding

bool differ(const std::optional<double>& a, const std::optional<double>& b) {
  if (a.has_value() != b.has_value()) return true;
  return a && std::abs(*a - *b) > kLeastDifference;
}

/// All that is different between two gradings of an exercise, in the words of an instructor.
std::string why(const BookedExercise& before, const BookedExercise& now, bool other_grader, bool other_seed) {
  std::vector<std::string> reasons;
  const auto because = [&](bool it_is, const char* reason) {
    if (it_is) reasons.emplace_back(reason);
  };
  because(before.by_hand != now.by_hand, "points by hand");
  if (before.files != now.files)
    reasons.emplace_back(before.files.empty() ? "handed in"
                         : now.files.empty()  ? "no longer handed in"
                                              : "other files");
  because(before.penalty_percent != now.penalty_percent, "how late it is");
  if (!before.files.empty() && !now.files.empty()) {  // nothing else was graded twice
    because(before.exercise != now.exercise, "the exercise was changed");
    because(other_grader, "another version of the grader");
    because(other_seed, "another seed");
    because(before.waiting != now.waiting, "times on a GPU");
  }
  if (reasons.empty()) reasons.emplace_back("graded again");
  return fmt::format("{}", fmt::join(reasons, ", "));
}

double points_of(const BookedExercise& exercise, const std::string& task) {
  const auto found = exercise.tasks.find(task);
  return found == exercise.tasks.end() ? 0 : found->second;
}

void compare(const BookedExercise& before, const BookedExercise& now, Change change,
             std::vector<Change>& changes) {
  std::set<std::string> tasks;
  for (const auto* one : {&before, &now})
    for (const auto& [name, points] : one->tasks) tasks.insert(name);
  double explained = 0;
  std::vector<Change> of_tasks;
  for (const std::string& task : tasks) {
    const double from = points_of(before, task), to = points_of(now, task);
    if (!differ(from, to)) continue;
    explained += to - from;
    change.task = task;
    change.from = from;
    change.to = to;
    of_tasks.push_back(change);
  }
  const bool is_known = before.points && now.points;
  if (is_known && !differ(*now.points - *before.points, explained)) {
    changes.insert(changes.end(), of_tasks.begin(), of_tasks.end());
  } else if (differ(before.points, now.points)) {
    change.task.clear();
    change.from = before.points;
    change.to = now.points;
    changes.push_back(std::move(change));
  }
}

}  // namespace

std::optional<Books> read_books(const ResultsFolder& results) {
  const json j =
      json::parse(system::file_text(results.books()).value_or(""), nullptr, /*allow_exceptions=*/false);
  try {
    return j.is_object() ? std::optional(j.get<Books>()) : std::nullopt;
  } catch (const json::exception&) {  // written by another version: there is nothing to compare with
    return std::nullopt;
  }
}

void write_books_file(const ResultsFolder& results, const Books& books) {
  system::write_file_atomically(results.books(),
                                json(books).dump(0, ' ', false, json::error_handler_t::replace) + "\n");
}

void book(Books& books, const Grade& grade, const Entry& entry, const AttemptResult& graded,
          const Roll& roll) {
  std::map<std::string, BookedExercise>& exercises = books.students[grade.student.id];
  exercises.clear();  // an attempt that counts in place of another
  for (std::size_t i = 0; i < graded.result.exercises.size(); ++i) {
    const ExerciseResult& result = graded.result.exercises[i];
    BookedExercise& exercise = exercises[result.name];
    exercise.points = grade.points.at(i);
    exercise.penalty_percent = grade.lateness.penalty_percent;
    for (const TaskResult& task : result.tasks) {
      exercise.tasks[task.name] = task.score;
      exercise.waiting += task.waiting_points;
    }
    for (const Piece& piece : entry.pieces)
      if (piece.exercise == result.name) exercise.files = piece.files;
    if (result.quiz)
      for (const QuestionResult& question : result.quiz->questions) exercise.files += question.answer;
    if (const auto key = roll.keys.exercises.find(result.name); key != roll.keys.exercises.end())
      exercise.exercise = key->second;
    for (const HandEntry& one : graded.by_hand)
      if (one.exercise == result.name)
        exercise.by_hand += fmt::format("{} {:g} {}; ", one.what(), *one.points, one.why);
  }
}

std::vector<Change> changes_between(const Books& before, const Books& now) {
  std::vector<Change> changes;
  std::set<std::string> students;
  for (const Books* books : {&before, &now})
    for (const auto& [student, exercises] : books->students) students.insert(student);
  const auto exercises_of = [](const Books& books, const std::string& student) {
    const auto found = books.students.find(student);
    return found == books.students.end() ? std::map<std::string, BookedExercise>() : found->second;
  };
  for (const std::string& student : students) {
    const auto old_ones = exercises_of(before, student), new_ones = exercises_of(now, student);
    for (const auto& [name, exercise] : new_ones) {
      const auto old_one = old_ones.find(name);
      const BookedExercise earlier =
          old_one == old_ones.end() ? BookedExercise{.points = 0} : old_one->second;
      Change change{.student = student, .exercise = name};
      change.why = why(earlier, exercise, before.grader != now.grader, before.seed != now.seed);
      compare(earlier, exercise, change, changes);
    }
    for (const auto& [name, exercise] : old_ones)
      if (!new_ones.contains(name))
        changes.push_back({student, name, "", exercise.points, std::nullopt,
                           new_ones.empty() ? "no longer in the class" : "this exercise no longer counts"});
  }
  return changes;
}

fs::path keep_older(const ResultsFolder& results, const Books& before) {
  const fs::path folder = results.older() / before.when;
  if (fs::exists(folder)) return folder;
  const fs::path part = results.older() / (before.when + ".part");
  fs::remove_all(part);
  fs::create_directories(part);
  for (const auto& entry : fs::directory_iterator(results.path())) {
    const fs::path name = entry.path().filename();
    if (name.string().starts_with("gradebook") || name == results.books().filename())
      fs::copy_file(entry.path(), part / name);
  }
  fs::rename(part, folder);
  return folder;
}

std::string as_csv(const std::vector<Change>& changes, CsvForm form) {
  std::vector<std::vector<std::string>> rows{{"student", "exercise", "task", "from", "to", "why"}};
  for (const Change& change : changes)
    rows.push_back({change.student, change.exercise, change.task, points_figure(change.from),
                    points_figure(change.to), change.why});
  return csv_text(rows, form);
}

}  // namespace warpgrade::classes
