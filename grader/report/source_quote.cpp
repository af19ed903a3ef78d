// Finds the file among the few ways in which a place may name it, and reads lines of it.
#include "report/source_quote.hpp"

#include <algorithm>
#include <sstream>

#include "report/text.hpp"
#include "system/file_text.hpp"

namespace warpgrade::report {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxLine = 100'000;
constexpr std::size_t kMaxLineBytes = 4096;
constexpr std::size_t kMostBytes = 1'000'000;  // larger files are not graded

/// The text of a file that lies in the submission, whatever the path says.
std::optional<std::string> text_inside(const fs::path& submission, const fs::path& file) {
  const fs::path folder = fs::absolute(submission).lexically_normal();
  const fs::path name = fs::absolute(file).lexically_normal().lexically_relative(folder);
  if (name == ".")  // the submission is one file
    return system::read_file_beneath(folder.parent_path(), folder.filename(), kMostBytes).text;
  return system::read_file_beneath(folder, name, kMostBytes).text;
}

std::vector<std::string> read_lines(const fs::path& submission, const std::string& unit,
                                    const std::string& name, int first, int last) {
  first = std::max(first, 1);
  if (first > kMaxLine || name.empty() || submission.empty()) return {};
  std::optional<std::string> text;
  for (const fs::path& candidate : {submission / name, fs::path(name), submission / unit / name})
    if (text = text_inside(submission, candidate); text) break;
  if (!text) return {};
  std::istringstream in(*std::move(text));
  std::vector<std::string> lines;
  std::string line;
  for (int i = 1; i <= last && std::getline(in, line); ++i)
    if (i >= first) lines.push_back(line.substr(0, kMaxLineBytes));
  return lines;
}

std::string as_quoted(std::string_view text) { return without_tabs(printable(text)); }

}  // namespace

std::vector<std::string> quote_lines(const fs::path& submission, const std::string& unit,
                                     const std::string& name, int first, int last) {
  std::vector<std::string> lines = read_lines(submission, unit, name, first, last);
  for (std::string& line : lines) line = as_quoted(line);
  return lines;
}

std::optional<SourceQuote> quote_source(const fs::path& submission, const std::string& unit,
                                        const Place& place) {
  if (place.line <= 0) return std::nullopt;
  const auto lines = read_lines(submission, unit, place.file, place.line, place.line);
  if (lines.empty()) return std::nullopt;
  SourceQuote quote{as_quoted(lines.front())};
  if (place.column > 0)
    quote.caret = display_width(
        as_quoted(std::string_view(lines.front())
                      .substr(0, std::min(lines.front().size(), std::size_t(place.column) - 1))));
  return quote;
}

}  // namespace warpgrade::report
