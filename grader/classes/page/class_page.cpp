#include "classes/page/class_page.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "classes/page/class_page.css.hpp"
#include "classes/page/class_page.js.hpp"
#include "classes/page/sections.hpp"
#include "report/html/elements.hpp"
#include "report/text.hpp"

namespace warpgrade::classes {
namespace {

using report::counted;
using report::xml;

std::string link(const std::string& address, const std::string& text) {
  return fmt::format("<a href=\"{}\">{}</a>", xml(address), xml(text));
}

std::string list_of(const std::string& lead, const std::vector<Link>& links) {
  if (links.empty()) return {};
  std::string text = xml(lead);
  for (const Link& one : links) text += " " + link(one.address, one.text);
  return report::html::element("p", "links", text);
}

std::string summary(const ClassPage& page) {
  const auto count = [&](const std::function<bool(const Grade&)>& is_meant) {
    return std::ranges::count_if(page.book.grades, is_meant);
  };
  const auto missing = count([](const Grade& grade) { return grade.attempt.empty(); });
  const auto late = count([](const Grade& grade) { return grade.late; });
  const auto at_fault = count([](const Grade& grade) { return !grade.faults.empty(); });
  std::string text = counted(page.book.exercises.size(), "exercise");
  if (missing > 0) text += fmt::format(", {} handed in nothing", missing);
  if (late > 0) text += fmt::format(", {} late", late);
  if (!page.questions.empty()) text += ", " + counted(page.questions.size(), "open question");
  if (at_fault > 0) text += fmt::format(", {} could not be graded in full", at_fault);
  return text + ".";
}

std::string whole_page(const std::string& title, const std::string& more_css, const std::string& html) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n" +
         report::html::page_head(title, std::string(embedded::class_page_css) + more_css,
                                 embedded::class_page_js_sha256) +
         "<body class=\"class\">\n" + html + "</body>\n</html>\n";
}

}  // namespace

std::string student_link(const Student& student, const std::string& attempt, const std::string& anchor) {
  const std::string& name = student.name.empty() ? student.id : student.name;
  if (attempt.empty()) return xml(name);
  return fmt::format("<a href=\"students/{}.html{}\" title=\"{}\">{}</a>", attempt,
                     anchor.empty() ? "" : "#" + xml(anchor),
                     xml(name == student.id ? name : name + ", " + student.id), xml(name));
}

std::string titled(const std::string& id, const std::string& heading, const std::string& html) {
  if (html.empty()) return {};
  return fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", id, heading, html);
}

std::string class_page(const ClassPage& page) {
  std::string sections, jumps;
  struct Section {
    const char *id, *name;
    std::string (*html)(const ClassPage&);
  };
  constexpr Section kSections[] = {
      {"students", "students", heat_map},          {"distribution", "points", distribution},
      {"hardest", "hardest cases", hardest_cases}, {"mistakes", "the same mistakes", same_mistakes},
      {"same_work", "the same work", same_work},   {"measures", "times and costs", measures},
      {"changes", "what changed", changes},        {"apart", "to look after", apart},
  };
  for (const Section& section : kSections) {
    const std::string html = section.html(page);
    sections += html;
    if (!html.empty()) jumps += fmt::format("<li>{}</li>", link(std::string("#") + section.id, section.name));
  }
  const std::string title = counted(page.book.grades.size(), "student");
  return whole_page(
      title, exercise_borders(page.overview),
      "<a class=\"skip\" href=\"#students\">Skip to the students</a>\n" +
          report::html::element(
              "header",
              report::html::element("h1", xml(title)) + report::html::paragraph(summary(page)) +
                  list_of("Gradebooks:", page.gradebooks) + list_of("Similar files:", page.similarities) +
                  fmt::format("<ul class=\"jumps\" role=\"navigation\" aria-label=\"Sections\">{}</ul>\n",
                              jumps)) +
          "<main>\n" + sections + "</main>\n<script>" + std::string(embedded::class_page_js) + "</script>\n");
}

std::string page_without_grades(const std::string& title, const std::vector<std::string>& why,
                                const std::vector<std::string>& of) {
  std::string header = report::html::element("h1", xml(title)), list;
  for (const std::string& sentence : why) header += report::html::paragraph(sentence);
  for (const std::string& one : of) list += "<li>" + xml(one) + "</li>\n";
  return whole_page(title, "",
                    report::html::element("header", header) + "<main>\n<ul>\n" + list + "</ul>\n</main>\n");
}

}  // namespace warpgrade::classes
