// Tries a few rules on all sizes that were run, and tells the first one that holds.
#include "report/failing_sizes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <set>

#include <fmt/format.h>

namespace warpgrade::report {
namespace {

using Sizes = std::set<std::uint64_t>;

/// Fewer could obey a rule by chance.
constexpr std::size_t kFewest = 3;
/// Of warps, blocks and tiles.
constexpr std::array<std::uint64_t, 6> kUnits = {1024, 512, 256, 128, 64, 32};

struct SizesOfTask {
  Sizes right, wrong;
};

SizesOfTask sizes_of(const TaskResult& task) {
  SizesOfTask sizes;
  for (const CaseResult& one : task.cases) {
    const bool says_nothing = one.verdict == Verdict::not_run || one.verdict == Verdict::grader_error;
    if (one.hidden || one.measures || one.n == 0 || says_nothing) continue;
    (traits(one.verdict).results_are_right ? sizes.right : sizes.wrong).insert(one.n);
  }
  for (const std::uint64_t n : sizes.wrong) sizes.right.erase(n);
  return sizes;
}

template <class Rule>
bool tells_apart(const SizesOfTask& sizes, Rule rule) {
  return std::ranges::all_of(sizes.right, rule) && std::ranges::none_of(sizes.wrong, rule);
}

}  // namespace

std::string which_sizes_fail(const TaskResult& task) {
  const SizesOfTask sizes = sizes_of(task);
  const auto& [right, wrong] = sizes;
  if (right.size() < kFewest || wrong.size() < kFewest) return "";
  if (*right.rbegin() < *wrong.begin())
    return fmt::format("All is right up to n = {}, and wrong from n = {} on.", *right.rbegin(),
                       *wrong.begin());
  if (*wrong.rbegin() < *right.begin())
    return fmt::format("All is wrong up to n = {}, and right from n = {} on.", *wrong.rbegin(),
                       *right.begin());
  for (const std::uint64_t unit : kUnits)
    if (tells_apart(sizes, [&](std::uint64_t n) { return n % unit == 0; }))
      return fmt::format("Right where n is a multiple of {}, wrong at every other n.", unit);
  if (tells_apart(sizes, [](std::uint64_t n) { return std::has_single_bit(n); }))
    return "Right where n is a power of two, wrong at every other n.";
  return "";
}

}  // namespace warpgrade::report
