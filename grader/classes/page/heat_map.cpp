// A large class has tens of thousands of cells, so a cell is as short as can be: its class says the colour,
// and only what failed is a link.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "classes/page/sections.hpp"
#include "report/html/elements.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::classes {
namespace {

using report::number;
using report::xml;

constexpr int kShades = 4;  // see class_page.css

/// A browser may break the line behind each underscore.
std::string breakable(const std::string& name) {
  std::string text;
  for (const char c : xml(name)) {
    text += c;
    if (c == '_') text += "<wbr/>";
  }
  return text;
}

std::string head(const Overview& overview) {
  std::string exercises, tasks;
  for (const ExerciseColumns& exercise : overview.exercises) {
    double most = 0;
    for (const Column& column : exercise.columns) {
      most += column.most;
      tasks += fmt::format("<th scope=\"col\"><span title=\"{}, at most {}\">{}</span></th>",
                           xml(column.title), number(column.most), xml(column.name));
    }
    exercises +=
        fmt::format("<th scope=\"colgroup\" colspan=\"{}\" title=\"{}\">{} <small>{}</small></th>",
                    exercise.columns.size(), xml(exercise.title), breakable(exercise.name), number(most));
  }
  return fmt::format(
      "<thead><tr><th scope=\"col\" rowspan=\"2\">student</th><th scope=\"col\" rowspan=\"2\">total</th>{}"
      "</tr>\n<tr class=\"names\">{}</tr></thead>\n",
      exercises, tasks);
}

/// Which colour: not begun, not graded, or the share of the points.
std::string shade(const Cell& cell, double most) {
  if (!cell.by_hand) {
    if (!cell.is_graded || cell.verdict == Verdict::not_run) return "u";
    if (cell.verdict == Verdict::not_started) return "n";
  }
  if (most == 0) return cell.verdict == Verdict::pass ? fmt::format("s{}", kShades) : "s0";
  const double share = std::clamp(cell.score / most, 0.0, 1.0);
  if (share == 0 || share == 1) return share == 0 ? "s0" : fmt::format("s{}", kShades);
  return fmt::format("s{}", std::clamp(int(std::lround(share * kShades)), 1, kShades - 1));
}

/// A mark for none and all of the points, a number between.
std::string mark(const Cell& cell, double most) {
  const report::Style style(false, true);
  if (cell.by_hand) return number(cell.score) + "*";
  if (!cell.is_graded) return style.mark(Verdict::grader_error);
  const bool is_between = cell.score > 0 && cell.score < most;
  return is_between ? number(cell.score) : style.mark(cell.verdict);
}

std::string cell_text(const Cell& cell, const Column& column, const std::string& attempt) {
  std::string text = mark(cell, column.most);
  if ((cell.is_graded || cell.by_hand) && !cell.section.empty())
    text = fmt::format("<a href=\"students/{}.html#{}\" title=\"{}\">{}</a>", attempt, xml(cell.section),
                       report::in_words(cell.verdict), text);
  return fmt::format("<td class=\"{}\">{}</td>", shade(cell, column.most), text);
}

std::string row(const ClassPage& page, const Grade& grade) {
  const auto found = page.overview.cells.find(grade.attempt);
  const auto total = grade.total();
  // Where nothing could be read there is no fault of the grader either.
  const char* no_total = grade.unreadable.empty() ? "!" : "?";
  std::string text =
      fmt::format("<tr><th scope=\"row\">{}{}</th><td>{}{}</td>", student_link(grade.student, grade.attempt),
                  grade.late ? " <small>late</small>" : "", total ? number(*total) : no_total,
                  grade.by_hand.empty() ? "" : "*");
  std::size_t at = 0;
  for (const ExerciseColumns& exercise : page.overview.exercises)
    for (const Column& column : exercise.columns) {
      const bool is_known = found != page.overview.cells.end();
      const Cell cell = is_known ? found->second.at(at++) : Cell{};
      const bool has_result = is_known && (grade.unreadable.empty() || cell.by_hand);
      text += has_result ? cell_text(cell, column, grade.attempt) : "<td></td>";
    }
  return text + "</tr>\n";
}

/// What colours and marks mean.
std::string legend() {
  const report::Style style(false, true);
  std::string text;
  const auto entry = [&](const char* shade, const std::string& mark, const char* words) {
    text += fmt::format("<span><span class=\"{}\">{}</span> {}</span> ", shade, mark, words);
  };
  entry("s4", style.mark(Verdict::pass), "right");
  entry("s3", "1.5", "some of the points");
  entry("s0", style.mark(Verdict::wrong_answer), "no points: a link to what is wrong");
  entry("n", style.mark(Verdict::not_started), "not started");
  entry("u", style.mark(Verdict::not_run), "waits for a GPU");
  entry("u", style.mark(Verdict::grader_error), "could not be graded");
  text += "<span>* points by hand</span> <span>? not readable</span> ";
  return report::html::element("p", "legend", text);
}

}  // namespace

std::string exercise_borders(const Overview& overview) {
  std::string rows, names;
  std::size_t at = 1;
  for (const ExerciseColumns& exercise : overview.exercises) {
    const char* comma = at == 1 ? "" : ", ";
    rows += fmt::format("{}.map td:nth-child({})", comma, at + 2);
    names += fmt::format(", .map .names th:nth-child({})", at);
    at += exercise.columns.size();
  }
  return rows + names + ", .map thead th[scope=\"colgroup\"] { border-left: 3px solid var(--line); }\n";
}

std::string heat_map(const ClassPage& page) {
  std::string rows;
  for (const Grade& grade : page.book.grades) rows += row(page, grade);
  // The script shows these, since without it they do nothing.
  constexpr const char* kTools =
      "<p id=\"tools\" hidden=\"\"><label>Show only <input type=\"search\" placeholder=\"a part of a name or "
      "id\"/>"
      "</label> <label>Order <select><option value=\"id\">by id</option><option value=\"least\">least points "
      "first</option><option value=\"most\">most points first</option></select></label> <span "
      "role=\"status\">"
      "</span></p>\n";
  return titled("students", "Students and tasks",
                legend() + kTools +
                    fmt::format("<div class=\"map\" tabindex=\"0\" role=\"group\" aria-label=\"Students and "
                                "tasks\"><table><caption>Points of each student by task</caption>\n{}<tbody>"
                                "\n{}</tbody></table></div>\n",
                                head(page.overview), rows));
}

}  // namespace warpgrade::classes
