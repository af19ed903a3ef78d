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
  return questions.empty() || !marked ? 0 : points * double(right()) / double(questions.size());
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
