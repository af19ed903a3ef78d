#include "report/html/elements.hpp"

#include <fmt/format.h>

#include "report/html/page.css.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::report::html {

std::string page_head(std::string_view title, std::string_view css, std::string_view script_sha256) {
  const std::string scripts =
      script_sha256.empty() ? "" : fmt::format(" script-src 'sha256-{}';", script_sha256);
  return fmt::format(
      "<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "img-src data:;{}\"/>\n"
      "<title>Warpgrade: {}</title>\n<style>\n{}{}</style>\n</head>\n",
      scripts, xml(title), embedded::page_css, css);
}

std::string element(std::string_view name, std::string_view html) {
  return fmt::format("<{0}>{1}</{0}>\n", name, html);
}

std::string element(std::string_view name, std::string_view css_class, std::string_view html) {
  return css_class.empty() ? element(name, html)
                           : fmt::format("<{0} class=\"{1}\">{2}</{0}>\n", name, css_class, html);
}

std::string_view look(Verdict verdict) {
  switch (tone_of(verdict)) {
    case Tone::good: return "good";
    case Tone::open: return "open";
    default: return "bad";
  }
}

std::string marked(Verdict verdict, std::string_view text) {
  return fmt::format("<span class=\"{}\">{} {}</span>", look(verdict), Style(false, true).mark(verdict),
                     xml(text));
}

std::string paragraph(std::string_view text, std::string_view css_class) {
  return text.empty() ? "" : element("p", css_class, xml(text));
}

std::string command_line(std::string_view lead, std::string_view command) {
  if (command.empty()) return {};
  return fmt::format("<p class=\"command\">{} <code>{}</code></p>\n", xml(lead), xml(command));
}

std::string details(std::string_view summary, std::string_view html, bool open) {
  return fmt::format("<details{}>\n<summary>{}</summary>\n{}</details>\n", open ? " open=\"\"" : "", summary,
                     html);
}

std::string table(std::string_view caption, const std::vector<HeadCell>& columns,
                  const std::vector<std::vector<std::string>>& rows) {
  // Classes of the table name its columns of words, since a class in each cell would make the page much
  // larger.
  std::string words, heads;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i > 0 && columns[i].words) words += fmt::format(" w{}", i + 1);
    heads += fmt::format("<th scope=\"col\">{}</th>", xml(columns[i].title));
  }
  std::string text = fmt::format(
      "<div tabindex=\"0\"><table "
      "class=\"table{}\"><caption>{}</caption>\n<thead><tr>{}</tr></thead>\n<tbody>\n",
      words, xml(caption), heads);
  for (const std::vector<std::string>& row : rows) {
    text += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i)
      text += i == 0 ? fmt::format("<th scope=\"row\">{}</th>", row[i]) : fmt::format("<td>{}</td>", row[i]);
    text += "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

}  // namespace warpgrade::report::html
