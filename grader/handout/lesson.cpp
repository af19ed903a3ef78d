#include "handout/lesson.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "system/base64.hpp"
#include "system/file_text.hpp"

namespace warpgrade::handout {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Before each `## ` that stands outside of code.
std::vector<std::string> sections_of(const std::string& page) {
  std::vector<std::string> sections(1);
  std::istringstream lines(page);
  bool in_code = false;
  for (std::string line; std::getline(lines, line); sections.back() += line + "\n") {
    if (line.substr(std::min(line.find_first_not_of(' '), line.size())).starts_with("```"))
      in_code = !in_code;
    if (!in_code && line.starts_with("## ")) sections.emplace_back();
  }
  return sections;
}

/// Which file of a course a link on a page leads to; empty: none.
fs::path target_of(const std::string& link, const fs::path& page, const fs::path& course) {
  const fs::path file = (course / page.parent_path() / link.substr(0, link.find('#'))).lexically_normal();
  const fs::path relative = file.lexically_relative(course);
  return fs::is_regular_file(file) && *relative.begin() != ".." ? relative : fs::path();
}

/// In the text itself, and SVG as HTML: JupyterLab shows no attachment that is SVG, and VS Code none as an
/// address in Markdown. Colab shows no SVG in any way, so there notebook.py does.
std::string picture(const fs::path& file, std::string words) {
  const std::string data = system::base64(system::require_file_text(file));
  if (file.extension() == ".png") return fmt::format("![{}](data:image/png;base64,{})", words, data);
  std::ranges::replace(words, '"', '\'');
  return fmt::format("<img alt=\"{}\" src=\"data:image/svg+xml;base64,{}\"/>", words, data);
}

/// `*` and the like as they are, outside of `code`.
std::string as_markdown(const std::string& text) {
  std::string escaped;
  bool in_code = false;
  for (const char c : text) {
    if (c == '`') in_code = !in_code;
    if (!in_code && std::string_view("*_<[$\\").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string code_of(const spec::Question& question) {
  std::string text = "\n```\n";
  std::istringstream lines(question.code);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);)
    text +=
        question.kind == spec::QuestionKind::line ? fmt::format("{:>3} | {}\n", ++number, line) : line + "\n";
  return text + "```\n";
}

}  // namespace

json lines_of(std::string text) {
  for (std::size_t at = 0; (at = text.find("./grade", at)) != text.npos;)
    text[at] = '%', text.erase(at + 1, 1);
  text.erase(text.find_last_not_of('\n') + 1);
  json lines = json::array();
  for (std::size_t begin = 0, end; begin < text.size(); begin = end) {
    end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    lines.push_back(text.substr(begin, end - begin));
  }
  return lines;
}

json markdown_cell(const std::string& id, const std::string& text) {
  return {{"cell_type", "markdown"}, {"id", id}, {"metadata", json::object()}, {"source", lines_of(text)}};
}

std::vector<json> lesson_cells(const fs::path& page, const fs::path& course, const fs::path& whole_course,
                               const std::string& unpacked) {
  std::vector<json> cells;
  for (const std::string& section : sections_of(system::require_file_text(course / page))) {
    std::string text;
    std::size_t done = 0;
    for (std::size_t middle = 0; (middle = section.find("](", middle)) != section.npos; ++middle) {
      const std::size_t open = section.rfind('[', middle), close = section.find(')', middle);
      if (open == section.npos || open < done || close == section.npos) continue;
      const std::string words = section.substr(open + 1, middle - open - 1);
      const std::string link = section.substr(middle + 2, close - middle - 2);
      const bool is_picture = open > 0 && section[open - 1] == '!';
      const fs::path target = target_of(link, page, course);
      if (target.empty() && target_of(link, page, whole_course).empty()) continue;
      text.append(section, done, open - is_picture - done);
      text += target.empty() ? words
              : is_picture   ? picture(course / target, words)
                             : fmt::format("[{}]({}/{})", words, unpacked, target.generic_string());
      done = close + 1;
    }
    cells.push_back(markdown_cell(fmt::format("lesson-{}", cells.size()), text.append(section, done)));
  }
  return cells;
}

std::string questions(const spec::Quiz& quiz) {
  std::string text =
      "## Questions\n\nAn answer stands in quotes in the cell below; run it to see whether it is right.\n";
  for (const spec::Question& question : quiz.questions) {
    text += fmt::format("\n**`{}`** {}\n", question.name, as_markdown(question.text));
    if (!question.code.empty()) text += code_of(question);
    if (!question.options.empty()) text += "\n";
    char letter = 'a';
    for (const std::string& option : question.options)
      text += fmt::format("- {}) {}\n", letter++, as_markdown(option));
  }
  return text;
}

}  // namespace warpgrade::handout
