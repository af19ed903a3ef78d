// Head, the score, a list of exercises with links, and a section for each: those that fail come first.
// Without scripts all works but the copy buttons and the sliders.
#include "report/html/html.hpp"

#include <algorithm>
#include <ostream>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "report/columns.hpp"
#include "report/html/elements.hpp"
#include "report/html/page.js.hpp"
#include "report/html/sections.hpp"
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
  text += paragraph(result.about_sandbox(), "quiet");
  return element("header", text + (advice.command.empty() ? paragraph(advice.sentence)
                                                          : command_line(advice.sentence, advice.command)));
}

/// Exercises that look alike: `look` is a class of the style sheet.
struct Group {
  std::string_view look, title;
  std::vector<const ExerciseResult*> exercises;
};

/// In the order of the page.
std::vector<Group> groups_of(const Result& result) {
  std::vector<Group> groups{{"bad", "Failing", {}}, {"open", "To do", {}}, {"good", "Right", {}}};
  for (const ExerciseResult& exercise : result.exercises)
    std::ranges::find(groups, look(look_of(exercise)), &Group::look)->exercises.push_back(&exercise);
  std::erase_if(groups, [](const Group& group) { return group.exercises.empty(); });
  return groups;
}

/// The style sheet hides what the chosen one leaves out.
std::string filter(const std::vector<Group>& groups, std::size_t all) {
  const auto choice = [](std::string_view look, std::string_view title, std::size_t count, bool checked) {
    return fmt::format("<label><input type=\"radio\" name=\"shown\" value=\"{}\"{}/> {} ({})</label>\n", look,
                       checked ? " checked=\"\"" : "", title, count);
  };
  std::string choices = choice("all", "All", all, /*checked=*/true);
  for (const Group& group : groups)
    choices += choice(group.look, group.title, group.exercises.size(), /*checked=*/false);
  return "<fieldset><legend>Show</legend>\n" + choices + "</fieldset>\n";
}

std::string navigation(const std::vector<Group>& groups, std::size_t all) {
  std::string list;
  for (const Group& group : groups) {
    list += fmt::format("<li class=\"group\" data-look=\"{}\">{}</li>\n", group.look, group.title);
    for (const ExerciseResult* exercise : group.exercises)
      list +=
          fmt::format("<li data-look=\"{}\"><a href=\"#{}\">{}</a> <span class=\"points\">{}</span></li>\n",
                      group.look, xml(exercise->name), marked(look_of(*exercise), exercise->name),
                      points(exercise->score(), exercise->max_score()));
  }
  return "<nav aria-label=\"Exercises\">" + (groups.size() > 1 ? filter(groups, all) : "") + "<ul>\n" + list +
         "</ul></nav>\n";
}

void write_page(std::ostream& out, const Result& result, const std::string& what,
                const std::vector<std::string>& notes, bool costs) {
  const std::vector<Group> groups = groups_of(result);
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n"
      << page_head(score_words(result), {}, embedded::page_js_sha256) << "<body>\n"
      << "<a class=\"skip\" href=\"#results\">Skip to the results</a>\n"
      << header(result, what, notes);
  if (result.exercises.size() > 1) out << navigation(groups, result.exercises.size());
  out << "<main id=\"results\">\n";
  for (const Group& group : groups)
    for (const ExerciseResult* exercise : group.exercises) out << exercise_section(result, *exercise, costs);
  out << glossary(result) << "</main>\n"
      << "<script>" << embedded::page_js << "</script>\n</body>\n</html>\n";
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
