// `warpgrade class points RESULTS STUDENT EXERCISE[/TASK] N --why TEXT`: what an instructor decides about
// points, and what a student asks. The books are written anew at once.
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "app/classes/class_parts.hpp"
#include "app/selection.hpp"
#include "classes/filter.hpp"
#include "classes/points_by_hand.hpp"
#include "classes/submissions/pile.hpp"
#include "course/course.hpp"
#include "judge/scoring.hpp"
#include "report/text.hpp"

namespace warpgrade::app {
namespace {

using classes::HandEntry;

struct PointsOptions {
  std::filesystem::path results, file;
  std::string student, exercise, why, note;
  std::optional<double> points;
  bool clear = false;
};

std::string in_points(double number) { return fmt::format("{:g} point{}", number, number == 1 ? "" : "s"); }

void print(const HandEntry& entry) {
  std::cout << fmt::format("  {}, {}: ", entry.student, entry.what());
  if (!entry.note.empty()) std::cout << fmt::format("\"{}\" ", entry.note);
  if (entry.is_decision())
    std::cout << (entry.points ? fmt::format("{}: {} ", in_points(*entry.points), entry.why)
                               : fmt::format("as the grader says: {} ", entry.why));
  std::cout << fmt::format("({}, {})\n", entry.who, entry.when);
}

int list(const BegunClass& begun) {
  const classes::PointsByHand by_hand(begun.results);
  const auto open = by_hand.open_questions();
  std::cout << fmt::format("{}{}\n", report::counted(open.size(), "open question"), open.empty() ? "." : ":");
  for (const HandEntry& question : open) print(question);
  std::cout << fmt::format("All that was decided and asked{}\n",
                           by_hand.entries().empty() ? ": nothing." : ":");
  for (const HandEntry& entry : by_hand.entries()) print(entry);
  return 0;
}

HandEntry entry_of(const PointsOptions& options) {
  if (options.exercise.empty())
    throw UsageError(
        "say of which exercise: warpgrade class points RESULTS STUDENT EXERCISE[/TASK] N --why TEXT");
  if (options.points && options.clear)
    throw UsageError("a number of points and --clear exclude each other: --clear takes points by hand back.");
  if (!options.points && !options.clear && options.note.empty())
    throw UsageError(
        "say how many points, with --why; or --clear; or --note with a question of the student.");
  if ((options.points || options.clear) && options.why.empty())
    throw UsageError("--why TEXT is missing: the student reads it.");
  if (!options.points && !options.clear && !options.why.empty())
    throw UsageError(
        "--why belongs to a decision: add the number of points, or --clear if those of the grader stay.");
  HandEntry entry{
      .student = options.student, .points = options.points, .why = options.why, .note = options.note};
  name_subject(entry, options.exercise);
  return entry;
}

/// Gives the student's id to an entry whose words are known here. Throws UsageError.
void complete(HandEntry& entry, const BegunClass& begun, const spec::Course& course,
              const classes::PointsByHand& by_hand) {
  if (find_exercise(course, entry.exercise) == nullptr &&
      find_exercise(load_course(find_installation(begun.settings.course)), entry.exercise) != nullptr)
    throw UsageError(fmt::format("{} does not count in this class.", entry.exercise));
  const judge::Selection selected = select(course, {entry.what()}).front();
  if (selected.exercise != entry.exercise)
    throw UsageError(
        fmt::format("{} is a unit: points are for an exercise or EXERCISE/TASK.", entry.exercise));
  entry.student = understood([&] { return student_named(entry.student, begun.roll); });
  if (entry.points && !entry.is_decision())
    throw UsageError(
        fmt::format("{}, {}: points need words why, which the student reads.", entry.student, entry.what()));
  const spec::Exercise& exercise = *find_exercise(course, entry.exercise);
  double most = entry.task.empty() && exercise.quiz ? exercise.quiz->most_points() : 0;
  for (const spec::Task& task : exercise.tasks)
    if (entry.task.empty() || task.name == entry.task) most += judge::most_points(task);
  if (entry.points && *entry.points > most)
    throw UsageError(
        fmt::format("{} has {} at most, and not {:g}.", entry.what(), in_points(most), *entry.points));
  if (const std::string why = by_hand.why_not(entry); !why.empty()) throw UsageError(why);
}

std::vector<HandEntry> entries_of_file(const PointsOptions& options, const BegunClass& begun,
                                       const spec::Course& course, const classes::PointsByHand& by_hand) {
  std::vector<HandEntry> entries;
  for (classes::HandRow& row : understood([&] { return read_hand_rows(classes::Table(options.file)); })) {
    try {
      if (row.entry.is_decision() && !row.entry.points && !row.clears)
        throw UsageError(
            "the cell points is empty: write a number, or `clear` if those of the grader count again.");
      complete(row.entry, begun, course, by_hand);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}:{}: {} Nothing was taken from the table.", options.file.string(),
                                   row.line, error.what()));
    }
    entries.push_back(std::move(row.entry));
  }
  return entries;
}

int decide(const PointsOptions& options) {
  const BegunClass begun(options.results);
  if (options.student.empty() && options.file.empty()) return list(begun);
  if (!options.student.empty() && !options.file.empty())
    throw UsageError(
        "a student and --file exclude each other: put the student into the table, or leave --file out.");
  const spec::Course course = course_of(begun);
  const classes::PointsByHand by_hand(begun.results);
  std::vector<HandEntry> entries;
  if (!options.file.empty()) {
    entries = entries_of_file(options, begun, course, by_hand);
  } else {
    entries.push_back(entry_of(options));
    complete(entries.front(), begun, course, by_hand);
  }
  add_points_by_hand(begun.results, entries);
  std::cout << "Written down:\n";
  const classes::PointsByHand now(begun.results);
  for (std::size_t i = now.entries().size() - entries.size(); i < now.entries().size(); ++i)
    print(now.entries()[i]);
  return write_books(begun);
}

}  // namespace

void add_class_points(CLI::App& app, Run& run) {
  auto options = std::make_shared<PointsOptions>();
  Subcommand command(app, "points",
                     "Decide points by hand, or write down a student's question; without more: list them");
  command.option("results", options->results, "The folder of the class").shown_as("RESULTS").required();
  command.option("student", options->student, "The student's id, mail or name").shown_as("STUDENT");
  command.option("exercise", options->exercise, "An exercise, or a task of it").shown_as("EXERCISE[/TASK]");
  command
      .option_taken_by(
          "points",
          [options](const std::string& word) {
            options->points = classes::read_points(word);
            if (!options->points)
              throw WrongValue(fmt::format("'{}' is no number of points from 0 on", word));
          },
          "The points that count from now on")
      .shown_as("N");
  command.option("--why", options->why, "Why, for the student").shown_as("TEXT");
  command.flag("--clear", options->clear, "Take points by hand back: those of the grader count again");
  command.option("--note", options->note, "What the student says; a question until somebody decides")
      .shown_as("TEXT");
  command.option("--file", options->file, "A table (CSV) with student, exercise, task, points, why, note")
      .shown_as("CSV");
  command.sets(run, [options] { return decide(*options); });
}

}  // namespace warpgrade::app
