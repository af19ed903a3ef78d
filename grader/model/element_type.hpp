// The element types that arrays of a case may have, described at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace warpgrade {

enum class Scalar { u8, i32, u32, i64, u64, f16, bf16, f32, f64 };

/// A scalar, or a small struct of `components` equal scalars (an interval is i32 × 2).
struct ElementType {
  Scalar scalar = Scalar::i32;
  int components = 1;

  std::size_t size() const;  ///< bytes of one element
  bool is_floating() const { return epsilon() > 0; }
  double epsilon() const;                           ///< from 1 to the next number; 0 for integers
  std::string name() const;                         ///< "i32", "u32x2"
  static ElementType parse(std::string_view name);  ///< throws std::invalid_argument

  friend bool operator==(const ElementType&, const ElementType&) = default;
};

/// A component of an element of a floating type.
double floating_value(ElementType type, const std::byte* element, int component = 0);

/// One element as a person reads it: `17`, `-0.5`, `(3, 8)`.
std::string format_element(ElementType type, const std::byte* element);

}  // namespace warpgrade
