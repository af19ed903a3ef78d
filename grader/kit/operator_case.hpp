// What the oracle of an exercise over an associative operator needs: it makes the input for the operator that
// the case names, and folds it serially with that very operator. An oracle.cpp is then no more than the
// definition of the task:
//
//   CaseData make_case(const CaseRequest& request) {
//     const auto partial_sums = [](const auto& in, auto fold, auto& out) {
//       for (const auto& x : in) {
//         fold.add(x);
//         out.record(fold);  // everything up to x
//       }
//     };
//     return operator_case(Types<int, float, Affine, Interval>(), request, partial_sums);
//   }
//   const OracleRegistration registration("my_exercise", &make_case);
//
// The case has one input array "in" of n elements, and one output array "out" of as many as were recorded.
// The types are those that bind.cu offers for the task; an operator over another type is an UnknownName.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kit/inputs.hpp"
#include "kit/operators.cuh"
#include "kit/oracle.hpp"

namespace warpgrade::kit {

/// A fold that grows at either end, as exact as it can be: floating sums are compensated (Neumaier,
/// Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen, 1974), so the truth does not
/// depend on the order that the kernel is free to choose.
template <class T, class Op>
class Fold {
 public:
  Fold(Op op, T identity) : op_(op), value_(identity) {
    if constexpr (std::is_floating_point_v<T>)
      if (is(OperatorKind::log_sum)) sum_ = double(identity);
  }

  /// Puts x behind all that is in it.
  void add(T x) {
    if (!add_rounded(x)) value_ = op_(value_, x);
  }
  /// Puts x in front of all that is in it.
  void add_in_front(T x) {
    if (!add_rounded(x)) value_ = op_(x, value_);
  }

  T value() const {
    if constexpr (std::is_floating_point_v<T>)
      if (is(OperatorKind::sum) || is(OperatorKind::log_sum)) return T(sum_ + lost_);
    return value_;
  }

  /// A bound of what rounding may cost, in roundings: Σ|x| for floating sums; for sums of logarithms 1 + the
  /// greatest of all |x| and |results|. 0 for everything else, which is exact.
  double magnitude() const { return magnitude_; }

 private:
  bool is(OperatorKind kind) const { return op_.kind == kind; }

  /// Adds x to a floating sum, whose order does not matter; false: it is something else.
  bool add_rounded(T x) {
    if constexpr (std::is_floating_point_v<T>) {
      if (is(OperatorKind::sum)) return add_compensated(x), true;
      if (is(OperatorKind::log_sum)) return add_logarithm(x), true;
    }
    return false;
  }

  void add_compensated(double x) {
    const double sum = sum_ + x;
    lost_ += std::abs(sum_) >= std::abs(x) ? (sum_ - sum) + x : (x - sum) + sum_;
    sum_ = sum;
    magnitude_ += std::abs(x);
  }

  void add_logarithm(double x) {
    sum_ = LogSum<double>()(sum_, x);
    for (const double seen : {x, sum_})
      if (std::isfinite(seen)) magnitude_ = std::max(magnitude_, 1 + std::abs(seen));
  }

  Op op_;
  T value_;
  double sum_ = 0, lost_ = 0, magnitude_ = 0;
};

/// The right outputs, in order, or from the last to the first and then reversed.
template <class T>
struct Recorder {
  std::vector<T> values;
  std::vector<double> magnitude;  ///< of floating types only

  template <class Op>
  void record(const Fold<T, Op>& fold) {
    values.push_back(fold.value());
    if constexpr (std::is_floating_point_v<T>) magnitude.push_back(fold.magnitude());
  }

