// Each pattern is one small predicate over all wrong elements; the report names the first that holds.
#include "judge/check/pattern.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace warpgrade::judge {
namespace {

std::string_view element(const std::vector<std::byte>& bytes, std::size_t size, std::uint64_t index) {
  return {reinterpret_cast<const char*>(bytes.data()) + index * size, size};
}

using Predicate = std::function<bool(std::uint64_t index)>;

bool holds_for_all(const WrongArray& array, const Predicate& predicate) {
  return std::all_of(array.wrong.begin(), array.wrong.end(), predicate);
}

/// Is each wrong element what belongs `shift` places further? An element at the border has no such neighbour
/// and may be anything.
bool is_shifted(const WrongArray& array, std::int64_t shift) {
  const std::size_t size = array.expected->type.size();
  const auto count = std::int64_t(array.expected->count());
  return array.wrong.size() >= 3 && holds_for_all(array, [&](std::uint64_t i) {
           const std::int64_t from = std::int64_t(i) + shift;
           if (from < 0 || from >= count) return true;
           return element(*array.got, size, i) == element(array.expected->bytes, size, std::uint64_t(from));
         });
}

const kit::Array* copied_input(const WrongArray& array) {
  const std::size_t size = array.expected->type.size();
  for (const kit::Array& input : *array.inputs) {
    if (input.type != array.expected->type || input.bytes.size() != array.got->size()) continue;
    if (holds_for_all(array, [&](std::uint64_t i) {
          return element(*array.got, size, i) == element(input.bytes, size, i);
        }))
      return &input;
  }
  return nullptr;
}

/// The same values as expected, in another order?
bool is_permuted(const WrongArray& array) {
  if (array.wrong.size() < 2) return false;
  const std::size_t size = array.expected->type.size();
  const auto sorted = [&](const std::vector<std::byte>& bytes) {
    std::vector<std::string_view> elements;
    elements.reserve(array.wrong.size());
    for (const std::uint64_t i : array.wrong) elements.push_back(element(bytes, size, i));
    std::sort(elements.begin(), elements.end());
    return elements;
  };
  return sorted(*array.got) == sorted(array.expected->bytes);
}

/// An element as a number of a type that holds it exactly, or (structs, infinities) none.
std::optional<double> number_at(ElementType type, const std::vector<std::byte>& bytes, std::uint64_t i) {
  if (type.components != 1) return std::nullopt;
  const std::byte* at = bytes.data() + i * type.size();
  const auto as = [at](auto value) -> std::optional<double> {
    std::memcpy(&value, at, sizeof value);
    return double(value);
  };
  switch (type.scalar) {
    case Scalar::i32: return as(std::int32_t());
    case Scalar::u32: return as(std::uint32_t());
    case Scalar::u8: return as(std::uint8_t());
    default: break;
  }
  if (!type.is_floating()) return std::nullopt;
  const double value = floating_value(type, at);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// What arithmetic makes of each expected value the one that came out.
std::string describe_arithmetic(const WrongArray& array) {
  const ElementType type = array.expected->type;
  std::optional<double> difference;
  bool negated = true, one_difference = !type.is_floating();
  for (const std::uint64_t i : array.wrong) {
    const auto got = number_at(type, *array.got, i), expected = number_at(type, array.expected->bytes, i);
    if (!got || !expected) return "";
    negated &= *got == -*expected;
    if (!difference) difference = *got - *expected;
    one_difference &= *difference == *got - *expected;
  }
  if (negated) return "Each wrong element has the wrong sign.";
  if (one_difference && difference)
    return fmt::format("Each wrong element is {} too {}.", std::abs(*difference),
                       *difference > 0 ? "large" : "small");
  return "";
}

bool is_evenly_spaced(const std::vector<std::uint64_t>& wrong, std::uint64_t count) {
  if (wrong.size() < 3) return false;
  const std::uint64_t step = wrong[1] - wrong[0];
  for (std::size_t i = 1; i < wrong.size(); ++i)
    if (wrong[i] - wrong[i - 1] != step) return false;
  return wrong.front() < step && wrong.back() + step >= count;
}

}  // namespace

std::string describe_positions(const std::vector<std::uint64_t>& wrong, std::uint64_t count) {
  const std::uint64_t first = wrong.front(), last = wrong.back();
  if (wrong.size() == count) return "";
  if (wrong.size() == 1) return first + 1 == count ? "the last one" : first == 0 ? "the first one" : "";
  if (last - first + 1 == wrong.size()) {
    if (last + 1 == count) return fmt::format("all from index {} on", first);
    if (first == 0) return fmt::format("the first {}", wrong.size());
    return fmt::format("all from index {} to {}", first, last);
  }
  if (is_evenly_spaced(wrong, count))
    return fmt::format("one in {}, from index {} on", wrong[1] - wrong[0], first);
  // Only a start at the border of a warp or a block says something about the mistake.
  if (first >= 32 && first % 32 == 0) return fmt::format("all before index {} are right", first);
  return "";
}

std::string describe_values(const WrongArray& array) {
  const ElementType type = array.expected->type;
  const std::size_t size = type.size();
  const std::uint64_t first = array.wrong.front();
  const std::string_view first_value = element(*array.got, size, first);
  const bool several = array.wrong.size() > 1;

  if (const kit::Array* input = copied_input(array))
    return several ? fmt::format("Each wrong element equals that of the input \"{}\" at the same index.",
                                 input->name)
                   : "";
  if (several &&
      holds_for_all(array, [&](std::uint64_t i) { return element(*array.got, size, i) == first_value; }))
    return fmt::format("All wrong elements are {}.", format_element(type, array.got->data() + first * size));
  if (is_shifted(array, +1)) return "Each wrong element holds what belongs one place further on.";
  if (is_shifted(array, -1)) return "Each wrong element holds what belongs one place earlier.";
  if (std::string words = several ? describe_arithmetic(array) : ""; !words.empty()) return words;
  if (is_permuted(array)) return "The values are the right ones, but at the wrong places.";
  return "";
}

}  // namespace warpgrade::judge
