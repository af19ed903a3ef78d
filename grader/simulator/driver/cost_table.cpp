#include "cost_table.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace wgsim::driver {
namespace {

constexpr std::size_t kMostLines = 5;

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

struct Row {
  const char* title;
  std::string (*value)(const Counters&);
};

const Row kRows[] = {
    {"launches", [](const Counters& c) { return with_commas(c.launches); }},
    {"global bytes read", [](const Counters& c) { return with_commas(c.global_bytes_read); }},
    {"global bytes written", [](const Counters& c) { return with_commas(c.global_bytes_written); }},
    {"global requests", [](const Counters& c) { return with_commas(c.global_requests); }},
    {"global sectors", [](const Counters& c) { return with_commas(c.global_sectors); }},
    {"sectors per request", [](const Counters& c) { return format("%.2f", c.sectors_per_request()); }},
    {"shared requests", [](const Counters& c) { return with_commas(c.shared_requests); }},
    {"bank conflicts", [](const Counters& c) { return with_commas(c.bank_conflicts); }},
    {"global atomics", [](const Counters& c) { return with_commas(c.global_atomics); }},
    {"shared atomics", [](const Counters& c) { return with_commas(c.shared_atomics); }},
    {"atomic contention", [](const Counters& c) { return with_commas(c.atomic_contention); }},
    {"barriers", [](const Counters& c) { return with_commas(c.barriers); }},
    {"branches", [](const Counters& c) { return with_commas(c.branches); }},
    {"divergent branches", [](const Counters& c) { return with_commas(c.divergent_branches); }},
};

std::string table(const Costs& costs) {
  std::string text = format("%-22s", "");
  for (const KernelCosts& kernel : costs.kernels) text += format(" %20.20s", kernel.kernel.c_str());
  const bool several = costs.kernels.size() > 1;
  text += several ? format(" %20s\n", "total") : "\n";
  for (const Row& row : kRows) {
    text += format("%-22s", row.title);
    for (const KernelCosts& kernel : costs.kernels)
      text += format(" %20s", row.value(kernel.counters).c_str());
    text += several ? format(" %20s\n", row.value(costs.total).c_str()) : "\n";
  }
  return text;
}

std::string text_of_line(const LineCosts& line) {
  std::ifstream file(line.file);
  std::string text;
  for (int i = 0; i < line.line; ++i)
    if (!std::getline(file, text)) return "";
  return text;
}

const char* unit(Traffic kind) {
  switch (kind) {
    case Traffic::global_load: return "sectors loaded from global memory";
    case Traffic::global_store: return "sectors stored to global memory";
    case Traffic::shared_load: return "passes over the banks to load from shared memory";
    case Traffic::shared_store: return "passes over the banks to store to shared memory";
    case Traffic::global_atomic: return "turns of atomics in global memory";
    case Traffic::shared_atomic: return "turns of atomics in shared memory";
  }
  return "";
}

std::string costly_line(const LineCosts& line) {
  const std::string name = std::filesystem::path(line.file).filename().string();
  const std::string place = line.line > 0 ? name + ":" + std::to_string(line.line) : "(unknown place)";
  std::string text = place + ": " + with_commas(line.transactions) + " " + unit(line.kind) + "; ideal " +
                     with_commas(line.ideal_transactions) + " (" + with_commas(line.requests) +
                     " requests by warps)\n";
  if (const std::string source = text_of_line(line); !source.empty())
    text += format("%5d | ", line.line) + source + "\n";
  return text;
}

}  // namespace

std::string cost_table(const Costs& costs) {
  if (costs.kernels.empty()) return "No kernel ran.\n";
  std::string text = table(costs);
  if (!costs.lines.empty()) text += "\nWhere most of it went:\n";
  for (std::size_t i = 0; i < std::min(kMostLines, costs.lines.size()); ++i)
    text += costly_line(costs.lines[i]);
  return text;
}

}  // namespace wgsim::driver