  void reverse() {
    std::ranges::reverse(values);
    std::ranges::reverse(magnitude);
  }
};

/// The names of all operators over T.
template <class T>
void add_operator_names(std::vector<std::string>& names) {
  if constexpr (Probe<T>::exists) {
    names.emplace_back(Probe<T>::name);
  } else {
#define WARPGRADE_SCALAR_OPERATOR(name, Functor, types, commutes) \
  if (types<T>) names.push_back(std::string(#name) + scalar_suffix<T>());
#include "kit/operators.def"
  }
}

/// The names of all operators over the element types Ts.
template <class... Ts>
std::vector<std::string> operator_names() {
  std::vector<std::string> names;
  (add_operator_names<Ts>(names), ...);
  return names;
}

/// The operator with its operands exchanged.
template <class Op>
struct Swapped : Op {
  template <class T>
  T operator()(T a, T b) const {
    return Op::operator()(b, a);
  }
};

/// Can the mistake be told from a wrong result of this type? Not from an interval, which is wrong in the same
/// way for all mistakes, and not from a single small number or a maximum, which many mistakes can give.
template <class T>
bool are_telling(OperatorKind kind, std::size_t results) {
  if constexpr (!std::is_arithmetic_v<T>) return std::is_same_v<T, Affine> || std::is_same_v<T, Brackets>;
  return results > 1 || (kind == OperatorKind::sum && sizeof(T) >= 4);
}

inline constexpr const char* kIdentityIsZero = "the identity is taken to be 0";

/// What `define` gives, or what it gives with the mistake that is asked for.
template <class T, class Op, class Define>
Recorder<T> results_of(Define&& define, std::vector<T> in, Op op, T identity, bool does_commute,
                       Mistakes& mistakes) {
  T start = identity;
  if (mistakes.make(kIdentityIsZero)) start = T{};
  if (!in.empty() && mistakes.make("the first element is left out")) in.front() = identity;
  if (!in.empty() && mistakes.make("the last element is left out")) in.back() = identity;
  Recorder<T> out;
  if (!does_commute && mistakes.make("the operands are exchanged: op(b, a) instead of op(a, b)")) {
    define(in, Fold(Swapped<Op>{op}, start), out);
    return out;
  }
  define(in, Fold(op, start), out);
  return out;
}

/// What a student needs to know to read elements of T.
template <class T>
std::string how_to_read() {
  if constexpr (std::is_same_v<T, Interval>)
    return "An element (a, b) is the interval from a up to b: in[i] is (i, i+1), and neighbours join to one. "
           "(-1, -1) is the identity; (-2, -2) says that elements were combined which are not neighbours, or "
           "not "
           "in their order.";
  if constexpr (std::is_same_v<T, Affine>)
    return "An element (a, b) is the map x -> a*x + b, and (1, 0) is the identity. To combine two is to "
           "apply the "
           "left one first: their order matters.";
  if constexpr (std::is_same_v<T, Brackets>)
    return "An element (a, b) is what is left of a text of brackets once those that match have met: a "
           "closing "
           "ones, then b opening ones. (1, 0) is \")\", (0, 1) is \"(\", and (0, 0) is the identity. To "
           "combine "
           "two is to write the right text behind the left one: their order matters.";
  if constexpr (std::is_same_v<T, Traced>)
    return "An element (a, b) is the sum a and the levels b of the tree that made it; only a is compared.";
  return "";
}

/// See the top of the file. `define` is called as define(in, fold, out). `kind` is that of the elements, for
/// an exercise whose inputs are named after something else (the segments, for example). `mistakes`: those
/// that `define` makes where it is asked to.
template <class... Ts, class Define>
CaseData operator_case(Types<Ts...> types, const CaseRequest& request, InputKind kind, Define&& define,
                       Mistakes mistakes) {
  CaseData data;
  const bool known = with_operator(types, request.op.c_str(), [&](auto op, auto identity) {
    using T = decltype(identity);
    OperatorKind op_kind = OperatorKind::sum;
    if constexpr (std::is_arithmetic_v<T>) op_kind = op.kind;
    const std::vector<T> in = make_elements<T>(kind, request.n, request.seed, op_kind);
    Recorder<T> out = results_of(define, in, op, identity, commutes(request.op.c_str()), mistakes);
    constexpr std::uint64_t fewest = 8;  // of less almost any mistake gives the same
    if (request.n >= fewest && kind != InputKind::constant && are_telling<T>(op_kind, out.values.size()))
      data.mistakes = mistakes.take_offered();
    else if (std::is_arithmetic_v<T> && identity != T{})
      data.mistakes = {kIdentityIsZero};  // a maximum of 0, for example, which is among no negative numbers

    constexpr ElementType type = element_type_of<T>();
    data.note = how_to_read<T>();
    if (std::is_same_v<T, Interval>) data.proves = "right for every associative operator";
    data.inputs.push_back(Array::of<T>("in", type, in));
    data.outputs.push_back({Array::of<T>("out", type, out.values), std::move(out.magnitude)});
  });
  if (!known) throw UnknownName("operator", request.op, operator_names<Ts...>());
  return data;
}

template <class... Ts, class Define>
CaseData operator_case(Types<Ts...> types, const CaseRequest& request, Define&& define, Mistakes mistakes) {
  return operator_case(types, request, parse_input_kind(request.input), std::forward<Define>(define),
                       std::move(mistakes));
}

template <class... Ts, class Define>
CaseData operator_case(Types<Ts...> types, const CaseRequest& request, Define&& define) {
  return operator_case(types, request, std::forward<Define>(define), Mistakes(request));
}

}  // namespace warpgrade::kit
