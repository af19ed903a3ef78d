#include "model/quiz_result.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace warpgrade {

std::size_t QuizResult::answered() const {
  return std::size_t(std::ranges::count_if(questions, [](const auto& one) { return !one.answer.empty(); }));
}

std::size_t QuizResult::right() const {
  return std::size_t(std::ranges::count_if(questions, &QuestionResult::right));
}

double QuizResult::score() const {
  double sum = 0;
  for (const QuestionResult& one : questions) sum += marked && one.right ? one.points : 0;
  const bool all_right = !questions.empty() && right() == questions.size();
  return all_right ? max_score() : sum;  // thirds add up to nearly a whole
}

std::string_view QuestionResult::in_words() const {
  if (stale) return "answered before the kernel changed";
  return answer.empty() ? "not answered" : right ? "right" : "not right";
}

bool QuizResult::is_done() const {
  return std::ranges::all_of(questions, [&](const auto& one) { return is_done(one); });
}

bool QuizResult::falls_short() const {
  return std::ranges::any_of(questions, [&](const auto& one) { return one.points > 0 && !is_done(one); });
}

std::string QuizResult::command(const std::string& exercise) const {
  const bool only_what_counts = falls_short();
  const auto is_next = [&](const QuestionResult& one) {
    return !one.own && !is_done(one) && !(only_what_counts && one.points == 0);
  };
  return (std::ranges::any_of(questions, is_next) ? "./grade quiz " : "./grade quiz --own ") + exercise;
}

double QuizResult::max_score() const { return marked ? points : 0; }

void to_json(nlohmann::json& j, const QuizResult& quiz) {
  j = nlohmann::json{{"score", quiz.score()},
                     {"max_score", quiz.max_score()},
                     {"right", quiz.right()},
                     {"answered", quiz.answered()},
                     {"marked", quiz.marked},
                     {"file", quiz.file},
                     {"questions", nlohmann::json::array()}};
  for (const QuestionResult& question : quiz.questions)
    j["questions"].push_back(
        {{"name", question.name}, {"answer", question.answer}, {"right", question.right}});
  if (!quiz.problem.empty()) j["problem"] = quiz.problem;
}

}  // namespace warpgrade
