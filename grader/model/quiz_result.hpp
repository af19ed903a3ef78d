// What became of an exercise's quiz.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace warpgrade {

struct QuestionResult {
  std::string name;
  std::string answer;  ///< as it was typed; empty: not answered
  bool right = false;
};

struct QuizResult {
  std::string file;   ///< where the submission keeps its answers
  double points = 0;  ///< for all questions; 0: the quiz is optional
  std::vector<QuestionResult> questions;
  std::string problem;  ///< why the answers can't be read; empty: they can
  bool marked = true;   ///< false: this copy of the course does not know which answers are right

  std::size_t answered() const;
  std::size_t right() const;
  double score() const;      ///< each question is worth the same
  double max_score() const;  ///< 0 where answers are not marked
  /// Is each answer right, or given, where they are not marked?
  bool is_done() const { return (marked ? right() : answered()) == questions.size(); }
  /// An optional quiz, which has no points, never falls short.
  bool falls_short() const { return points > 0 && !is_done(); }
};

void to_json(nlohmann::json& j, const QuizResult& quiz);

}  // namespace warpgrade
