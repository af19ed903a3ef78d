// One finding for each cost above its bound: what was measured, what is allowed, and by which formula.
#include "judge/check/costs.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "kit/traced.cuh"

namespace warpgrade::judge {
namespace {

using kit::Traced;

struct CostWords {
  const char* name;
  const char* unit;    ///< "523,776 applications of the operator at n = 1024"
  const char* remedy;  ///< how to need less
};

constexpr CostWords kWords[] = {
    {"depth", "steps, one after the other,",
     "Combine in a tree: in each step as many pairs as there are, all at once."},
    {"work", "applications of the operator",
     "Do not combine the same elements again and again: keep partial results and build on them."},
    {"global_bytes", "bytes between kernels and global memory",
     "Read each element once; keep what is needed again in registers or in shared memory."},
    {"sectors_per_request", "sectors of 32 bytes for a warp's access to global memory",
     "Let neighbouring threads access neighbouring elements."},
    {"bank_conflicts", "bank conflicts in shared memory",
     "Let the threads of a warp access different banks: stride 1, or rows padded by one element."},
    {"atomics", "atomic operations",
     "Combine in registers or in shared memory first, and pay out with one atomic for many elements."},
    {"global_atomics", "atomic operations on global memory",
     "Count in shared memory or in registers first, and pay out once for a block."},
    {"barriers", "barriers", "Drop barriers that order nothing; give a thread more to do between two."},
    {"launches", "kernel launches", "Do more in one launch."},
    {"divergent_branches", "branches that split a warp",
     "Let whole warps take the same side: choose by warp, not by lane."},
};

const CostWords& words_for(const std::string& name) {
  static constexpr CostWords other{"", "", ""};
  const auto* found =
      std::find_if(std::begin(kWords), std::end(kWords), [&](const CostWords& w) { return name == w.name; });
  return found == std::end(kWords) ? other : *found;
}

/// 10240 → "10,240"; 4.25 → "4.25".
std::string readable(double value) {
  std::string text = value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.2f}", value);
  std::size_t end = std::min(text.find('.'), text.size());
  for (; end > 3; end -= 3) text.insert(end - 3, ",");
  return text;
}

Finding too_much(const std::string& name, const CostResult& cost) {
  const CostWords& words = words_for(name);
  Finding finding;
  finding.verdict = Verdict::too_much_work;
  const std::string bound = readable(*cost.bound);
  const std::string allowed = cost.formula == bound ? bound : cost.formula + " = " + bound;
  finding.message = fmt::format("{}: {} {} at n = {}; allowed {}.", name, readable(cost.measured),
                                *words.unit ? words.unit : "counted", cost.n, allowed);
  finding.remedy = words.remedy;
  return finding;
}

}  // namespace

void take_depth(const kit::CaseData& data, CallResult& call) {
  std::uint32_t levels = 1;
  for (std::size_t i = 0; i < std::min(call.outputs.size(), data.outputs.size()); ++i) {
    const kit::Array& expected = data.outputs[i].values;
    std::vector<std::byte>& got = call.outputs[i];
    if (got.size() != expected.bytes.size()) return;  // compare_outputs() explains
    for (std::size_t at = 0; at + sizeof(Traced) <= got.size(); at += sizeof(Traced)) {
      Traced right, given;
      std::memcpy(&right, &expected.bytes[at], sizeof right);
      std::memcpy(&given, &got[at], sizeof given);
      if (given.sum != right.sum) continue;  // a wrong answer, whose levels say nothing
      levels = std::max(levels, given.levels);
      std::memcpy(&got[at], &right, sizeof right);
    }
  }
  call.cost["depth"] = levels - 1;
}

void judge_costs(CaseResult& result, const spec::Task& task, std::uint64_t n,
                 const std::map<std::string, double>& measured) {
  if (result.verdict != Verdict::pass) return;
  for (const auto& [name, value] : measured) {
    CostResult cost{value, std::nullopt, "", n};
    if (const auto bound = task.cost.find(name); bound != task.cost.end()) {
      cost.bound = bound->second.at(n);
      cost.formula = bound->second.formula();
    }
    result.cost.emplace(name, cost);
    if (cost.is_above()) result.findings.push_back(too_much(name, cost));
  }
  if (!result.findings.empty()) result.verdict = Verdict::too_much_work;
}

}  // namespace warpgrade::judge
