#include "runner/sealed_operators.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <map>
#include <mutex>
#include <unordered_set>
#include <utility>

#include <warpgrade/ops.cuh>

#include "kit/probes.cuh"
#include "kit/sealed.cuh"
#include "protocol/element_cipher.hpp"

namespace warpgrade::runner {
namespace {

using kit::Sealed;
using kit::Traced;
using Combine = Sealed (*)(Sealed, Sealed);

// ---- How often the function over traced elements (kit/probes.cuh) is applied -------------------------

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

void count_application() { applications.fetch_add(1, std::memory_order_relaxed); }

/// The same comparator counts once, however many threads do it: `a` and `b` as they were before it.
void count_comparator(kit::Traced a, kit::Traced b) {
  const auto state = [](kit::Traced x) { return std::uint64_t(x.sum) << 32 | x.levels; };
  const auto [low, high] = std::minmax({state(a), state(b)});
  const std::lock_guard lock(comparators_mutex);
  comparators.insert({low, high});
}

// ---- Operators over sealed elements ------------------------------------------------------------------

std::uint64_t key = 0;

template <class T>
T opened(Sealed x) {
  return std::bit_cast<T>(protocol::open(std::bit_cast<std::uint64_t>(x), key));
}

template <class T>
Sealed sealed(T x) {
  return std::bit_cast<Sealed>(protocol::seal(std::bit_cast<std::uint64_t>(x), key));
}

template <class T>
Sealed combine(Sealed a, Sealed b) {
  return sealed(typename kit::Probe<T>::Op()(opened<T>(a), opened<T>(b)));
}

/// Combining with the identity costs nothing.
template <>
Sealed combine<kit::Traced>(Sealed a, Sealed b) {
  const auto left = opened<kit::Traced>(a), right = opened<kit::Traced>(b);
  if (left.levels != 0 && right.levels != 0) count_application();
  return sealed(kit::CombineTraced()(left, right));
}

/// An exchange with the identity, which only fills up the input, costs nothing.
kit::SealedPair exchange(Sealed low, Sealed high) {
  auto a = opened<kit::Traced>(low), b = opened<kit::Traced>(high);
  if (a.levels != 0 && b.levels != 0) count_comparator(a, b);
  kit::ExchangeTraced()(a, b);
  return {sealed(a), sealed(b)};
}

bool less(Sealed a, Sealed b) {
  count_application();
  return kit::LessCounted()(opened<kit::Counted>(a), opened<kit::Counted>(b));
}

// ---- Elements that know where they come from ---------------------------------------------------------

/// In a recorded call elements hold the number of a node instead of their levels. The same comparator gives
/// the same nodes, however many threads do it.
struct Nodes {
  NoteApplication note = nullptr;  ///< nullptr: this call is not recorded
  std::uint32_t last = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> comparators;  ///< to `low`; `high` follows
} nodes;

Sealed combine_nodes(Sealed a, Sealed b, const void* return_address) {
  const auto left = opened<kit::Traced>(a), right = opened<kit::Traced>(b);
  if (left.levels == 0) return b;
  if (right.levels == 0) return a;
  const kit::Traced made{left.sum + right.sum, ++nodes.last};
  nodes.note({left.levels, right.levels, made.levels, 0}, return_address);
  return sealed(made);
}

kit::SealedPair exchange_nodes(Sealed low, Sealed high, const void* return_address) {
  const auto left = opened<kit::Traced>(low), right = opened<kit::Traced>(high);
  auto first = left, last = right;
  kit::ExchangeTraced()(first, last);
  if (left.levels != 0 && right.levels != 0) {
    const auto [found, is_new] =
        nodes.comparators.try_emplace(std::pair(left.levels, right.levels), nodes.last + 1);
    if (is_new) nodes.last += 2;
    first.levels = found->second;
    last.levels = found->second + 1;
    nodes.note({left.levels, right.levels, first.levels, last.levels}, return_address);
  }
  return {sealed(first), sealed(last)};
}

Combine combine_elements = &combine<kit::Traced>;
Sealed identity{};

template <class T>
void use_operator_over() {
  combine_elements = &combine<T>;
  identity = sealed(kit::Probe<T>::Op::identity());
}

}  // namespace

std::uint64_t take_applications() {
  const std::lock_guard lock(comparators_mutex);
  const std::uint64_t count = applications.exchange(0) + comparators.size();
  comparators.clear();
  return count;
}

void begin_sealed(const std::string& op, std::uint64_t key_of_call) {
  key = key_of_call;
  nodes = {};
  use_operator_over<kit::Traced>();
#define WARPGRADE_PROBE_OPERATOR(name, Element, Functor, commutes) \
  if (op == #name) use_operator_over<Element>();
#include "kit/operators.def"
}

void record_sealed(std::uint32_t inputs, NoteApplication note) {
  nodes.last = inputs;
  nodes.note = note;
}

}  // namespace warpgrade::runner

warpgrade::kit::Sealed warpgrade::kit::combine_sealed(Sealed a, Sealed b) {
  if (runner::nodes.note != nullptr) return runner::combine_nodes(a, b, __builtin_return_address(0));
  return runner::combine_elements(a, b);
}
warpgrade::kit::Sealed warpgrade::kit::sealed_identity() { return runner::identity; }
warpgrade::kit::SealedPair warpgrade::kit::exchange_sealed(Sealed low, Sealed high) {
  if (runner::nodes.note != nullptr) return runner::exchange_nodes(low, high, __builtin_return_address(0));
  return runner::exchange(low, high);
}
bool warpgrade::kit::less_sealed(Sealed a, Sealed b) { return runner::less(a, b); }
