// ./grade quiz [EXERCISE…]: asks the questions of the exercises, and keeps the answers in the submission.
// What is piped in answers one question a line. For instructors, --seal writes what handouts are checked
// with.
#include "spec/quiz.hpp"

#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <unistd.h>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/interrupt.hpp"
#include "app/last_results.hpp"
#include "app/own_quiz.hpp"
#include "app/quiz_dialog.hpp"
#include "app/selection.hpp"
#include "app/subcommand.hpp"
#include "course/course.hpp"
#include "model/costs.hpp"
#include "quiz/mark.hpp"
#include "quiz/seal.hpp"
#include "report/text.hpp"
#include "spec/formula.hpp"
#include "system/atomic_file.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct QuizOptions {
  std::vector<std::string> names;
  fs::path submission, course;
  bool again = false, check = false, seal = false, own = false;
};

std::vector<const spec::Exercise*> with_quiz(const spec::Course& course,
                                             const std::vector<std::string>& names) {
  std::vector<const spec::Exercise*> exercises;
  for (const judge::Selection& selected : select(course, names)) {
    if (!selected.task.empty())
      throw UsageError(
          fmt::format("a quiz belongs to a whole exercise: `./grade quiz {}`", selected.exercise));
    const spec::Exercise* exercise = find_exercise(course, selected.exercise);
    if (exercise->quiz)
      exercises.push_back(exercise);
    else if (!names.empty())
      throw UsageError(
          fmt::format("{} has no quiz. `./grade list` shows which exercises have one.", exercise->name));
  }
  if (exercises.empty()) throw UsageError("no exercise of this course has a quiz.");
  return exercises;
}

std::string fresh_salt() {
  std::random_device device;
  return fmt::format("{:08x}{:08x}", device(), device());
}

/// Those of an earlier --seal; a file that can't be read is made anew.
std::map<std::string, quiz::Seal> old_seals(const fs::path& file) {
  if (!fs::exists(file)) return {};
  try {
    return quiz::read_seals(file);
  } catch (const spec::SpecError&) {
    return {};
  }
}

/// An answer that did not change keeps its salt, so that only the lines of changed answers change in the
/// file.
int seal_all(const Installation& installation, const std::vector<const spec::Exercise*>& exercises) {
  for (const spec::Exercise* exercise : exercises) {
    const fs::path file = quiz::seal_file(*exercise->quiz);
    const auto solutions =
        spec::read_solutions(quiz::answers_file(installation.reference(), *exercise), *exercise->quiz);
    const auto old = old_seals(file);
    std::vector<quiz::Seal> seals;
    for (std::size_t i = 0; i < solutions.size(); ++i) {
      const auto known = old.find(exercise->quiz->questions[i].name);
      seals.push_back(quiz::seal(solutions[i], known == old.end() ? fresh_salt() : known->second.salt));
    }
    system::write_file_atomically(file, quiz::seals_as_toml(*exercise->quiz, seals));
    fmt::print("{}: {} sealed\n", as_typed(file).string(), report::counted(seals.size(), "answer"));
  }
  return 0;
}

/// What the last grading measured; nothing if it did not.
std::optional<double> measured(const spec::Exercise& exercise, const spec::QuizMeasure& measure,
                               const std::map<std::string, LastResult>& known) {
  const auto result = known.find(exercise.name + "/" + measure.task);
  if (result == known.end()) return std::nullopt;
  const auto by_n = result->second.costs.find(measure.cost);
  if (by_n == result->second.costs.end()) return std::nullopt;
  const auto found = by_n->second.find(measure.n);
  return found == by_n->second.end() ? std::nullopt : std::optional(found->second);
}

/// "Your formula gives 11 at n = 1000. "; nothing for other kinds.
std::string value_of_formula(const spec::Question& question, const std::string& typed) {
  if (question.kind != spec::QuestionKind::formula) return {};
  const auto n = question.measure->n;
  try {
    return fmt::format("Your formula gives {} at n = {}. ",
                       spec::canonical_number(spec::evaluate_formula(typed, double(n))), n);
  } catch (const spec::FormulaError&) {
    return {};  // it has no value at this n
  }
}

/// "Your formula gives 11 at n = 1000. Your own hillis_steele: 10 steps, one after the other, at n = 1000."
std::string own_measurement(const spec::Exercise& exercise, const spec::Question& question,
                            const std::string& typed, bool right,
                            const std::map<std::string, LastResult>& known) {
  if (!question.measure) return {};
  const auto& [task, cost, n] = *question.measure;
  const auto value = measured(exercise, *question.measure, known);
  if (!value)  // said once, not after each attempt
    return right ? fmt::format("And your own kernel? `./grade {}/{}` counts its {} at n = {}.", exercise.name,
                               task, cost_named(cost).unit, n)
                 : "";
  return value_of_formula(question, typed) +
         fmt::format("Your own {}: {} {} at n = {}.", task, report::number(*value), cost_named(cost).unit, n);
}

