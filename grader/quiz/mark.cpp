#include "quiz/mark.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "spec/quiz_answer.hpp"

namespace warpgrade::quiz {
namespace {

/// The reasons against an answer. If several options were chosen, each wrong one has its own.
std::vector<std::string> reasons_against(const spec::Question& question, const Seal& seal,
                                         const std::string& answer) {
  if (!question.several) {
    const auto text = text_for(seal, answer);
    return text ? std::vector{*text} : std::vector<std::string>{};
  }
  std::vector<std::string> reasons;
  for (const std::string& letter : spec::split_answer(answer)) {
    if (is_right(seal, letter)) continue;  // it is the only right one: its text is the explanation
    if (const auto text = text_for(seal, letter)) reasons.push_back(letter + ") " + *text);
  }
  if (reasons.empty()) reasons.emplace_back("What you chose is right, but it is not all that is right.");
  return reasons;
}

}  // namespace

Mark mark(const spec::Question& question, const Seal& seal, const std::string& typed) {
  try {
    const std::string answer = spec::normalised_answer(question, typed);
    if (is_right(seal, answer)) return {Outcome::right, {text_for(seal, answer).value_or("")}};
    return {Outcome::wrong, reasons_against(question, seal, answer)};
  } catch (const spec::AnswerError& error) {
    return {Outcome::no_answer, {error.what()}};
  }
}

spec::Question as_question(const OwnQuestion& own) {
  spec::Question question;
  question.name = own.name;
  question.text = own.text;
  question.kind = spec::QuestionKind::number;
  return question;
}

Seal seal_of(const OwnQuestion& own, const std::string& why) {
  return seal({own.answer, why, {}}, /*salt=*/"");
}

bool has_stale_answers(const std::vector<OwnQuestion>& own, const Typed& typed) {
  return std::ranges::any_of(
      typed, [&](const auto& one) { return std::ranges::count(own, one.first, &OwnQuestion::name) == 0; });
}

std::vector<QuestionResult> mark_own(const std::string& task, const std::vector<OwnQuestion>& own,
                                     const Answers& answers) {
  const auto of_task = answers.own.find(task);
  const Typed typed = of_task == answers.own.end() ? Typed() : of_task->second;
  std::vector<QuestionResult> results;
  for (const OwnQuestion& question : own) {
    QuestionResult& one = results.emplace_back();
    one.name = fmt::format("{} (own {})", question.name, task);
    one.own = true;
    const auto answer = typed.find(question.name);
    one.stale = answer == typed.end() && has_stale_answers(own, typed);
    if (answer == typed.end()) continue;
    one.answer = answer->second;
    one.right = mark(as_question(question), seal_of(question, ""), one.answer).outcome == Outcome::right;
  }
  return results;
}

namespace {

/// Each task has the same share of the points, and each question the same of its task's.
void add_own(double points, const std::vector<TaskResult>& tasks, const Answers& answers,
             QuizResult& result) {
  std::vector<std::vector<QuestionResult>> by_task;
  for (const TaskResult& task : tasks) {
    std::vector<QuestionResult> questions(1);  // of one that is not right yet
    questions.front().name = fmt::format("(own {})", task.name);
    questions.front().own = true;
    if (task.own) questions = mark_own(task.name, *task.own, answers);
    if (!questions.empty()) by_task.push_back(std::move(questions));
  }
  if (!by_task.empty()) result.points += points;
  for (auto& questions : by_task)
    for (QuestionResult& one : questions) {
      one.points = points / double(by_task.size()) / double(questions.size());
      one.right = one.right && result.marked;
      result.questions.push_back(std::move(one));
    }
}

}  // namespace

QuizResult mark_quiz(const spec::Exercise& exercise, const std::filesystem::path& submission,
                     const std::vector<TaskResult>* tasks) {
  const spec::Quiz& quiz = exercise.quiz.value();
  const std::vector<Seal> seals = seals_here(quiz);
  const std::filesystem::path file = answers_file(submission, exercise);
  const Answers answers = read_answers(submission, exercise);
  QuizResult result{file.string(), quiz.points, {}, answers.problem, /*marked=*/!seals.empty()};
  for (std::size_t i = 0; i < quiz.questions.size(); ++i) {
    const spec::Question& question = quiz.questions[i];
    QuestionResult& one = result.questions.emplace_back();
    one.name = question.name;
    one.points = quiz.points / double(quiz.questions.size());
    const auto typed = answers.typed.find(question.name);
    if (typed == answers.typed.end()) continue;
    one.answer = typed->second;
    one.right = result.marked && mark(question, seals[i], typed->second).outcome == Outcome::right;
  }
  if (quiz.own_points > 0 && tasks != nullptr) add_own(quiz.own_points, *tasks, answers, result);
  return result;
}

}  // namespace warpgrade::quiz
