// What the cases sort: element types, each with its compare-exchange. They work on host and device: the
// oracle uses the very same ones.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "kit/probes.cuh"
#include "kit/sealed.cuh"

namespace sorting_networks {

using warpgrade::kit::ExchangeTraced;
using warpgrade::kit::ExchangeZeroOnes;
using warpgrade::kit::Traced;
using warpgrade::kit::ZeroOnes;

/// Puts the one that comes first by `before` into low. Equal ones stay where they are.
template <class T, class Before>
WARPGRADE_INLINED inline WARPGRADE_HD void exchange_by(T& low, T& high, Before before) {
  const T a = low, b = high;
  const bool swap = before(b, a);
  low = swap ? b : a;
  high = swap ? a : b;
}

/// The direction is picked at run time, so that a kernel which compares numbers by itself is caught.
template <class T>
struct ExchangeNumbers {
  using value_type = T;
  bool descending;

  T highest() const {
    if constexpr (std::is_floating_point_v<T>)
      return descending ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity();
    else
      return descending ? std::numeric_limits<T>::lowest() : std::numeric_limits<T>::max();
  }
  WARPGRADE_INLINED WARPGRADE_HD void operator()(T& low, T& high) const {
    exchange_by(low, high, [this](T a, T b) { return descending ? b < a : a < b; });
  }
};

/// The operator `counted`: the elements of ascending_i32, but each key holds the number of its row, for which
/// bind.cu counts the exchanges. One that finds its elements in order leaves them as they are, so a kernel
/// could see that nothing moved, as it can with numbers and not with Recorded.
struct CountedRow {
  static constexpr int shift = 26,
                       most = (1 << (31 - shift)) - 1;  // highest() is in no row: in number `most`
  static constexpr WARPGRADE_HD int of(std::int32_t key) { return key >> shift; }
};
inline bool is_counted(const char* op) { return std::strcmp(op, "counted") == 0; }

/// Compared by the key alone. Networks are not stable, so values of equal keys come in any order; but each
/// comes.
struct Pair {
  std::uint32_t key, value;
};
WARPGRADE_NO_COMPARISON(Pair, "use exchange(low, high), which puts the smaller first");
struct ExchangePairs {
  using value_type = Pair;
  static constexpr Pair highest() { return {~0u, 0}; }
  WARPGRADE_INLINED WARPGRADE_HD void operator()(Pair& low, Pair& high) const {
    exchange_by(low, high, [](Pair a, Pair b) { return a.key < b.key; });
  }
};

/// A key on a wire of the network. `exchanges` belongs to the wire: it is a hash of all exchanges before, so
/// rows that go through the same exchanges have the same one, whatever their keys are.
struct Recorded {
  std::uint64_t key, exchanges;
};
WARPGRADE_NO_COMPARISON(Recorded, "use exchange(low, high), which puts the smaller first");
struct ExchangeRecorded {
  using value_type = Recorded;
  static constexpr Recorded highest() { return {~std::uint64_t(0), 0}; }

  static constexpr WARPGRADE_HD std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    std::uint64_t z = a * 0x9e3779b97f4a7c15u + b;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    return (z ^ (z >> 27)) * 0x94d049bb133111ebu | 1u;  // never 0, which marks what only fills up
  }

  WARPGRADE_INLINED WARPGRADE_HD void operator()(Recorded& low, Recorded& high) const {
    const Recorded a = low, b = high;
    if (a.exchanges == 0 || b.exchanges == 0) {  // what fills up goes to the end
      low = a.exchanges == 0 ? b : a;
      high = a.exchanges == 0 ? a : b;
      return;
    }
    low = {a.key < b.key ? a.key : b.key, mix(a.exchanges, b.exchanges)};
    high = {a.key < b.key ? b.key : a.key, mix(b.exchanges, a.exchanges)};
  }
};

/// Calls f(exchange, highest) for the compare-exchange of that name; false if there is none.
inline constexpr auto with_exchange = [](const char* name, auto&& f) -> bool {
  const auto is = [name](const char* known) { return std::strcmp(name, known) == 0; };
  if (is("ascending_i32") || is("descending_i32") || is_counted(name)) {
    const ExchangeNumbers<std::int32_t> exchange{is("descending_i32")};
    f(exchange, exchange.highest());
  } else if (is("ascending_f32") || is("descending_f32")) {
    const ExchangeNumbers<float> exchange{is("descending_f32")};
    f(exchange, exchange.highest());
  } else if (is("pairs")) {
    f(ExchangePairs(), ExchangePairs::highest());
  } else if (is("zeros_and_ones")) {
    f(ExchangeZeroOnes(), ExchangeZeroOnes::highest());
  } else if (is("recorded")) {
    f(ExchangeRecorded(), ExchangeRecorded::highest());
  } else if (is("traced") && warpgrade::kit::kCanTrace) {
#ifdef __WGSIM__
    f(warpgrade::kit::ExchangeSealed(), warpgrade::kit::sealed_identity());
#else
    if constexpr (warpgrade::kit::kCanTrace) f(ExchangeTraced(), Traced());
#endif
  } else {
    return false;
  }
  return true;
};

}  // namespace sorting_networks
