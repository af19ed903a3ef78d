#include "report/drawing/contents.hpp"

#include <gtest/gtest.h>

namespace warpgrade::report::drawing {
namespace {

constexpr auto ordered = Operands::ordered, any_order = Operands::any_order;

Contents run(std::uint32_t first, std::uint32_t last) {
  Contents contents;
  for (std::uint32_t input = first; input < last; ++input) contents.inputs.push_back(input);
  return contents;
}

TEST(Contents, NeighboursInOrderAreARun) {
  EXPECT_EQ(in_words(Contents{{0, 1, 2}}, ordered), "in[0..3)");
  EXPECT_EQ(in_words(Contents{{5}}, ordered), "in[5]");
  EXPECT_EQ(in_words(Contents{}, ordered), "the identity");
  EXPECT_TRUE(is_sound(Contents{{3, 4, 5}}, ordered));
}

TEST(Contents, AWrongOrderIsToldAsItIs) {
  EXPECT_EQ(in_words(Contents{{1, 0}}, ordered), "in[1], then in[0]");
  EXPECT_FALSE(is_sound(Contents{{1, 0}}, ordered));
  EXPECT_EQ(difference_in_words(Contents{{1, 0}}, run(0, 2), ordered), "the order is wrong");
}

TEST(Contents, RepeatedInputsAreCounted) {
  const Contents twice{{0, 1, 2, 2}};
  EXPECT_EQ(in_words(twice, ordered), "in[0..3), with in[2] twice");
  EXPECT_EQ(in_words(Contents{{0, 0, 0, 1}}, ordered), "in[0..2), with in[0] 3 times");
  EXPECT_EQ(difference_in_words(twice, run(0, 3), ordered), "it has in[2] twice");
  EXPECT_FALSE(is_sound(twice, ordered));
  EXPECT_FALSE(is_sound(twice, any_order));
}

TEST(Contents, MissingAndSurplusInputsAreNamed) {
  EXPECT_EQ(difference_in_words(Contents{{1, 2}}, run(0, 3), ordered), "it lacks in[0]");
  EXPECT_EQ(difference_in_words(Contents{{0, 1, 5}}, run(0, 4), ordered),
            "it lacks in[2..4); in[5] does not belong in it");
  EXPECT_EQ(difference_in_words(Contents{{0, 1}}, run(0, 2), ordered), "");
}

TEST(Contents, AGapIsWrongOnlyWhereTheOrderMatters) {
  const Contents gap{{0, 4}};
  EXPECT_FALSE(is_sound(gap, ordered));
  EXPECT_TRUE(is_sound(gap, any_order));
  EXPECT_EQ(in_words(gap, any_order), "in[0], in[4]");
  EXPECT_EQ(difference_in_words(Contents{{1, 0}}, run(0, 2), any_order), "");
}

TEST(Contents, AForeignValueIsNeverSound) {
  EXPECT_FALSE(is_sound(Contents{{Contents::kForeign}}, any_order));
  EXPECT_EQ(in_words(Contents{{Contents::kForeign}}, ordered), "something that is no element of this call");
}

TEST(Contents, LabelsFitTheirBoxes) {
  EXPECT_EQ(short_label(Contents{{0, 1, 2}}, ordered, 9), "[0..3)");
  EXPECT_EQ(short_label(Contents{{1, 0}}, ordered, 9), "1 0");
  EXPECT_EQ(short_label(Contents{{4, 0}}, any_order, 9), "0 4");
  EXPECT_EQ(short_label(Contents{{0, 2, 4, 6, 8, 10}}, any_order, 9), "6 in");
  EXPECT_EQ(short_label(Contents{}, ordered, 9), "id");
}

TEST(Contents, ManyInputsAreCutAndNeverSound) {
  Contents many{{0}};
  for (int doubling = 0; doubling < 40; ++doubling) many = joined(many, many);
  EXPECT_EQ(many.inputs.size(), Contents::kMost);
  EXPECT_TRUE(many.cut);
  EXPECT_FALSE(is_sound(many, any_order));
  EXPECT_EQ(in_words(many, ordered), "more than 1024 inputs");
}

}  // namespace
}  // namespace warpgrade::report::drawing
