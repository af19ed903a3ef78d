// Names, sizes and printing of element types: one table of scalars, and a visitor that reads one from bytes.
#include "model/element_type.hpp"

#include <array>
#include <charconv>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "model/half.hpp"

namespace warpgrade {
namespace {

struct ScalarRow {
  Scalar scalar;
  std::string_view name;
  std::size_t size;
  double epsilon = 0;
};

constexpr std::array kScalars = {
    ScalarRow{Scalar::u8, "u8", 1},
    ScalarRow{Scalar::i32, "i32", 4},
    ScalarRow{Scalar::u32, "u32", 4},
    ScalarRow{Scalar::i64, "i64", 8},
    ScalarRow{Scalar::u64, "u64", 8},
    ScalarRow{Scalar::f16, "f16", 2, 0x1p-10},
    ScalarRow{Scalar::bf16, "bf16", 2, 0x1p-7},
    ScalarRow{Scalar::f32, "f32", 4, 0x1p-23},
    ScalarRow{Scalar::f64, "f64", 8, 0x1p-52},
};

const ScalarRow& row(Scalar scalar) { return kScalars.at(static_cast<std::size_t>(scalar)); }

constexpr int kMaxComponents = 64;

// memcpy, because the bytes of an array need not be aligned for T.
template <class T>
T load(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

template <class T>
std::string format_as(const std::byte* bytes) {
  return fmt::format("{}", load<T>(bytes));
}

std::string format_scalar(Scalar scalar, const std::byte* bytes) {
  switch (scalar) {
    case Scalar::u8: return fmt::format("{}", std::to_integer<unsigned>(*bytes));
    case Scalar::i32: return format_as<std::int32_t>(bytes);
    case Scalar::u32: return format_as<std::uint32_t>(bytes);
    case Scalar::i64: return format_as<std::int64_t>(bytes);
    case Scalar::u64: return format_as<std::uint64_t>(bytes);
    case Scalar::f16: return fmt::format("{}", float(double(load<Half>(bytes))));
    case Scalar::bf16: return fmt::format("{}", float(double(load<Bfloat16>(bytes))));
    case Scalar::f32: return format_as<float>(bytes);
    case Scalar::f64: return format_as<double>(bytes);
  }
  return "?";
}

[[noreturn]] void throw_unknown(std::string_view name) {
  throw std::invalid_argument(
      fmt::format("'{}' is not an element type: use u8, i32, u32, i64, u64, f16, bf16, f32 or f64, with x2 "
                  "to x{} for a struct",
                  name.substr(0, 40), kMaxComponents));
}

int parse_components(std::string_view digits, std::string_view name) {
  int components = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), components);
  const bool whole = error == std::errc() && end == digits.data() + digits.size();
  if (!whole || components < 2 || components > kMaxComponents) throw_unknown(name);
  return components;
}

}  // namespace

std::size_t ElementType::size() const { return row(scalar).size * static_cast<std::size_t>(components); }

double ElementType::epsilon() const { return row(scalar).epsilon; }

double floating_value(ElementType type, const std::byte* element, int component) {
  const std::byte* const at = element + static_cast<std::size_t>(component) * row(type.scalar).size;
  switch (type.scalar) {
    case Scalar::f16: return load<Half>(at);
    case Scalar::bf16: return load<Bfloat16>(at);
    case Scalar::f32: return double(load<float>(at));
    case Scalar::f64: return load<double>(at);
    default: throw std::invalid_argument(type.name() + " is not a floating type");
  }
}

std::string ElementType::name() const {
  if (components == 1) return std::string(row(scalar).name);
  return fmt::format("{}x{}", row(scalar).name, components);
}

ElementType ElementType::parse(std::string_view name) {
  const std::size_t x = name.find('x');
  const std::string_view scalar_name = name.substr(0, x);
  for (const ScalarRow& candidate : kScalars) {
    if (candidate.name != scalar_name) continue;
    if (x == std::string_view::npos) return {candidate.scalar, 1};
    return {candidate.scalar, parse_components(name.substr(x + 1), name)};
  }
  throw_unknown(name);
}

std::string format_element(ElementType type, const std::byte* element) {
  if (type.components == 1) return format_scalar(type.scalar, element);
  std::string text = "(";
  for (int i = 0; i < type.components; ++i) {
    if (i > 0) text += ", ";
    text += format_scalar(type.scalar, element + static_cast<std::size_t>(i) * row(type.scalar).size);
  }
  return text + ")";
}

}  // namespace warpgrade
