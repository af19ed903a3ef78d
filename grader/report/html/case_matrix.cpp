// A case's name says its size, its operator and its input: "n1024.sum_i32.random". Some have no operator:
// "r5c7.photograph". An operator has a row, or where some case fails in one order of threads and not in
// another a row for each order.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "report/html/elements.hpp"
#include "report/html/sections.hpp"
#include "report/style.hpp"
#include "report/text.hpp"

namespace warpgrade::report::html {
namespace {

/// In the order of n.
using Size = std::pair<std::uint64_t, std::string>;
/// Of one operator, with all inputs.
using Row = std::map<Size, Verdict>;
/// As the spec has them.
using Rows = std::vector<std::pair<std::string, Row>>;

Row& row_of(Rows& rows, const std::string& name) {
  const auto known = std::ranges::find(rows, name, &Rows::value_type::first);
  return known != rows.end() ? known->second : rows.emplace_back(name, Row{}).second;
}

/// The first part of a case's name, and the second one; it may have only one.
std::pair<std::string, std::string> size_and_operator(const std::string& name) {
  const std::size_t end = std::min(name.find('.'), name.size());
  const std::string rest = name.substr(std::min(end + 1, name.size()));
  return {name.substr(0, end), rest.substr(0, rest.find('.'))};
}

void add(Row& row, const Size& size, Verdict verdict) {
  const auto [cell, is_new] = row.try_emplace(size, verdict);
  if (!is_new) cell->second = worst({cell->second, verdict});
}

bool passes_in_some_orders_only(const CaseResult& one) {
  const auto passes = [](const OrderVerdict& run) { return run.verdict == Verdict::pass; };
  return std::ranges::any_of(one.orders, passes) && !std::ranges::all_of(one.orders, passes);
}

bool orders_matter(const TaskResult& task) {
  return std::ranges::any_of(task.cases, passes_in_some_orders_only);
}

Rows rows_of(const TaskResult& task, DeviceKind device) {
  Rows rows;
  const bool by_order = orders_matter(task);
  for (const CaseResult& one : task.cases) {
    if (one.device != device) continue;
    const auto [size_name, op] = size_and_operator(one.name);
    const Size size{one.n, size_name};
    if (!by_order || one.orders.empty()) {
      add(row_of(rows, op), size, one.verdict);
      continue;
    }
    std::vector<OrderVerdict> runs = one.orders;  // which came first is drawn
    std::ranges::sort(runs, {}, &OrderVerdict::order);
    for (const OrderVerdict& run : runs)
      add(row_of(rows, fmt::format("{}, {}", op, info(run.order).words)), size, run.verdict);
  }
  return rows;
}

bool fails(const Row& row) {
  return std::ranges::any_of(row, [](const auto& cell) { return tone_of(cell.second) == Tone::bad; });
}

std::string cell(const Row& row, const Size& size) {
  const auto verdict = row.find(size);
  if (verdict == row.end()) return {};
  const std::string mark = Style(false, true).mark(verdict->second);
  return tone_of(verdict->second) == Tone::bad ? "<b>" + mark + "</b>" : mark;
}

std::string table_of(const TaskResult& task, Rows rows, DeviceKind device) {
  const std::size_t right = std::erase_if(rows, [](const auto& row) { return !fails(row.second); });
  if (rows.empty()) return {};
  std::set<Size> sizes;
  for (const auto& [name, row] : rows)
    for (const auto& [size, verdict] : row) sizes.insert(size);
  std::vector<HeadCell> columns{{"operator or input", true}};
  for (const Size& size : sizes) columns.push_back({size.second});
  std::vector<std::vector<std::string>> cells;
  for (const auto& [name, row] : rows) {
    std::vector<std::string>& line = cells.emplace_back(1, xml(name));
    for (const Size& size : sizes) line.push_back(cell(row, size));
  }
  std::string text = paragraph(fmt::format("Which cases fail on {}:", to_string(device)), "quiet");
  text += element("div", "matrix",
                  table(fmt::format("Cases of {} on {}", task.name, to_string(device)), columns, cells));
  if (orders_matter(task))
    text += paragraph(
        "Threads and blocks may run in any order: forward, in reverse, at random. A case is not run in "
        "further "
        "orders when it has failed.",
        "quiet");
  if (right > 0) text += paragraph(fmt::format("With {} no case fails.", counted(right, "other")), "quiet");
  return text;
}

}  // namespace

std::string case_matrix(const TaskResult& task) {
  const auto differs = [&](const CaseResult& one) { return one.verdict != task.cases.front().verdict; };
  if (std::ranges::none_of(task.cases, differs)) return {};
  std::vector<DeviceKind> devices;
  for (const CaseResult& one : task.cases)
    if (std::ranges::find(devices, one.device) == devices.end()) devices.push_back(one.device);
  std::string text;
  for (const DeviceKind device : devices) text += table_of(task, rows_of(task, device), device);
  return text;
}

}  // namespace warpgrade::report::html
