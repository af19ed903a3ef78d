#include "cost_report.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <vector>

namespace wgsim::driver {
namespace {

constexpr std::size_t kMostLines = 5;
constexpr std::size_t kMostLaunches = 4;  // with a column of their own: what fits a terminal

template <class... T>
std::string format(const char* pattern, T... values) {
  char text[256];
  std::snprintf(text, sizeof text, pattern, values...);
  return text;
}

/// 1,015,808
std::string with_commas(std::uint64_t n) {
  std::string text = std::to_string(n);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
  return text;
}

// ---- A kernel ----------------------------------------------------------------------------------------

struct Row {
  const char* title;
  std::string (*value)(const Counters&);
};

const Row kRows[] = {
    {"global bytes read", [](const Counters& c) { return with_commas(c.global_bytes_read); }},
    {"global bytes written", [](const Counters& c) { return with_commas(c.global_bytes_written); }},
    {"global bytes moved", [](const Counters& c) { return with_commas(c.global_bytes_moved()); }},
    {"global efficiency", [](const Counters& c) { return format("%.1f %%", 100 * c.global_efficiency()); }},
    {"global requests", [](const Counters& c) { return with_commas(c.global_requests); }},
    {"sectors per request", [](const Counters& c) { return format("%.2f", c.sectors_per_request()); }},
    {"shared requests", [](const Counters& c) { return with_commas(c.shared_requests); }},
    {"bank conflicts", [](const Counters& c) { return with_commas(c.bank_conflicts); }},
    {"global atomics", [](const Counters& c) { return with_commas(c.global_atomics); }},
    {"shared atomics", [](const Counters& c) { return with_commas(c.shared_atomics); }},
    {"atomic contention", [](const Counters& c) { return with_commas(c.atomic_contention); }},
    {"barriers", [](const Counters& c) { return with_commas(c.barriers); }},
    {"branches", [](const Counters& c) { return with_commas(c.branches); }},
    {"divergent branches", [](const Counters& c) { return with_commas(c.divergent_branches); }},
    {"active lanes", [](const Counters& c) { return format("%.1f of 32", c.lanes_per_instruction()); }},
};

struct Column {
  std::string title;
  Counters counters;
};

/// 1024, or 32x8
std::string extent(const std::array<unsigned, 3>& size) {
  std::string text = std::to_string(size[0]);
  if (size[1] > 1 || size[2] > 1) text += "x" + std::to_string(size[1]);
  if (size[2] > 1) text += "x" + std::to_string(size[2]);
  return text;
}

/// All launches together, and each one where they are few.
std::vector<Column> columns_of(const KernelCosts& kernel) {
  const std::uint64_t launches = kernel.counters.launches;
  std::vector<Column> columns;
  if (launches != 1) columns.push_back({with_commas(launches) + " launches", kernel.counters});
  if (launches <= kMostLaunches)
    for (const LaunchCosts& launch : kernel.launches)
      columns.push_back({"<<<" + extent(launch.grid) + ", " + extent(launch.block) + ">>>", launch.counters});
  return columns;
}

std::string table(const std::string& title, const std::vector<Column>& columns) {
  std::string text = title + "\n" + format("%-22s", "");
  for (const Column& column : columns) text += format(" %18s", column.title.c_str());
  text += "\n";
  for (const Row& row : kRows) {
    text += format("  %-20s", row.title);
    for (const Column& column : columns) text += format(" %18s", row.value(column.counters).c_str());
    text += "\n";
  }
  return text + "\n";
}

// ---- The costliest lines -----------------------------------------------------------------------------

const char* unit(Traffic kind) {
  switch (kind) {
    case Traffic::global_load: return "sectors loaded from global memory";
    case Traffic::global_store: return "sectors stored to global memory";
    case Traffic::shared_load: return "passes over the banks to load from shared memory";
    case Traffic::shared_store: return "passes over the banks to store to shared memory";
    case Traffic::global_atomic: return "turns of atomics in global memory";
    case Traffic::shared_atomic: return "turns of atomics in shared memory";
    case Traffic::divergent_branch: return "ways that split warps went";
  }
  return "";
}

std::string costly_line(const LineCosts& line) {
  const std::string name = std::filesystem::path(line.file).filename().string();
  const std::string place = line.line > 0 ? name + ":" + std::to_string(line.line) : "(unknown place)";
  std::string text = place + ": " + with_commas(line.transactions) + " " + unit(line.kind) + "; ideal " +
                     with_commas(line.ideal) + " (" + with_commas(line.requests) + " requests by warps)\n";
  if (const std::string source = text_of_line(line.file, line.line); !source.empty())
    text += format("%5d | ", line.line) + source + "\n";
  return text;
}

}  // namespace

std::string text_of_line(const std::string& file, int line) {
  std::ifstream in(file);
  std::string text;
  for (int i = 0; i < line; ++i)
    if (!std::getline(in, text)) return "";
  return text;
}

std::string cost_table(const Costs& costs) {
  if (costs.kernels.empty()) return "No kernel ran.\n";
  std::string text;
  for (const KernelCosts& kernel : costs.kernels) text += table(kernel.kernel, columns_of(kernel));
  if (costs.kernels.size() > 1)
    text += table("all kernels", {{with_commas(costs.total.launches) + " launches", costs.total}});
  if (!costs.lines.empty()) text += "Where most of it went:\n";
  for (std::size_t i = 0; i < std::min(kMostLines, costs.lines.size()); ++i)
    text += costly_line(costs.lines[i]);
  return text;
}

// ---- JSON: each counter of wgsim/counters.def --------------------------------------------------------

std::string cost_json(const Costs& costs) {
  std::ostringstream text;
  text << "{\"kernels\": [";
  for (const KernelCosts& kernel : costs.kernels) {
    text << (&kernel == &costs.kernels.front() ? "\n" : ",\n");
    text << "  {\"kernel\": " << std::quoted(kernel.kernel);
#define X(name) text << ", \"" #name "\": " << kernel.counters.name;
#include "wgsim/counters.def"
#undef X
    text << "}";
  }
  text << "\n]}\n";
  return text.str();
}

}  // namespace wgsim::driver
