#include "classes/page/counts.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "system/checksum.hpp"

namespace warpgrade::classes {

std::string counts_of(const TaskResult& task) {
  std::vector<std::string> counts;
  for (const CaseResult& one : task.cases)
    for (const auto& [name, cost] : one.cost)
      counts.push_back(fmt::format("{} {} {}", one.name, name, cost.measured));
  // Lines without their numbers: functions may stand in another order.
  for (const HotLine& line : task.hot_lines)
    counts.push_back(
        fmt::format("{} {} {} {}", to_string(line.kind), line.requests, line.transactions, line.ideal));
  std::ranges::sort(counts);
  return system::xxh3_128(fmt::format("{}", fmt::join(counts, "\n")));
}

}  // namespace warpgrade::classes
