#include "report/html/source_excerpt.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "report/cost_table.hpp"
#include "report/html/elements.hpp"
#include "report/source_quote.hpp"
#include "report/text.hpp"

namespace warpgrade::report::html {
namespace {

constexpr int kAround = 4;   // lines before and after the one that is marked
constexpr int kBridged = 2;  // so many lines between two hot ones are shown

std::string with_thousands(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::ptrdiff_t at = std::ptrdiff_t(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(std::size_t(at), ",");
  return digits;
}

/// A bar as wide as the line's share of the most: what had to be, and what could have been saved.
std::string bar(const HotLine& line, std::uint64_t most) {
  const auto percent = [&](std::uint64_t count) {
    return std::lround(100.0 * double(count) / double(std::max<std::uint64_t>(most, 1)));
  };
  return fmt::format("<span class=\"bar\" style=\"--n:{}%;--t:{}%\">{}</span>",
                     percent(std::min(line.ideal, line.transactions)), percent(line.transactions),
                     with_thousands(line.transactions));
}

std::string code(std::string_view line) { return fmt::format("<code>{}</code>", xml(line)); }

/// In the order of the source. What several kernels do at a line stands together.
std::vector<HotLine> in_order(const std::vector<HotLine>& hot_lines) {
  std::vector<HotLine> lines;
  for (const HotLine& line : hot_lines) {
    if (line.line <= 0) continue;
    const auto same = std::ranges::find_if(lines, [&](const HotLine& other) {
      return std::tie(line.file, line.line, line.kind) == std::tie(other.file, other.line, other.kind);
    });
    if (same == lines.end()) {
      lines.push_back(line);
    } else {
      same->transactions += line.transactions;
      same->ideal += line.ideal;
    }
  }
  std::ranges::stable_sort(lines, [](const HotLine& a, const HotLine& b) {
    return std::tie(a.file, a.line) < std::tie(b.file, b.line);
  });
  return lines;
}

using Rows = std::vector<std::vector<std::string>>;

/// What lies between two hot lines: the lines themselves if they are few. Returns the first line to be shown.
int first_to_show(const HotLine* last, const HotLine& line, Rows& rows) {
  if (last == nullptr || last->file != line.file || line.line <= last->line + 1) return line.line;
  if (line.line - last->line <= kBridged + 1) return last->line + 1;
  rows.push_back({"⋯", "", "", "", ""});
  return line.line;
}

}  // namespace

std::string excerpt(const Sources& sources, const Place& place) {
  const int first = std::max(1, place.line - kAround);
  const auto lines =
      place.line > 0 ? quote_lines(sources.submission, sources.unit, place.file, first, place.line + kAround)
                     : std::vector<std::string>();
  if (int(lines.size()) <= place.line - first) return {};
  std::string text =
      fmt::format("<ol class=\"code\" tabindex=\"0\" start=\"{}\" style=\"--first:{}\">", first, first - 1);
  for (std::size_t i = 0; i < lines.size(); ++i)
    text += fmt::format("<li{}>{}</li>",
                        first + int(i) == place.line ? " class=\"hit\" aria-current=\"true\"" : "",
                        xml(lines[i]));
  return text + "</ol>\n";
}

std::string heat(const Sources& sources, const std::string& task, const std::vector<HotLine>& hot_lines) {
  const std::vector<HotLine> lines = in_order(hot_lines);
  if (lines.empty()) return {};
  const std::uint64_t most = std::ranges::max(lines, {}, &HotLine::transactions).transactions;
  Rows rows;
  const HotLine* last = nullptr;
  for (const HotLine& line : lines) {
    const bool is_same = last != nullptr && last->file == line.file && last->line == line.line;
    std::string number, source;
    if (!is_same) {
      const int first = first_to_show(last, line, rows);
      const auto quoted = quote_lines(sources.submission, sources.unit, line.file, first, line.line);
      for (int i = first; i < line.line && std::size_t(i - first) < quoted.size(); ++i)
        rows.push_back({std::to_string(i), "", "", code(quoted[std::size_t(i - first)]), ""});
      number = std::to_string(line.line);
      source = std::size_t(line.line - first) < quoted.size() ? code(quoted.back()) : xml(line.file);
    }
    rows.push_back({number, bar(line, most), is_wasteful(line) ? with_thousands(line.ideal) : "", source,
                    xml(line.kind)});
    last = &line;
  }
  return element("div", "heat",
                 table("Memory traffic of " + task + " by line, in transactions",
                       {{"line"}, {"transactions"}, {"would do"}, {"source", true}, {"access", true}}, rows));
}

}  // namespace warpgrade::report::html
