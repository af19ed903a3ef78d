#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "model/costs.hpp"
#include "report/html/elements.hpp"
#include "report/html/sections.hpp"
#include "report/html/source.hpp"
#include "report/text.hpp"

namespace warpgrade::report::html {
namespace {

constexpr int kMargin = 1;  // lines before the first and behind the last one that is counted
constexpr int kFolded = 9;  // more lines than this between two of them are left out

struct Amount {
  std::uint64_t taken = 0, needed = 0;
  std::uint64_t wasted() const { return taken - std::min(taken, needed); }
};

/// One for each of kResources.
using Amounts = std::array<Amount, kResources.size()>;
using Lines = std::map<int, Amounts>;

/// What several kernels do at a line, and several accesses in it, stands together.
std::map<std::string, Lines> by_file(const std::vector<HotLine>& hot_lines) {
  std::map<std::string, Lines> files;
  for (const HotLine& hot : hot_lines) {
    if (hot.line <= 0) continue;
    Amount& amount = files[hot.file][hot.line][std::size_t(resource_of(hot.kind))];
    amount.taken += hot.transactions;
    amount.needed += hot.ideal;
  }
  return files;
}

std::string with_thousands(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::ptrdiff_t at = std::ptrdiff_t(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(std::size_t(at), ",");
  return digits;
}

/// A bar as wide as the amount's share of the most of any line.
std::string bar(const Amount& amount, std::uint64_t most) {
  if (amount.taken == 0) return {};
  const auto percent = [&](std::uint64_t count) { return std::lround(100.0 * double(count) / double(most)); };
  const std::string needed =
      amount.wasted() == 0 ? "" : " <small>for " + with_thousands(amount.needed) + "</small>";
  return fmt::format("<span class=\"bar\" style=\"--n:{}%;--t:{}%\">{}{}</span>",
                     percent(std::min(amount.needed, amount.taken)), percent(amount.taken),
                     with_thousands(amount.taken), needed);
}

class HeatMap {
 public:
  HeatMap(const Sources& sources, const std::string& task, const std::string& file, const Lines& lines)
      : sources_(sources), task_(task), file_(file), lines_(lines) {
    for (const auto& [line, amounts] : lines_)
      for (std::size_t r = 0; r < amounts.size(); ++r) most_[r] = std::max(most_[r], amounts[r].taken);
  }

  std::string html() const {
    std::vector<HeadCell> columns{{"line"}};
    for (std::size_t r = 0; r < kResources.size(); ++r)
      if (most_[r] > 0)
        columns.push_back({fmt::format("{}: {}", kResources[r].title, kResources[r].unit), /*words=*/true});
    columns.push_back({std::filesystem::path(file_).filename().string(), /*words=*/true});
    return element("div", "heat", table("What the lines of " + task_ + " take", columns, rows())) + advice();
  }

 private:
  using Rows = std::vector<std::vector<std::string>>;

  Rows rows() const {
    std::set<int> counted;
    for (const auto& [line, amounts] : lines_) counted.insert(line);
    Rows rows;
    for (const Piece& piece : pieces_of(sources_, file_, counted, kMargin, kFolded)) {
      if (!rows.empty()) rows.push_back(row("⋯", {}, ""));
      add_piece(piece, rows);
    }
    return rows;
  }

  /// Where a line can't be quoted, its figures still stand there.
  void add_piece(const Piece& piece, Rows& rows) const {
    const int last = std::max(piece.last_wanted, piece.first + int(piece.lines.size()) - 1);
    for (int line = piece.first; line <= last; ++line) {
      const auto index = std::size_t(line - piece.first);
      const auto amounts = lines_.find(line);
      if (index >= piece.lines.size() && amounts == lines_.end()) continue;
      rows.push_back(row(std::to_string(line), amounts == lines_.end() ? Amounts() : amounts->second,
                         index < piece.lines.size() ? piece.lines[index] : ""));
    }
  }

  std::vector<std::string> row(const std::string& number, const Amounts& amounts,
                               const std::string& code) const {
    std::vector<std::string> cells{number};
    for (std::size_t r = 0; r < amounts.size(); ++r)
      if (most_[r] > 0) cells.push_back(bar(amounts[r], most_[r]));
    cells.push_back("<code>" + code + "</code>");
    return cells;
  }

  /// Of each resource: the line that wastes most of it, and how it takes less.
  std::string advice() const {
    std::string text;
    for (std::size_t r = 0; r < kResources.size(); ++r) {
      const auto worst =
          std::ranges::max_element(lines_, {}, [r](const auto& line) { return line.second[r].wasted(); });
      const Amount& amount = worst->second[r];
      if (amount.wasted() == 0) continue;
      text += paragraph(fmt::format("Line {}, {}: {} {} where {} would do. {}", worst->first,
                                    kResources[r].title, with_thousands(amount.taken), kResources[r].unit,
                                    with_thousands(amount.needed), cost_named(kResources[r].cost).remedy));
    }
    return text;
  }

  const Sources& sources_;
  const std::string& task_;
  const std::string& file_;
  const Lines& lines_;
  std::array<std::uint64_t, kResources.size()> most_{};
};

}  // namespace

std::string heat_map(const Sources& sources, const std::string& task, const std::vector<HotLine>& hot_lines) {
  std::string text;
  for (const auto& [file, lines] : by_file(hot_lines)) text += HeatMap(sources, task, file, lines).html();
  return text;
}

}  // namespace warpgrade::report::html
