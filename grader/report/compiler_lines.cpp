#include "report/compiler_lines.hpp"

#include <ostream>

#include <fmt/format.h>

#include "report/finding_list.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

std::string place_of(const Place& place) {
  const std::string file = printable(place.file);
  return place.column > 0 ? fmt::format("{}:{}:{}", file, place.line, place.column)
                          : fmt::format("{}:{}", file, place.line);
}

/// A message is one line here.
std::string in_one_line(const std::string& text) {
  std::string line = printable(text);
  for (char& c : line)
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  return line;
}

}  // namespace

void write_compiler_lines(std::ostream& out, const Result& result) {
  for (const ListedFinding& listed : findings_with_lines(result)) {
    const Finding& finding = listed.finding;
    const std::string where = place_of(finding.place);
    if (listed.is_warning)
      out << fmt::format("{}: warning: {} [{}]\n", where, in_one_line(finding.message),
                         printable(listed.task));
    else
      out << fmt::format("{}: error: {}: {} [{}]\n", where, in_words(name_of(finding)),
                         in_one_line(finding.message), printable(listed.task));
    if (finding.other && finding.other->line > 0 && !finding.other->file.empty())
      out << fmt::format("{}: note: the other access\n", place_of(*finding.other));
    if (!finding.remedy.empty()) out << fmt::format("{}: note: {}\n", where, in_one_line(finding.remedy));
  }
}

}  // namespace warpgrade::report
