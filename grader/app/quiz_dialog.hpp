// Asks the questions of a quiz, one after the other, and says at once why an answer is right or wrong.
#pragma once

#include <filesystem>
#include <functional>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

#include "quiz/answers.hpp"
#include "quiz/seal.hpp"
#include "report/human.hpp"
#include "spec/spec.hpp"

namespace warpgrade::app {

struct QuizDialog {
  std::string name;     ///< of the exercise or the task that the questions are about
  std::string command;  ///< that asks them: "./grade quiz scan"
  std::string look_up;  ///< what to do after a wrong answer without a reason: "Read it up in …, then"
  const std::vector<spec::Question>& questions;
  /// In the order of its questions; empty: answers are kept, and not marked.
  const std::vector<quiz::Seal>& seals;
  std::filesystem::path answers_file;              ///< where `keep` writes them: the heading names it
  std::function<void(const quiz::Answers&)> keep;  ///< called after each answer
  /// What the student's own kernel needs, in words, to be shown beside the typed answer. May be empty.
  std::function<std::string(const spec::Question&, const std::string& typed, bool right)> measurement = {};
  std::istream& in = std::cin;
  std::ostream& out = std::cout;
  report::HumanOptions look = report::human_options_for(STDOUT_FILENO);
  bool interactive = ::isatty(STDIN_FILENO) != 0;  ///< false: each line of `in` answers one question
};

/// Asks the questions that are not answered rightly yet. Without `seals` nobody knows what is right: then
/// those that are not answered yet. `right_ones_too`: all questions. False if the input has ended.
bool ask(const QuizDialog& dialog, quiz::Answers& answers, bool right_ones_too);

/// Shows each question that was answered, with the answer and why it is right or wrong.
void review(const QuizDialog& dialog, const quiz::Answers& answers);

}  // namespace warpgrade::app
