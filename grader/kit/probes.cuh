// Elements that the grader looks into: they tell how they came about, or stand for many inputs at once.
// operators.def lists those that have an operator.
#pragma once

#include <cstdint>

#include <warpgrade/ops.cuh>

/// For a function that accesses a submission's memory in its place, such as a compare-exchange: what goes
/// wrong in it is shown at the line that calls it, which debug information knows of inlined calls only.
#define WARPGRADE_INLINED __attribute__((always_inline))

// Types whose elements a submission may compare only with the function that it is given. An operator there
// does not compile, and the message stands at its line.
#if defined(__CUDACC__) && !defined(__WGSIM__)
#define WARPGRADE_REFUSED(message) = delete
#else
#define WARPGRADE_REFUSED(message) __attribute__((error(message)))
#endif

/// After the type, in its namespace: use says what to use instead, as in "use less(x, y)".
#define WARPGRADE_NO_COMPARISON(T, use)                                                                     \
  WARPGRADE_HD bool operator<(T, T) WARPGRADE_REFUSED("elements can't be compared with <, > or ==: " use);  \
  WARPGRADE_HD bool operator>(T, T) WARPGRADE_REFUSED("elements can't be compared with <, > or ==: " use);  \
  WARPGRADE_HD bool operator<=(T, T) WARPGRADE_REFUSED("elements can't be compared with <, > or ==: " use); \
  WARPGRADE_HD bool operator>=(T, T) WARPGRADE_REFUSED("elements can't be compared with <, > or ==: " use); \
  WARPGRADE_HD bool operator==(T, T) WARPGRADE_REFUSED("elements can't be compared with <, > or ==: " use); \
  WARPGRADE_HD bool operator!=(T, T) WARPGRADE_REFUSED("elements can't be compared with <, > or ==: " use)

namespace warpgrade::kit {

// ---- Steps and work, measured ---------------------------------------------------------------------------
//
// A traced value is a sum that knows how it came about: it carries the number of levels in the tree of
// applications behind it, and each application is counted. So the depth of a result (the steps that had to
// come one after the other) and the work (all applications) are those of the submission's own algorithm,
// whichever threads did them and however long they took. (Work and depth as in Blelloch, Programming parallel
// algorithms, 1996.)
//
// The identity is free: combining with it adds neither a level nor an application, since nothing is combined.
// So filling up to a power of two costs nothing, nor do idle lanes or a loop that starts from the identity.
//
// Only the simulator counts: there a submission has these elements sealed (kit/sealed.cuh), and the runner
// counts where it applies the functions below. On a GPU a counter would change what is measured.

/// levels: 0 is the identity, 1 an element of the input, more are results. T() is the identity too.
struct Traced {
  std::uint32_t sum, levels;
  static constexpr WARPGRADE_HD Traced element(std::uint32_t value) { return {value, 1}; }
};
WARPGRADE_NO_COMPARISON(Traced, "use the function that the task is given");

/// Associative as far as the sum goes, which is what the judge compares.
struct CombineTraced {
  static constexpr WARPGRADE_HD Traced identity() { return {0, 0}; }
  WARPGRADE_HD Traced operator()(Traced a, Traced b) const {
    if (a.levels == 0) return b;
    if (b.levels == 0) return a;
    return {a.sum + b.sum, 1 + (a.levels < b.levels ? b.levels : a.levels)};
  }
};

/// A comparator of a sorting network: the smaller sum first. `levels` counts the comparators that an element
/// went through. Sums are distinct, so a sum and its levels tell which element this is, and at which stage.
/// The identity (T()) fills up an array: it comes last and costs nothing.
struct ExchangeTraced {
  WARPGRADE_INLINED WARPGRADE_HD void operator()(Traced& low, Traced& high) const {
    const Traced a = low, b = high;
    const bool in_order = b.levels == 0 || (a.levels != 0 && a.sum <= b.sum);
    Traced first = in_order ? a : b, last = in_order ? b : a;
    if (last.levels != 0) first.levels = last.levels = 1 + (a.levels < b.levels ? b.levels : a.levels);
    low = first;
    high = last;
  }
};

/// A key whose comparisons are counted: work without depth.
struct Counted {
  std::uint64_t key;
};
WARPGRADE_NO_COMPARISON(Counted, "use less(x, y), which the task is given");
struct LessCounted {
  WARPGRADE_HD bool operator()(Counted a, Counted b) const { return a.key < b.key; }
};

/// nvcc has no use for it: a submission is not instantiated for Traced there.
#if defined(__CUDACC__) && !defined(__WGSIM__)
inline constexpr bool kCanTrace = false;
#else
inline constexpr bool kCanTrace = true;
#endif

// ---- The 0-1 principle ----------------------------------------------------------------------------------
//
// A network of comparators that sorts all 2^n inputs of n zeros and ones sorts every input of n elements
// (Knuth, The Art of Computer Programming, vol. 3, 2nd edition, 1998, 5.3.4). An element here holds many such
// inputs side by side, one in each bit: of two bits the smaller is their AND and the larger their OR, so one
// run of a network serves all of them. It can't be compared: which pair comes next can't depend on what the
// elements are.

struct ZeroOnes {
  static constexpr unsigned width = 128;  ///< inputs side by side
  std::uint64_t bits[2];

  constexpr bool has(unsigned b) const { return (bits[b / 64] >> b % 64 & 1) != 0; }
  constexpr void set(unsigned b) { bits[b / 64] |= std::uint64_t(1) << b % 64; }
};

WARPGRADE_NO_COMPARISON(ZeroOnes, "use exchange(low, high), which puts the smaller first");

struct ExchangeZeroOnes {
  /// All ones: no element comes after it.
  static constexpr WARPGRADE_HD ZeroOnes highest() { return {{~std::uint64_t(0), ~std::uint64_t(0)}}; }

  WARPGRADE_INLINED WARPGRADE_HD void operator()(ZeroOnes& low, ZeroOnes& high) const {
    const ZeroOnes a = low, b = high;
    low = {{a.bits[0] & b.bits[0], a.bits[1] & b.bits[1]}};
    high = {{a.bits[0] | b.bits[0], a.bits[1] | b.bits[1]}};
  }
};

// ---- Operators ------------------------------------------------------------------------------------------

/// The operator over elements of T, if the grader looks into those.
template <class T>
struct Probe {
  static constexpr bool exists = false;
};

#define WARPGRADE_PROBE_OPERATOR(op, Element, Functor, commutes) \
  template <>                                                    \
  struct Probe<Element> {                                        \
    static constexpr bool exists = true;                         \
    static constexpr const char* name = #op;                     \
    using Op = Functor;                                          \
  };
#include "kit/operators.def"

inline constexpr const char* kTracedOperator = Probe<Traced>::name;
inline constexpr const char* kIntervalOperator = Probe<Interval>::name;

}  // namespace warpgrade::kit
