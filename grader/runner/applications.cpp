#include "runner/applications.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <mutex>
#include <unordered_set>

namespace warpgrade::runner {
namespace {

std::atomic<std::uint64_t> applications = 0;  // a task may have host threads of its own

/// Two elements as they are before a comparator, the smaller sum first.
struct Comparator {
  std::uint64_t a, b;
  bool operator==(const Comparator&) const = default;
};

struct HashComparator {
  std::size_t operator()(const Comparator& comparator) const {
    return std::size_t((comparator.a * 0x9e3779b97f4a7c15u ^ std::rotl(comparator.b, 32)) *
                       0xbf58476d1ce4e5b9u);
  }
};

std::mutex comparators_mutex;
std::unordered_set<Comparator, HashComparator> comparators;

}  // namespace

void count_application() { applications.fetch_add(1, std::memory_order_relaxed); }

std::uint64_t take_applications() {
  const std::lock_guard lock(comparators_mutex);
  const std::uint64_t count = applications.exchange(0) + comparators.size();
  comparators.clear();
  return count;
}

void count_comparator(kit::Traced a, kit::Traced b) {
  const auto state = [](kit::Traced x) { return std::uint64_t(x.sum) << 32 | x.levels; };
  const auto [low, high] = std::minmax({state(a), state(b)});
  const std::lock_guard lock(comparators_mutex);
  comparators.insert({low, high});
}

}  // namespace warpgrade::runner
