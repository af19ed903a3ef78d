// Finds the file among the few ways in which a place may name it, and reads lines of it.
#include "report/source_quote.hpp"

#include <algorithm>
#include <fstream>

#include "report/text.hpp"

namespace warpgrade::report {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxLine = 100'000;
constexpr std::size_t kMaxLineBytes = 4096;

bool is_inside(const fs::path& file, const fs::path& folder) {
  const auto [end, ignored] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return end == folder.end();
}

// The path is made canonical first, without links and '..', and only then is it checked that the file lies
// inside.
std::optional<fs::path> find_inside(const fs::path& submission, const std::string& unit,
                                    const std::string& name) {
  std::error_code error;
  const fs::path folder = fs::canonical(submission, error);
  if (error) return std::nullopt;
  for (const fs::path& candidate : {submission / name, fs::path(name), submission / unit / name}) {
    const fs::path file = fs::canonical(candidate, error);
    if (!error && is_inside(file, folder) && fs::is_regular_file(file, error)) return file;
  }
  return std::nullopt;
}

std::vector<std::string> read_lines(const fs::path& submission, const std::string& unit,
                                    const std::string& name, int first, int last) {
  first = std::max(first, 1);
  if (first > kMaxLine || name.empty() || submission.empty()) return {};
  const auto file = find_inside(submission, unit, name);
  if (!file) return {};
  std::ifstream in(*file);
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
