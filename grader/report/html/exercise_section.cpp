#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "report/columns.hpp"
#include "report/failing_cases.hpp"
#include "report/html/elements.hpp"
#include "report/html/sections.hpp"
#include "report/style.hpp"
#include "report/text.hpp"
#include "system/base64.hpp"

namespace warpgrade::report::html {
namespace {

std::vector<std::string> row_of(const ExerciseResult& exercise, const TaskResult& task) {
  const auto passed = std::ranges::count(task.cases, Verdict::pass, &CaseResult::verdict);
  std::string name = marked(task.verdict, task.name);
  if (const std::string target = link_target(exercise, task); !target.empty())
    name = fmt::format("<a href=\"#{}\">{}</a>", xml(target), name);
  std::string score = points(task.score, task.max_score());
  if (task.waiting_points > 0)
    score += fmt::format(" <small>({} waiting)</small>", number(task.waiting_points));
  return {name, in_words(task.verdict),
          task.cases.empty() ? "" : fmt::format("{} / {}", passed, task.cases.size()), score,
          xml(task.title)};
}

std::string task_table(const ExerciseResult& exercise) {
  std::vector<std::vector<std::string>> rows;
  for (const TaskResult& task : exercise.tasks) rows.push_back(row_of(exercise, task));
  return element(
      "div", "tasks",
      table("Tasks of " + exercise.name,
            {{"task", true}, {"verdict", true}, {"cases"}, {"points", true}, {"what", true}}, rows));
}

/// The questions that are not answered right yet, with the answers that were given.
std::string quiz(const ExerciseResult& exercise) {
  if (!exercise.quiz) return {};
  const QuizResult& quiz = *exercise.quiz;
  const std::string score =
      quiz.max_score() > 0 ? ", " + points(quiz.score(), quiz.max_score()) + " points" : "";
  const std::string summary =
      quiz.marked ? fmt::format("quiz: {} of {} right{}", quiz.right(), quiz.questions.size(), score)
                  : fmt::format("quiz: {} of {} answered; your instructor marks the answers", quiz.answered(),
                                quiz.questions.size());
  std::string text;
  if (!quiz.problem.empty()) text += paragraph("The answers can't be read: " + quiz.problem);
  std::vector<std::vector<std::string>> rows;
  for (const QuestionResult& question : quiz.questions)
    if (!quiz.is_done(question))
      rows.push_back({xml(question.name),
                      marked(question.answer.empty() ? Verdict::not_started : Verdict::wrong_answer,
                             question.in_words()),
                      xml(question.answer)});
  if (rows.empty())
    return element("p", marked(quiz.marked ? Verdict::pass : Verdict::not_run, summary)) + text;
  if (quiz.answered() == 0 && quiz.problem.empty() &&
      std::ranges::none_of(quiz.questions, &QuestionResult::stale))
    return element("p", marked(Verdict::not_started, fmt::format("quiz: not answered{}", score))) +
           command_line("To answer:", quiz.command(exercise.name));
  text += table("Quiz of " + exercise.name, {{"question", true}, {"", true}, {"your answer", true}}, rows);
  text += command_line("To answer:", quiz.command(exercise.name));
  return details(summary, text, quiz.falls_short());
}

// ---- Pictures --------------------------------------------------------------------------------------------
// A slider compares two pictures that lie one upon the other. If the picture is right, these are "before" and
// "yours". If it is wrong, they are "right" and "yours", and below stand the difference and the picture
// before.

const PictureFile* named(const CaseResult& result, std::string_view name) {
  const auto picture = std::ranges::find(result.pictures, name, &PictureFile::name);
  return picture == result.pictures.end() ? nullptr : &*picture;
}

std::string image(const PictureFile& file, std::string_view css_class = "") {
  const std::string_view bytes(reinterpret_cast<const char*>(file.png.data()), file.png.size());
  return fmt::format("<img{} alt=\"{}\" src=\"data:image/png;base64,{}\"/>\n",
                     css_class.empty() ? "" : fmt::format(" class=\"{}\"", css_class), xml(file.name),
                     system::base64(bytes));
}

std::string captioned(const PictureFile& file) {
  return fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", image(file), xml(file.name));
}

/// `left` lies above; left of the slider it is shown.
std::string compared(const PictureFile& left, const PictureFile& right) {
  return fmt::format(
      "<figure class=\"compare\">\n<div class=\"pair\">{}{}</div>\n"
      "<figcaption><label>{} <input type=\"range\" min=\"0\" max=\"100\" value=\"50\" "
      "aria-label=\"Boundary between {} and {}\"/> {}</label></figcaption>\n</figure>\n",
      image(right), image(left, "over"), xml(left.name), xml(left.name), xml(right.name), xml(right.name));
}

std::string of_case(const CaseResult& result) {
  const PictureFile *before = named(result, "before"), *yours = named(result, "yours"),
                    *right = named(result, "right"), *difference = named(result, "difference");
  if (before == nullptr || yours == nullptr) return {};
  if (right == nullptr || difference == nullptr) return compared(*before, *yours);
  return compared(*right, *yours) + captioned(*difference) + captioned(*before);
}

}  // namespace

Verdict look_of(const ExerciseResult& exercise) {
  std::vector<Verdict> verdicts;
  for (const TaskResult& task : exercise.tasks) verdicts.push_back(task.verdict);
  if (exercise.quiz && exercise.quiz->falls_short())
    verdicts.push_back(exercise.quiz->answered() == 0 ? Verdict::not_started : Verdict::wrong_answer);
  std::vector<Verdict> bad;
  std::ranges::copy_if(verdicts, std::back_inserter(bad),
                       [](Verdict verdict) { return tone_of(verdict) == Tone::bad; });
  return worst(bad.empty() ? verdicts : bad);
}

std::string exercise_section(const Result& result, const ExerciseResult& exercise, bool costs) {
  std::string text =
      fmt::format("<h2>{} <small>{}</small> <span class=\"points\">{}</span></h2>\n", xml(exercise.name),
                  xml(exercise.title), points(exercise.score(), exercise.max_score()));
  text += task_table(exercise) + failing_tasks(result, exercise);
  for (const TaskResult& task : exercise.tasks)
    text += measured(result, exercise, task, costs) + kernels(task);
  text += quiz(exercise);
  for (const TaskResult& task : exercise.tasks) text += pictures(task);
  return fmt::format("<section id=\"{}\" data-look=\"{}\">\n{}</section>\n", xml(exercise.name),
                     look(look_of(exercise)), text);
}

std::string kernels(const TaskResult& task) {
  if (!task.kernels) return {};
  const auto shown = [&](const std::vector<KernelSummary>& summaries, std::string_view whose) {
    std::string text;
    for (const KernelSummary& kernel : summaries) {
      std::vector<std::vector<std::string>> rows;
      for (const auto& [what, words] : kernel.rows) rows.push_back({xml(what), xml(words)});
      const std::string title = std::string(whose) + kernel.title;
      text += element("h4", xml(title)) + table(title, {{"", true}, {"", true}}, rows);
    }
    return text;
  };
  const std::string text = shown(task.kernels->own, "") + shown(task.kernels->references, "The reference: ");
  if (text.empty()) return {};
  return details(fmt::format("{}: what nvcc makes of it for {}", xml(task.name), xml(task.kernels->card)),
                 text);
}

std::string pictures(const TaskResult& task) {
  std::string text;
  for (const CaseResult& one : task.cases)
    if (const std::string shown = one.hidden ? "" : of_case(one); !shown.empty())
      text += element("h4", xml("Case " + case_name(one))) + element("div", "pictures", shown);
  return text.empty() ? "" : details(xml(task.name) + ": pictures", text, /*open=*/true);
}

}  // namespace warpgrade::report::html
