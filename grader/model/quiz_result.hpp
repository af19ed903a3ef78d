// What became of an exercise's quiz.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace warpgrade {

struct QuestionResult {
  std::string name;
  std::string answer;  ///< as it was typed; empty: not answered
  bool right = false;
  double points = 0;
  bool own = false;    ///< on the student's own kernel
  bool stale = false;  ///< it was answered for a kernel that has changed since
  /// "right", "not right", "not answered", …
  std::string_view in_words() const;
};

struct QuizResult {
  std::string file;   ///< where the submission keeps its answers
  double points = 0;  ///< of all questions; 0: the quiz is optional
  std::vector<QuestionResult> questions;
  std::string problem;  ///< why the answers can't be read; empty: they can
  bool marked = true;   ///< false: this copy of the course does not know which answers are right

  std::size_t answered() const;
  std::size_t right() const;
  double score() const;
  double max_score() const;  ///< 0 where answers are not marked
  /// Is an answer right, or given, where they are not marked?
  bool is_done(const QuestionResult& one) const { return marked ? one.right : !one.answer.empty(); }
  bool is_done() const;
  /// Questions without points are optional.
  bool falls_short() const;
  /// That asks what is not done: "./grade quiz scan"
  std::string command(const std::string& exercise) const;
};

void to_json(nlohmann::json& j, const QuizResult& quiz);

}  // namespace warpgrade
