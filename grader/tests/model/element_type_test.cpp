#include "model/element_type.hpp"

#include <array>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "model/half.hpp"

namespace warpgrade {
namespace {

template <class T, std::size_t N>
std::string format(ElementType type, const std::array<T, N>& values) {
  return format_element(type, reinterpret_cast<const std::byte*>(values.data()));
}

TEST(ElementType, SizeCountsAllComponents) {
  EXPECT_EQ(1u, (ElementType{Scalar::u8, 1}.size()));
  EXPECT_EQ(4u, (ElementType{Scalar::f32, 1}.size()));
  EXPECT_EQ(8u, (ElementType{Scalar::u32, 2}.size()));
  EXPECT_EQ(24u, (ElementType{Scalar::f64, 3}.size()));
}

TEST(ElementType, NameLeadsBackToTheType) {
  for (const Scalar scalar : {Scalar::u8, Scalar::i32, Scalar::u32, Scalar::i64, Scalar::u64, Scalar::f16,
                              Scalar::bf16, Scalar::f32, Scalar::f64}) {
    for (const int components : {1, 2, 4, 64}) {
      const ElementType type{scalar, components};
      EXPECT_EQ(type, ElementType::parse(type.name())) << type.name();
    }
  }
}

TEST(ElementType, ASingleComponentIsNotNamed) {
  EXPECT_EQ("i32", (ElementType{Scalar::i32, 1}.name()));
  EXPECT_EQ("u32x2", (ElementType{Scalar::u32, 2}.name()));
}

TEST(ElementType, AnUnknownTypeIsRefused) {
  for (const char* name : {"", "int", "i32x", "i32x0", "i32x1", "i32x65", "i32x-2", "i32x2x2", "x2", "i32 ",
                           "i32x99999999999999999999"}) {
    EXPECT_THROW(ElementType::parse(name), std::invalid_argument) << name;
  }
}

TEST(ElementType, RefusalNamesTheTypesThatExist) {
  try {
    ElementType::parse("int32");
    FAIL() << "int32 was accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string::npos,
              std::string(error.what()).find("'int32' is not an element type: use u8, i32"));
  }
}

TEST(FormatElement, NumbersOf16BitsAreReadByTheirFormat) {
  const std::array<Half, 2> halves{-0.5, 65504};
  EXPECT_EQ("(-0.5, 65504)", format({Scalar::f16, 2}, halves));
  EXPECT_EQ("256", format({Scalar::bf16, 1}, std::array<Bfloat16, 1>{257}));
}

TEST(ElementType, EpsilonIsTheStepBehindOne) {
  for (const ElementType type : {ElementType{Scalar::f16}, ElementType{Scalar::bf16}}) {
    EXPECT_TRUE(type.is_floating());
    EXPECT_EQ(2u, type.size());
  }
  EXPECT_EQ(1 + ElementType{Scalar::f16}.epsilon(), double(Half(1.0014)));
  EXPECT_EQ(1 + ElementType{Scalar::bf16}.epsilon(), double(Bfloat16(1.01)));
  EXPECT_EQ(0, ElementType{Scalar::i32}.epsilon());
}

TEST(FormatElement, IntegersAtTheirLimitsArePrintedInFull) {
  EXPECT_EQ("255", format({Scalar::u8, 1}, std::array<std::uint8_t, 1>{255}));
  EXPECT_EQ("-2147483648", format({Scalar::i32, 1}, std::array{std::numeric_limits<std::int32_t>::min()}));
  EXPECT_EQ("4294967295", format({Scalar::u32, 1}, std::array{std::numeric_limits<std::uint32_t>::max()}));
  EXPECT_EQ("-9223372036854775808",
            format({Scalar::i64, 1}, std::array{std::numeric_limits<std::int64_t>::min()}));
  EXPECT_EQ("18446744073709551615",
            format({Scalar::u64, 1}, std::array{std::numeric_limits<std::uint64_t>::max()}));
}

TEST(FormatElement, FloatsAsShortAsTheyCanBeWithoutLoss) {
  EXPECT_EQ("-0.5", format({Scalar::f32, 1}, std::array{-0.5f}));
  EXPECT_EQ("0.1", format({Scalar::f32, 1}, std::array{0.1f}));
  EXPECT_EQ("0.30000000000000004", format({Scalar::f64, 1}, std::array{0.1 + 0.2}));
}

TEST(FormatElement, NanAndInfinityAreNamed) {
  EXPECT_EQ("nan", format({Scalar::f32, 1}, std::array{std::numeric_limits<float>::quiet_NaN()}));
  EXPECT_EQ("-inf", format({Scalar::f64, 1}, std::array{-std::numeric_limits<double>::infinity()}));
}

TEST(FormatElement, AStructIsATuple) {
  EXPECT_EQ("(3, 8)", format({Scalar::i32, 2}, std::array<std::int32_t, 2>{3, 8}));
}

TEST(FormatElement, BytesNeedNoAlignment) {
  alignas(8) std::array<std::byte, 12> bytes{};
  const std::int64_t value = -7;
  std::memcpy(bytes.data() + 1, &value, sizeof value);
  EXPECT_EQ("-7", format_element({Scalar::i64, 1}, bytes.data() + 1));
}

}  // namespace
}  // namespace warpgrade
