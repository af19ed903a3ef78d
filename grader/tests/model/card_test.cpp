#include "model/card.hpp"

#include <set>

#include <gtest/gtest.h>

namespace warpgrade {
namespace {

TEST(Card, IsFoundByItsNameWhateverTheCapitalLetters) {
  ASSERT_NE(nullptr, find_card("nvidia h200"));
  EXPECT_EQ("NVIDIA H200", find_card("nvidia h200")->name);
  EXPECT_EQ(nullptr, find_card("NVIDIA H2000"));
}

TEST(Card, EachHasItsFiguresAndANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const Card& card : all_cards()) {
    EXPECT_TRUE(names.insert(card.name).second) << card.name;
    EXPECT_TRUE(card.multiprocessors > 0 && card.mhz > 1000 && card.gb_per_second > 100 && card.cache_mb > 0)
        << card.name;
  }
}

}  // namespace
}  // namespace warpgrade
