#include <algorithm>

#include <fmt/format.h>

#include "classes/page/sections.hpp"
#include "report/html/elements.hpp"
#include "report/text.hpp"

namespace warpgrade::classes {
namespace {

using report::xml;

/// Something to be opened, with the number of its items. Empty without any.
std::string listed(const std::string& what, const std::vector<std::string>& items, bool open = false) {
  if (items.empty()) return {};
  std::string list;
  for (const std::string& item : items) list += "<li>" + item + "</li>\n";
  return report::html::details(fmt::format("{} <span class=\"quiet\">{}</span>", what, items.size()),
                               "<ul>\n" + list + "</ul>\n", open);
}

/// An item for each text of each student.
template <class Texts>
std::vector<std::string> of_students(const ClassPage& page, const Texts& texts) {
  std::vector<std::string> items;
  for (const Grade& grade : page.book.grades)
    for (const std::string& text : texts(grade))
      items.push_back(student_link(grade.student, grade.attempt) + (text.empty() ? "" : ": " + xml(text)));
  return items;
}

template <class Condition>
std::vector<std::string> students_who(const ClassPage& page, const Condition& condition) {
  return of_students(page, [&](const Grade& grade) {
    return condition(grade) ? std::vector<std::string>{""} : std::vector<std::string>{};
  });
}

std::vector<std::string> unreadable(const ClassPage& page) {
  std::vector<std::string> items;
  for (const Entry& entry : page.roll.entries)
    if (entry.counts && !entry.attempt.unreadable.empty())
      items.push_back(student_link(entry.attempt.student, entry.attempt.id) + ": " +
                      xml(entry.attempt.unreadable));
  return items;
}

std::vector<std::string> questions(const ClassPage& page) {
  std::vector<std::string> items;
  for (const HandEntry& question : page.questions) {
    const Grade* grade = find_grade(page.book, question.student);
    const std::string who =
        grade == nullptr ? xml(question.student) : student_link(grade->student, grade->attempt);
    items.push_back(fmt::format("{}, {}: {} <small>{}</small>", who, xml(question.what()), xml(question.note),
                                xml(question.when.substr(0, question.when.find('T')))));
  }
  return items;
}

std::vector<std::string> decisions(const Grade& grade) {
  std::vector<std::string> texts;
  for (const HandEntry& one : grade.by_hand)
    texts.push_back(fmt::format("{}: {:g} points. {} ({}, {})", one.what(), *one.points, one.why, one.who,
                                one.when.substr(0, one.when.find('T'))));
  return texts;
}

std::vector<std::string> escaped(const std::vector<std::string>& texts) {
  std::vector<std::string> items;
  items.reserve(texts.size());
  for (const std::string& text : texts) items.push_back(xml(text));
  return items;
}

}  // namespace

std::string changes(const ClassPage& page) {
  if (page.changes.empty()) return {};
  constexpr std::size_t most = 200;  // the others are in changes.csv
  std::vector<std::vector<std::string>> rows;
  for (const Change& change : page.changes) {
    if (rows.size() == most) break;
    rows.push_back({xml(change.student),
                    xml(change.exercise + (change.task.empty() ? "" : "/" + change.task)),
                    points_figure(change.from, "–"), points_figure(change.to, "–"), xml(change.why)});
  }
  return titled(
      "changes", "What changed",
      report::html::element(
          "p",
          fmt::format("These points changed since the books of {0}, which older/{0} keeps. All of them ({1}) "
                      "are in <a href=\"changes.csv\">changes.csv</a>.",
                      xml(page.changes_since), page.changes.size())) +
          report::html::element(
              "div", "mistakes",
              report::html::table("What changed",
                                  {{"student", true}, {"task", true}, {"from"}, {"to"}, {"why", true}},
                                  rows)));
}

std::string apart(const ClassPage& page) {
  const auto not_started = [&](const Grade& grade) {
    const auto cells = page.overview.cells.find(grade.attempt);
    return cells != page.overview.cells.end() && has_not_started(cells->second);
  };
  std::string text =
      listed("Could not be graded: the grader or the machine is at fault",
             of_students(page, [](const Grade& grade) { return grade.faults; }), /*open=*/true) +
      listed("Open questions", questions(page), /*open=*/true) +
      listed("Not readable", unreadable(page), /*open=*/true) +
      listed("Points by hand", of_students(page, decisions)) +
      listed("Handed in nothing", students_who(page, [](const Grade& g) { return g.attempt.empty(); })) +
      listed("Not started: nothing but untouched stubs", students_who(page, not_started)) +
      listed("Late", of_students(page,
                                 [](const Grade& grade) {
                                   return grade.late ? std::vector{in_words(grade.lateness)}
                                                     : std::vector<std::string>();
                                 })) +
      listed("Remarks", of_students(page,
                                    [](const Grade& grade) {
                                      return grade.attempt.empty() ? std::vector<std::string>()
                                                                   : grade.remarks;
                                    })) +
      listed("Remarks about the whole pile", escaped(page.roll.remarks));
  if (text.empty()) text = report::html::paragraph("Nothing: everybody's work was read and graded.");
  return titled("apart", "To look after", text);
}

}  // namespace warpgrade::classes
