#include "quiz/mark.hpp"

#include "quiz/answers.hpp"
#include "quiz/seal.hpp"
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

QuizResult mark_quiz(const spec::Exercise& exercise, const std::filesystem::path& submission) {
  const spec::Quiz& quiz = exercise.quiz.value();
  const std::vector<Seal> seals = seals_here(quiz);
  const std::filesystem::path file = answers_file(submission, exercise);
  const Answers answers = read_answers(submission, exercise);
  QuizResult result{file.string(), quiz.points, {}, answers.problem, /*marked=*/!seals.empty()};
  for (std::size_t i = 0; i < quiz.questions.size(); ++i) {
    const spec::Question& question = quiz.questions[i];
    QuestionResult& one = result.questions.emplace_back();
    one.name = question.name;
    const auto typed = answers.typed.find(question.name);
    if (typed == answers.typed.end()) continue;
    one.answer = typed->second;
    one.right = result.marked && mark(question, seals[i], typed->second).outcome == Outcome::right;
  }
  return result;
}

}  // namespace warpgrade::quiz
