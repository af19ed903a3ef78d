// Inputs for cases: the same seed gives the same data on every platform and compiler. That is why nothing
// here uses the distributions of <random>, whose results the standard leaves open.
//
// make_elements() knows the operator that will combine the elements, because data that shows mistakes with
// one operator may hide them with another: a product of random integers is 0 after a few dozen factors, an OR
// is all ones, and a maximum of positive numbers does not notice a hard-coded identity of 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <warpgrade/ops.cuh>

#include "kit/operators.cuh"
#include "kit/probes.cuh"
#include "model/element_type.hpp"
#include "model/half.hpp"

namespace warpgrade::kit {

/// A small, fast and portable generator (SplitMix64: Steele, Lea & Flood, OOPSLA 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next();
  std::uint64_t below(std::uint64_t bound);  ///< uniform in [0, bound), without bias; bound > 0
  double unit();                             ///< uniform in [0, 1)
  bool coin() { return (next() >> 63) != 0; }

 private:
  std::uint64_t state_;
};

/// Mixes two numbers (or a number and a text) into a seed; a change of one bit changes all.
std::uint64_t mix_seed(std::uint64_t seed, std::uint64_t value);
std::uint64_t mix_seed(std::uint64_t seed, std::string_view text);

enum class InputKind {
  random,     ///< anything in the domain that suits the operator
  ascending,  ///< a readable pattern that grows with the index
  constant,   ///< one value everywhere
  extremes,   ///< the ends of the type's range, 0 and -1, -0.0, denormals
};

const std::vector<std::string>& input_kind_names();
InputKind parse_input_kind(const std::string& name);  ///< throws UnknownName with the known ones

/// n elements of that kind, meant to be combined with `op`. T is u8, i32, u32, f32, f64, Affine, Brackets,
/// Interval or Traced (for these `op` is ignored; an Interval is [i, i+1) whatever the kind, as the proof
/// wants it).
///
/// Floating products hold signed powers of two, few of them other than ±1: they are exact in any order and
/// neither overflow nor underflow. Integer products are of odd factors, which lose no information mod 2^k.
template <class T>
std::vector<T> make_elements(InputKind kind, std::size_t n, std::uint64_t seed,
                             OperatorKind op = OperatorKind::sum);

/// All 2^n inputs of n zeros and ones, in rows of n elements: bit b of row r is input r·ZeroOnes::width + b,
/// modulo 2^n. Bit i of an input's number is its element i. n <= 20.
std::vector<ZeroOnes> zero_one_inputs(unsigned n);

/// The run-time description of T, for Array::of.
template <class T>
constexpr ElementType element_type_of() {
  if constexpr (std::is_same_v<T, Affine> || std::is_same_v<T, Brackets> || std::is_same_v<T, Traced>)
    return {Scalar::u32, 2};
  else if constexpr (std::is_same_v<T, Interval>)
    return {Scalar::i32, 2};
  else if constexpr (std::is_same_v<T, ZeroOnes>)
    return {Scalar::u64, 2};
  else if constexpr (std::is_same_v<T, Counted>)
    return {Scalar::u64, 1};
  else if constexpr (std::is_same_v<T, std::uint8_t>)
    return {Scalar::u8, 1};
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return {Scalar::i32, 1};
  else if constexpr (std::is_same_v<T, std::uint32_t>)
    return {Scalar::u32, 1};
  else if constexpr (std::is_same_v<T, Half>)
    return {Scalar::f16, 1};
  else if constexpr (std::is_same_v<T, Bfloat16>)
    return {Scalar::bf16, 1};
  else if constexpr (std::is_same_v<T, float>)
    return {Scalar::f32, 1};
  else if constexpr (std::is_same_v<T, double>)
    return {Scalar::f64, 1};
  else if constexpr (std::is_integral_v<T> && sizeof(T) == 8)
    return {std::is_signed_v<T> ? Scalar::i64 : Scalar::u64, 1};
  else
    static_assert(sizeof(T) == 0, "no ElementType for this T");
}

}  // namespace warpgrade::kit
