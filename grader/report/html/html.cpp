// Head, the score, a list of exercises with links, and a section for each.
#include "report/html/html.hpp"

#include <ostream>

#include <fmt/format.h>

#include "report/html/elements.hpp"
#include "report/html/exercise_section.hpp"
#include "report/html/picture_comparison.hpp"
#include "report/html/picture_slider.js.hpp"
#include "report/next_step.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

using namespace html;

std::string score_words(const Result& result) {
  if (result.max_score() == 0) return "No score: points are for whole tasks.";
  return fmt::format("{} of {} points", number(result.score()), number(result.max_score()));
}

/// What was graded, where, and with which seed.
std::string graded(const Result& result, const std::string& what) {
  std::string device = result.device.kind();
  if (!result.device.name.empty() && result.device.name != device) device += " (" + result.device.name + ")";
  return fmt::format("{} · {} · seed {} · {:.1f} s", what, device, result.seed, result.seconds);
}

std::string score_bar(const Result& result) {
  if (result.max_score() == 0) return {};
  const auto percent = [&](double value) { return 100 * value / result.max_score(); };
  return fmt::format("<div class=\"score\" aria-hidden=\"true\" style=\"--s:{:.1f}%;--w:{:.1f}%\"></div>\n",
                     percent(result.score()), percent(result.score() + result.waiting_points()));
}

std::string header(const Result& result, const std::string& what, const std::vector<std::string>& notes) {
  const Advice advice = next_step(result);
  std::string text =
      paragraph(graded(result, what), "quiet") + element("h1", xml(score_words(result))) + score_bar(result);
  for (const std::string& note : notes) text += paragraph(note);
  for (const std::string& sentence : why_points_wait(result)) text += paragraph(sentence, "quiet");
  text += paragraph(info(result.sandbox).words, "quiet");
  return element("header", text + (advice.command.empty() ? paragraph(advice.sentence)
                                                          : command_line(advice.sentence, advice.command)));
}

/// How all of an exercise looks: as its worst task does.
Verdict worst_of(const ExerciseResult& exercise) {
  std::vector<Verdict> verdicts;
  for (const TaskResult& task : exercise.tasks) verdicts.push_back(task.verdict);
  if (exercise.quiz && exercise.quiz->falls_short()) verdicts.push_back(Verdict::wrong_answer);
  return worst(verdicts);
}

std::string navigation(const Result& result) {
  std::string list;
  const std::string* unit = nullptr;
  for (const ExerciseResult& exercise : result.exercises) {
    if (unit == nullptr || *unit != exercise.unit)
      list += fmt::format("<li class=\"unit\">{}</li>\n", xml(exercise.unit));
    unit = &exercise.unit;
    list += fmt::format("<li><a href=\"#{}\">{}</a> <span class=\"points\">{}</span></li>\n",
                        xml(exercise.name), marked(worst_of(exercise), exercise.name),
                        points(exercise.score(), exercise.max_score()));
  }
  return "<nav aria-label=\"Exercises\"><ul>\n" + list + "</ul></nav>\n";
}

void write_page(std::ostream& out, const Result& result, const std::string& what,
                const std::vector<std::string>& notes, bool costs) {
  const bool slides = has_pictures(result);
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n"
      << page_head(score_words(result), {}, slides ? embedded::picture_slider_js_sha256 : "") << "<body>\n"
      << "<a class=\"skip\" href=\"#results\">Skip to the results</a>\n"
      << header(result, what, notes);
  if (result.exercises.size() > 1) out << navigation(result);
  out << "<main id=\"results\">\n";
  for (const ExerciseResult& exercise : result.exercises) out << exercise_section(result, exercise, costs);
  out << "</main>\n";
  if (slides) out << "<script>" << embedded::picture_slider_js << "</script>\n";
  out << "</body>\n</html>\n";
}

}  // namespace

void write_html(std::ostream& out, const Result& result, bool costs) {
  write_page(out, result, shown_path(result.submission), {}, costs);
}

void write_student_html(std::ostream& out, const Result& result, const std::string& student,
                        const std::vector<std::string>& notes) {
  write_page(out, result, student, notes, /*costs=*/false);
}

}  // namespace warpgrade::report
