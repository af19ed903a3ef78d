#include "app/quiz_dialog.hpp"

#include <istream>
#include <ostream>

#include <fmt/format.h>

#include "quiz/mark.hpp"
#include "report/failure.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "spec/quiz_answer.hpp"

namespace warpgrade::app {
namespace {

using quiz::Outcome;
using spec::Question;
using spec::QuestionKind;

void print(const QuizDialog& dialog, const std::string& text) {
  dialog.out << (dialog.look.unicode ? text : report::to_ascii(text)) << std::flush;
}

std::string paragraph(const std::string& text, std::size_t indent, const QuizDialog& dialog) {
  return report::indented(report::reflow(report::printable(text)), indent, dialog.look);
}

/// Code never wraps: a line is a line.
std::string code_of(const Question& question) {
  std::string text;
  std::size_t number = 0;
  for (const std::string_view line : report::split_lines(question.code)) {
    const std::string label =
        question.kind == QuestionKind::line ? fmt::format("{:>4} | ", ++number) : "    ";
    text += label + report::without_tabs(line) + "\n";
  }
  return text;
}

std::string options_of(const Question& question, const QuizDialog& dialog) {
  std::string text;
  for (std::size_t i = 0; i < question.options.size(); ++i)
    text += paragraph(fmt::format("{}) {}", char('a' + i), question.options[i]), 2, dialog);
  return text;
}

void show(const QuizDialog& dialog, std::size_t index) {
  const Question& question = dialog.questions[index];
  const report::Style style(dialog.look.color, dialog.look.unicode);
  std::string text = fmt::format("\n{}\n", style.bold(fmt::format("{} {} of {}: {}", dialog.name, index + 1,
                                                                  dialog.questions.size(), question.name)));
  text += paragraph(question.text, 0, dialog);
  if (!question.code.empty()) text += "\n" + code_of(question) + "\n";
  print(dialog, text + options_of(question, dialog));
}

/// Whether it is right, and why.
void explain(const QuizDialog& dialog, const Question& question, const std::string& typed,
             const quiz::Mark& mark) {
  const report::Style style(dialog.look.color, dialog.look.unicode);
  std::string text;
  if (mark.outcome == Outcome::no_answer) {
    text = paragraph("This can't be an answer: " + mark.reasons.front() + ".", 0, dialog);
  } else if (dialog.seals.empty()) {
    text = "Kept.\n";
  } else {
    const bool right = mark.outcome == Outcome::right;
    const std::string head =
        style.mark(right ? Verdict::pass : Verdict::wrong_answer) + (right ? " Right." : " Not right.");
    text = (right ? style.good(head) : style.bad(head)) + "\n";
    for (const std::string& reason : mark.reasons) text += paragraph(reason, 2, dialog);
    if (mark.reasons.empty()) text += paragraph(dialog.look_up + " answer again.", 2, dialog);
    if (const std::string measured = dialog.measurement ? dialog.measurement(question, typed, right) : "";
        !measured.empty())
      text += paragraph(measured, 2, dialog);
  }
  print(dialog, text);
}

/// Where answers are not marked. `typed` must be one.
quiz::Mark unmarked(const Question& question, const std::string& typed) {
  try {
    spec::normalised_answer(question, typed);
    return {Outcome::right, {}};
  } catch (const spec::AnswerError& error) {
    return {Outcome::no_answer, {error.what()}};
  }
}

quiz::Mark mark_of(const QuizDialog& dialog, std::size_t index, const std::string& typed) {
  const Question& question = dialog.questions[index];
  return dialog.seals.empty() ? unmarked(question, typed) : quiz::mark(question, dialog.seals[index], typed);
}

/// Which exercise it is, how much there is to do, and where the answers go.
void show_heading(const QuizDialog& dialog, std::size_t open) {
  const std::size_t all = dialog.questions.size();
  if (open == 0) {
    print(dialog,
          paragraph(fmt::format("All questions of {} are answered{}. `{} --again` asks them once more.",
                                dialog.name, dialog.seals.empty() ? "" : " right", dialog.command),
                    0, dialog));
    return;
  }
  const std::string questions = open == all
                                    ? report::counted(all, "question")
                                    : fmt::format("{} of {} left", open, report::counted(all, "question"));
  print(dialog, fmt::format("\n{}: {}. Your answers are kept in\n  {}\n", dialog.name, questions,
                            report::shown_path(dialog.answers_file.string())));
  if (dialog.seals.empty())
    print(dialog, paragraph("They count, so they are marked by your instructor, and not here.", 0, dialog));
}

std::string trimmed(const std::string& line) {
  const std::string text = report::printable(line);
  const std::size_t begin = text.find_first_not_of(" \t\r");
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

enum class Next { question, same_question, end };

/// One prompt, one line.
Next ask_once(const QuizDialog& dialog, std::size_t index, bool again, quiz::Answers& answers) {
  const Question& question = dialog.questions[index];
  print(dialog, again ? "Another answer, or Enter for the next question: "
                      : fmt::format("Answer ({}): ", spec::how_to_answer(question)));
  std::string line;
  if (!std::getline(dialog.in, line)) {
    print(dialog, "\n");
    return Next::end;
  }
  const std::string typed = trimmed(line);
  if (!dialog.interactive) print(dialog, typed + "\n");
  if (line.find_first_not_of(" \t\r") == line.npos) return Next::question;
  const quiz::Mark mark = mark_of(dialog, index, typed);
  if (mark.outcome != Outcome::no_answer) {
    answers.typed[question.name] = typed;
    dialog.keep(answers);
  }
  explain(dialog, question, typed, mark);
  return mark.outcome == Outcome::right || !dialog.interactive ? Next::question : Next::same_question;
}

bool is_answered_right(const QuizDialog& dialog, std::size_t index, const quiz::Answers& answers) {
  const Question& question = dialog.questions[index];
  const auto typed = answers.typed.find(question.name);
  return typed != answers.typed.end() && mark_of(dialog, index, typed->second).outcome == Outcome::right;
}

}  // namespace

bool ask(const QuizDialog& dialog, quiz::Answers& answers, bool right_ones_too) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < dialog.questions.size(); ++i)
    if (right_ones_too || !is_answered_right(dialog, i, answers)) open.push_back(i);
  show_heading(dialog, open.size());
  for (const std::size_t i : open) {
    show(dialog, i);
    Next next = ask_once(dialog, i, /*again=*/false, answers);
    while (next == Next::same_question) next = ask_once(dialog, i, /*again=*/true, answers);
    if (next == Next::end) return false;
  }
  return true;
}

void review(const QuizDialog& dialog, const quiz::Answers& answers) {
  const auto& questions = dialog.questions;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto typed = answers.typed.find(questions[i].name);
    if (typed == answers.typed.end()) continue;
    show(dialog, i);
    print(dialog, fmt::format("Your answer: {}\n", report::printable(typed->second)));
    explain(dialog, questions[i], typed->second, mark_of(dialog, i, typed->second));
  }
}

}  // namespace warpgrade::app
