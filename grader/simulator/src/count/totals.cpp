// The sums of each launch and kernel, and for each kernel the sums by instruction and kind of traffic.
// Instructions become lines of the source when the costs are taken.
#include "count/totals.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "count/traffic.hpp"
#include "program/device_variables.hpp"
#include "program/symbols.hpp"
#include "state/simulation.hpp"
#include "state/space.hpp"
#include "wgsim/abi.h"

namespace wgsim {

namespace core {

struct Sum {
  Where where{Site{nullptr, 0}};
  Traffic kind = Traffic::global_load;
  std::uint64_t requests = 0, transactions = 0, ideal = 0;
};

struct InstructionHash {
  std::size_t operator()(const std::pair<Where, Traffic>& key) const {
    const std::size_t place = reinterpret_cast<std::uintptr_t>(key.first.pc) ^
                              reinterpret_cast<std::uintptr_t>(key.first.site.file) ^
                              std::size_t(key.first.site.line);
    return place * 8 + std::size_t(key.second);
  }
};

struct Kernel {
  KernelCosts costs;
  std::unordered_map<std::pair<Where, Traffic>, Sum, InstructionHash> instructions;
};

struct Totals {
  std::vector<Kernel> kernels;
  std::size_t current = 0;
  LaunchCosts launch;  ///< the one that runs
};

namespace {
void add(Kernel& kernel, const Issue& issue, Traffic kind, unsigned transactions, unsigned ideal) {
  Sum& sum = kernel.instructions[{issue.where, kind}];
  sum.where = issue.where;
  sum.kind = kind;
  ++sum.requests;
  sum.transactions += transactions;
  sum.ideal += ideal;
}

void add_branch(Kernel& kernel, Counters& c, const Issue& issue) {
  ++c.branches;
  const unsigned ways = distinct_addresses(issue);
  if (ways < 2) return;
  ++c.divergent_branches;
  add(kernel, issue, Traffic::divergent_branch, ways, 1);
}

void add_atomic(Kernel& kernel, Counters& c, const Issue& issue, bool shared) {
  const auto threads = unsigned(std::popcount(issue.lanes));
  const unsigned distinct = distinct_addresses(issue);
  (shared ? c.shared_atomics : c.global_atomics) += threads;
  ++c.atomic_requests;
  c.atomic_contention += threads - distinct;
  if (!shared) {
    ++c.global_atomic_requests;
    c.global_atomic_bytes += 2 * distinct * issue.size;  // each word is read and written
  }
  // Lanes with the same address take turns. Lanes with different addresses go at the same time.
  add(kernel, issue, shared ? Traffic::shared_atomic : Traffic::global_atomic, threads - distinct + 1, 1);
}

void add_shared(Kernel& kernel, Counters& c, const Issue& issue) {
  const SharedTraffic t = shared_traffic(issue);
  ++c.shared_requests;
  c.bank_conflicts += t.passes - t.ideal_passes;
  add(kernel, issue, issue.kind == IssueKind::load ? Traffic::shared_load : Traffic::shared_store, t.passes,
      t.ideal_passes);
}

void add_global(Kernel& kernel, Counters& c, const Issue& issue) {
  const GlobalTraffic t = global_traffic(issue);
  const bool load = issue.kind == IssueKind::load;
  ++c.global_requests;
  (load ? c.global_bytes_read : c.global_bytes_written) += t.bytes;
  c.global_sectors += t.sectors;
  c.global_ideal_sectors += t.ideal_sectors;
  add(kernel, issue, load ? Traffic::global_load : Traffic::global_store, t.sectors, t.ideal_sectors);
}

std::uint64_t warps_of(const LaunchConfig& config) {
  const auto volume = [](const dim3& d) { return std::uint64_t{d.x} * d.y * d.z; };
  return volume(config.grid) * ((volume(config.block) + 31) / 32);
}

}  // namespace

bool is_global(std::uintptr_t address) {
  if (space.contains(address)) return space.slot_of(address) >= kHeapSlot;
  return device_section().contains(address);
}

bool is_constant(std::uintptr_t address) { return constant_section().contains(address); }

bool is_shared(std::uintptr_t address) {
  return space.contains(address) && space.slot_of(address) == kSharedSlot;
}

void add_costs(const Issue& issue) {
  Kernel& kernel = simulation.totals->kernels[simulation.totals->current];
  Counters& c = counters_of_launch();
  if (issue.kind == IssueKind::branch) return add_branch(kernel, c, issue);
  const std::uintptr_t first = issue.address[unsigned(std::countr_zero(issue.lanes))];
  if (is_constant(first)) c.constant_words += distinct_words(issue);
  const bool shared = is_shared(first);
  if (!shared && !is_global(first)) return;
  c.active_lanes += unsigned(std::popcount(issue.lanes));
  if (issue.kind == IssueKind::atomic) return add_atomic(kernel, c, issue, shared);
  if (shared) return add_shared(kernel, c, issue);
  add_global(kernel, c, issue);
}

Counters& counters_of_launch() { return simulation.totals->launch.counters; }

void count_launch(const LaunchConfig& config) {
  Totals& t = *simulation.totals;
  const auto found = std::find_if(t.kernels.begin(), t.kernels.end(),
                                  [&](const Kernel& k) { return k.costs.kernel == config.kernel; });
  t.current = std::size_t(found - t.kernels.begin());
  if (found == t.kernels.end()) t.kernels.push_back({{config.kernel, {}, {}}, {}});
  t.launch = {
      {config.grid.x, config.grid.y, config.grid.z}, {config.block.x, config.block.y, config.block.z}, {}};
  t.launch.counters.launches = 1;
  t.launch.counters.warps = warps_of(config);
}

void add_thread(const ThreadWork& work, Block& block) {
  Counters& most = counters_of_launch();
  most.serial_accesses = std::max(most.serial_accesses, work.accesses);
  most.block_accesses = std::max(most.block_accesses, block.global_accesses += work.accesses);
  most.global_accesses += work.accesses;
  most.working_threads += !work.is_idle;
  most.serial_steps = std::max(most.serial_steps, work.steps);
}

void add_launch() {
  const LaunchCosts& launch = simulation.totals->launch;
  KernelCosts& costs = simulation.totals->kernels[simulation.totals->current].costs;
  costs.counters += launch.counters;
  if (costs.launches.size() < KernelCosts::kMostLaunches) costs.launches.push_back(launch);
}

}  // namespace core

using namespace core;

namespace {

/// Several instructions may be of one line.
std::vector<LineCosts> lines_of(const std::vector<Kernel>& kernels) {
  std::vector<const void*> pcs;
  for (const Kernel& kernel : kernels)
    for (const auto& [key, sum] : kernel.instructions)
      if (sum.where.pc != nullptr) pcs.push_back(sum.where.pc);
  const std::vector<SourceLine> places = source_lines(pcs);
  std::map<std::tuple<std::string, std::string, int, Traffic>, LineCosts> lines;
  std::size_t next = 0;
  for (const Kernel& kernel : kernels)
    for (const auto& [key, sum] : kernel.instructions) {
      const bool by_pc = sum.where.pc != nullptr;
      const std::string file = by_pc ? places[next].file : sum.where.site.file;
      const int line = by_pc ? places[next].line : sum.where.site.line;
      next += by_pc ? 1 : 0;
      LineCosts& costs = lines[{kernel.costs.kernel, file, line, sum.kind}];
      costs.file = file;
      costs.line = line;
      costs.kernel = kernel.costs.kernel;
      costs.kind = sum.kind;
      costs.requests += sum.requests;
      costs.transactions += sum.transactions;
      costs.ideal += sum.ideal;
    }
  std::vector<LineCosts> result;
  result.reserve(lines.size());
  for (auto& [key, costs] : lines) result.push_back(std::move(costs));
  std::stable_sort(result.begin(), result.end(),
                   [](const LineCosts& a, const LineCosts& b) { return a.transactions > b.transactions; });
  return result;
}

}  // namespace

Counters& Counters::operator+=(const Counters& other) {
#define X(name) name += other.name;
#include "wgsim/counters.def"
#undef X
  return *this;
}

Costs take_costs() {
  const std::vector<Kernel> kernels = std::exchange(simulation.totals->kernels, {});
  Costs costs;
  for (const Kernel& kernel : kernels) {
    costs.kernels.push_back(kernel.costs);
    costs.total += kernel.costs.counters;
  }
  costs.lines = lines_of(kernels);
  return costs;
}

}  // namespace wgsim
