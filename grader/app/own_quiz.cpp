#include "app/own_quiz.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <unistd.h>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/interrupt.hpp"
#include "app/last_results.hpp"
#include "app/quiz_dialog.hpp"
#include "app/selection.hpp"
#include "app/session.hpp"
#include "quiz/mark.hpp"
#include "quiz/own/questions.hpp"
#include "report/failure.hpp"
#include "report/style.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

struct AskedTask {
  const spec::Exercise* exercise;
  const spec::Task* task;
  std::string name() const { return exercise->name + "/" + task->name; }
};

std::vector<AskedTask> asked_tasks(const spec::Course& course, const std::vector<std::string>& names) {
  std::vector<AskedTask> tasks;
  for (const judge::Selection& selected : select(course, names)) {
    const spec::Exercise* exercise = find_exercise(course, selected.exercise);
    for (const spec::Task& task : exercise->tasks)
      if (selected.task.empty() || selected.task == task.name) tasks.push_back({exercise, &task});
  }
  return tasks;
}

/// What the last grading of these lines found; `pass`: its results are right, or nobody knows.
Verdict known_fault(const Session& session, const AskedTask& asked) {
  const fs::path submission = session.grading.submission.lexically_normal();
  const auto results = last_results(session.installation, fs::absolute(submission));
  const auto known = results.find(asked.name());
  if (known == results.end() || traits(known->second.verdict).results_are_right ||
      known->second.is_stale(asked.name(), sources_of_tasks({asked.exercise}, submission)))
    return Verdict::pass;
  return known->second.verdict;
}

class OwnQuiz {
 public:
  explicit OwnQuiz(const OwnQuizOptions& options) : options_(options), session_(options.common) {}

  int run() {
    if (!fs::is_directory(session_.grading.submission))
      throw UsageError(
          fmt::format("the submission's folder {} does not exist.", session_.grading.submission.string()));
    end_cleanly_when_interrupted("your answers are kept; the same command goes on where you stopped.");
    for (const AskedTask& asked : asked_tasks(session_.course, options_.names))
      if (!ask(asked)) break;
    fmt::print("\n{}", summary_);
    return all_done_ ? 0 : 1;
  }

 private:
  /// False if the input has ended.
  bool ask(const AskedTask& asked) {
    const quiz::OwnQuestionsMade own = questions_of(asked);
    if (!own.why_not.empty() || own.questions.empty()) {
      all_done_ = all_done_ && own.why_not.empty();
      summary_ += fmt::format(
          "{}: {}\n", asked.name(),
          own.why_not.empty() ? "no question fits this kernel" : why_not_asked(asked, own.why_not.front()));
      return true;
    }
    quiz::Answers all = quiz::read_answers(session_.grading.submission, *asked.exercise);
    if (!all.problem.empty())
      throw UsageError(fmt::format("{}\nCorrect the line, or remove the file and answer anew.", all.problem));
    quiz::Typed& known = all.own[asked.task->name];
    if (quiz::has_stale_answers(own.questions, known)) {
      fmt::print("{}: the kernel has changed since you answered, so there are other questions.\n",
                 asked.name());
      std::fflush(stdout);
      std::erase_if(known, [&](const auto& one) {
        return std::ranges::count(own.questions, one.first, &OwnQuestion::name) == 0;
      });
    }
    const bool goes_on = talk(asked, own.questions, all);
    sum_up(asked, own.questions, all);
    return goes_on;
  }

  quiz::OwnQuestionsMade questions_of(const AskedTask& asked) const {
    if (const Verdict known = known_fault(session_, asked); known != Verdict::pass)
      return {{}, {make_finding(known, "", "")}};
    return quiz::own_questions(
        {.exercise = asked.exercise,
         .task = asked.task,
         .source = session_.grading.submission / asked.exercise->unit / asked.exercise->source},
        session_.grading);
  }

  static std::string why_not_asked(const AskedTask& asked, const Finding& why) {
    if (!is_students_fault(why.verdict)) throw std::runtime_error(why.message);
    return fmt::format("not asked, since it is not right yet ({}). First: `./grade {}`",
                       report::in_words(why.verdict), asked.name());
  }

  /// Answers that count are marked where the seals of the quiz are (quiz::seals_here).
  bool is_marked(const AskedTask& asked) const {
    const auto& quiz = asked.exercise->quiz;
    return !quiz || quiz->own_points <= 0 || !quiz::seals_here(*quiz).empty();
  }

  bool talk(const AskedTask& asked, const std::vector<OwnQuestion>& own, quiz::Answers& all) const {
    std::vector<spec::Question> questions;
    std::vector<quiz::Seal> seals;
    const std::string trace = fmt::format("./grade trace {}", asked.name());
    for (const OwnQuestion& one : own) {
      questions.push_back(quiz::as_question(one));
      if (is_marked(asked)) seals.push_back(quiz::seal_of(one, fmt::format("`{}` shows it.", trace)));
    }
    const fs::path file = quiz::answers_file(session_.grading.submission, *asked.exercise);
    quiz::Answers answers;
    answers.typed = all.own[asked.task->name];
    const auto keep = [&](const quiz::Answers& now) {
      all.own[asked.task->name] = now.typed;
      if (!all.has_reasons) quiz::write_answers(file, *asked.exercise, all);
    };
    const QuizDialog dialog{.name = asked.name() + ", your kernel",
                            .command = "./grade quiz --own " + asked.name(),
                            .look_up = "Look at the code once more, then",
                            .questions = questions,
                            .seals = seals,
                            .answers_file = file,
                            .keep = keep};
    if (!options_.check) return app::ask(dialog, answers, options_.again);
    review(dialog, answers);
    return true;
  }

  void sum_up(const AskedTask& asked, const std::vector<OwnQuestion>& own, const quiz::Answers& all) {
    QuizResult result;
    result.questions = quiz::mark_own(asked.task->name, own, all);
    result.marked = is_marked(asked);
    all_done_ = all_done_ && result.is_done();
    summary_ +=
        fmt::format("{}: {} of {} {}\n", asked.name(), result.marked ? result.right() : result.answered(),
                    result.questions.size(), result.marked ? "right" : "answered, not marked here");
  }

  const OwnQuizOptions& options_;
  Session session_;
  std::string summary_;
  bool all_done_ = true;
};

}  // namespace

int own_quiz(const OwnQuizOptions& options) {
  if (options.names.empty())
    throw UsageError("name the exercise whose kernels you want to be asked about: `./grade quiz --own scan`");
  return OwnQuiz(options).run();
}

}  // namespace warpgrade::app
