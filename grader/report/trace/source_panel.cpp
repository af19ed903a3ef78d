#include "report/trace/source_panel.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "report/html/syntax.hpp"
#include "report/source_quote.hpp"
#include "report/text.hpp"

namespace warpgrade::report::trace {
namespace {

constexpr int kAroundSteps = 5;  // lines before and after one that a step is at
constexpr int kBridgedLines = 8;

/// Numbers among Recording::lines, by line. A line may have several: places differ in more than the line.
using Used = std::map<int, std::vector<std::size_t>>;

/// One piece of a file, from line `first` on.
std::string piece(const std::string& name, const std::vector<std::string>& lines, int first,
                  const Used& used) {
  std::string text =
      fmt::format("<ol class=\"code\" tabindex=\"0\" aria-label=\"{}\" start=\"{}\" style=\"--first:{}\">",
                  xml(name), first, first - 1);
  html::Highlighter highlighted;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto found = used.find(first + int(i));
    std::string numbers;
    if (found != used.end())
      for (const std::size_t number : found->second)
        numbers += (numbers.empty() ? "" : " ") + std::to_string(number);
    text += fmt::format(
        "<li{}>{}</li>",
        numbers.empty() ? "" : fmt::format(" data-lines=\"{}\" data-number=\"{}\"", numbers, first + int(i)),
        highlighted(lines[i]));
  }
  return text + "</ol>\n";
}

std::string file_panel(const std::string& file, const Used& used, const TraceSources& sources) {
  std::string text;
  for (auto it = used.begin(); it != used.end();) {
    int last = it->first;
    const int first = std::max(1, it->first - kAroundSteps);
    for (++it; it != used.end() && it->first <= last + 2 * kAroundSteps + kBridgedLines; ++it)
      last = it->first;
    const auto lines = quote_lines(sources.submission, sources.unit, file, first, last + kAroundSteps);
    if (!lines.empty()) text += piece(file, lines, first, used);
  }
  if (text.empty()) return {};
  return fmt::format("<p class=\"quiet file\">{}</p>\n{}",
                     xml(std::filesystem::path(file).filename().string()), text);
}

}  // namespace

std::string source_panel(const Recording& recording, const TraceSources& sources) {
  std::map<std::string, Used> files;
  for (std::size_t i = 0; i < recording.lines.size(); ++i) {
    const Place& place = recording.lines[i];
    if (place.line > 0 && !place.file.empty()) files[place.file][place.line].push_back(i);
  }
  std::string text;
  for (const auto& [file, used] : files) text += file_panel(file, used, sources);
  return text;
}

}  // namespace warpgrade::report::trace
