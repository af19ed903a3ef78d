// What a value is made of: the inputs that were combined to it, from left to right, and how to say that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpgrade::report::drawing {

/// Does the order of operands matter? If the operator is only associative, in[1] in front of in[0] is wrong.
/// If it commutes too, any order is right.
enum class Operands { ordered, any_order };

struct Contents {
  static constexpr std::uint32_t kForeign = 0xffffffff;  ///< something that is no element of this call
  static constexpr std::size_t kMost = 1024;             ///< longer lists are cut, since nobody reads them

  std::vector<std::uint32_t> inputs;  ///< indices, from 0; empty: the identity
  bool cut = false;                   ///< there were more than kMost

  friend bool operator==(const Contents&, const Contents&) = default;
};

Contents joined(const Contents& left, const Contents& right);

/// Can it be part of a right result? In order: neighbours without a gap. In any order: nothing twice.
bool is_sound(const Contents& contents, Operands operands);

/// "in[0..3)"; "in[1], then in[0]"; "in[0..3), with in[2] twice"; "the identity".
std::string in_words(const Contents& contents, Operands operands);

/// The same for a box of a drawing, in few characters: "[0..3)", "5", "1 0". Where that is more than `most`
/// characters: how many inputs there are.
std::string short_label(const Contents& contents, Operands operands, std::size_t most);

/// What tells it from what is expected: "it lacks in[3]", "in[2] is in it twice". Empty: nothing does.
std::string difference_in_words(const Contents& contents, const Contents& expected, Operands operands);

}  // namespace warpgrade::report::drawing