std::string summary(const QuizResult& result, const std::string& exercise) {
  const std::size_t open = result.questions.size() - result.answered();
  std::string text =
      result.marked ? fmt::format("{}: {} of {} right", exercise, result.right(), result.questions.size())
                    : fmt::format("{}: {} of {} answered, not marked here", exercise, result.answered(),
                                  result.questions.size());
  if (open > 0 && result.marked) text += fmt::format(", {} not answered", open);
  if (result.max_score() > 0)
    text += fmt::format("; {} of {} points", report::number(result.score()), report::number(result.points));
  return text + "\n";
}

/// False if the input has ended.
bool run_quiz(const QuizOptions& options, const Installation& installation, const fs::path& submission,
              const spec::Exercise& exercise) {
  const fs::path file = quiz::answers_file(submission, exercise);
  quiz::Answers answers = quiz::read_answers(submission, exercise);
  if (!answers.problem.empty())
    throw UsageError(
        fmt::format("{}\nA line is a question's name and its answer in quotes: {} = \"…\"\n"
                    "Correct the line, or remove the file and answer anew.",
                    answers.problem, exercise.quiz->questions.front().name));
  const auto keep = [&](const quiz::Answers& now) { quiz::write_answers(file, exercise, now); };
  const auto known = last_results(installation, fs::absolute(submission).lexically_normal());
  const auto measurement = [&](const spec::Question& question, const std::string& typed, bool right) {
    return own_measurement(exercise, question, typed, right, known);
  };
  const std::vector<quiz::Seal> seals = quiz::seals_here(*exercise.quiz);
  const std::string readme = report::shown_path((exercise.folder / "README.md").string());
  const QuizDialog dialog{.name = exercise.name,
                          .command = "./grade quiz " + exercise.name,
                          .look_up = fmt::format("Read it up in {}, then", readme),
                          .questions = exercise.quiz->questions,
                          .seals = seals,
                          .answers_file = file,
                          .keep = keep,
                          .measurement = measurement};
  if (options.check) {
    review(dialog, answers);
    return true;
  }
  return ask(dialog, answers, options.again);
}

int quiz(const QuizOptions& options) {
  if (options.own && options.seal)
    throw UsageError("--own and --seal don't go together: nothing of a student's own kernel is sealed.");
  if (options.own)
    return own_quiz({.names = options.names,
                     .common = {.device = judge::only(DeviceKind::simulator),
                                .course = options.course,
                                .submission = options.submission},
                     .again = options.again,
                     .check = options.check});
  const Installation installation = find_installation(options.course);
  const spec::Course course = load_course(installation);
  const auto exercises = with_quiz(course, options.names);
  if (options.seal) return seal_all(installation, exercises);

  const fs::path submission =
      as_typed(fs::absolute(options.submission.empty() ? installation.student() : options.submission));
  if (!fs::is_directory(submission))
    throw UsageError(fmt::format("the submission's folder {} does not exist.", submission.string()));
  if (!options.check) {
    end_cleanly_when_interrupted("your answers are kept; the same command goes on where you stopped.");
    fmt::print("{}\n", ::isatty(STDIN_FILENO) != 0
                           ? "Enter alone leaves a question open, Ctrl-D ends."
                           : "Each line of the input answers one question; an empty one leaves it open.");
    std::fflush(stdout);
  }
  for (const spec::Exercise* exercise : exercises)
    if (!run_quiz(options, installation, submission, *exercise)) break;

  bool all_done = true, some_not_right = false;
  fmt::print("\n");
  for (const spec::Exercise* exercise : exercises) {
    const QuizResult result = quiz::mark_quiz(*exercise, submission);
    fmt::print("{}", summary(result, exercise->name));
    all_done = all_done && result.is_done();
    some_not_right = some_not_right || (result.marked && !result.is_done());
  }
  if (some_not_right && !options.check) fmt::print("The same command asks again what is not right yet.\n");
  return all_done ? 0 : 1;
}

}  // namespace

void add_quiz(CLI::App& app, Run& run) {
  auto options = std::make_shared<QuizOptions>();
  Subcommand command(app, "quiz", "Answer the questions about the exercises");
  command.option("names", options->names, "Exercises; none: all that have a quiz").shown_as("EXERCISE");
  command.flag("--own", options->own,
               "Ask about your own kernels of an exercise, or of EXERCISE/TASK, instead");
  command.flag("--again", options->again, "Ask the questions that are answered right, too");
  command.flag("--check", options->check, "Ask nothing: show your answers, and why they are right or wrong");
  command.flag("--seal", options->seal, "For instructors: seal the answers in reference/ for the handout");
  command.option("--submission", options->submission, "Where the answers are kept (default: student/)")
      .shown_as("DIR");
  add_course_option(command, options->course);
  command.sets(run, [options] { return quiz(*options); });
}

}  // namespace warpgrade::app
