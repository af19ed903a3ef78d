#include "kit/keys.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "kit/oracle.hpp"

namespace warpgrade::kit {
namespace {

TEST(Keys, TheSameSeedGivesTheSameKeys) {
  for (const std::string& input : key_input_names()) {
    const auto keys = make_keys<std::uint32_t>(input, 100, 7);
    EXPECT_EQ(100u, keys.size()) << input;
    EXPECT_EQ(keys, make_keys<std::uint32_t>(input, 100, 7)) << input;
    EXPECT_TRUE(make_keys<std::uint64_t>(input, 0, 7).empty()) << input;
  }
}

TEST(Keys, AreAsTheirNameSays) {
  for (const std::size_t n : {1, 2, 5, 1000}) {
    EXPECT_TRUE(std::ranges::is_sorted(make_keys<std::int32_t>("ascending", n, 1)));
    EXPECT_TRUE(std::ranges::is_sorted(make_keys<float>("ascending", n, 1)));
    EXPECT_TRUE(std::ranges::is_sorted(make_keys<std::uint64_t>("descending", n, 1), std::greater<>()));
  }
  const auto few = make_keys<std::uint32_t>("few", 1000, 1),
             constant = make_keys<std::uint32_t>("constant", 9, 1);
  EXPECT_EQ(7u, (std::set<std::uint32_t>(few.begin(), few.end()).size()));
  EXPECT_EQ(1u, (std::set<std::uint32_t>(constant.begin(), constant.end()).size()));
  EXPECT_FALSE(std::ranges::is_sorted(make_keys<std::uint32_t>("random", 100, 1)));
}

TEST(Keys, AscendingOnesUseTheWholeRange) {
  const auto keys = make_keys<std::int32_t>("ascending", 1000, 1);
  EXPECT_LT(keys.front(), -2'000'000'000);
  EXPECT_GT(keys[800], 0);
}

TEST(Keys, OnlyTheExtremesHaveNaN) {
  const auto is_nan = [](float key) { return std::isnan(key); };
  for (const std::string& input : key_input_names())
    EXPECT_EQ(input == "extremes", std::ranges::any_of(make_keys<float>(input, 1000, 3), is_nan)) << input;
}

TEST(Keys, AnUnknownInputComesWithTheKnownOnes) {
  try {
    make_keys<std::uint32_t>("rndom", 1, 1);
    FAIL() << "must throw";
  } catch (const UnknownName& error) {
    EXPECT_EQ("input", error.what_kind);
    EXPECT_EQ(key_input_names(), error.known);
  }
}

}  // namespace
}  // namespace warpgrade::kit
