#include "model/costs.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warpgrade {
namespace {

TEST(Costs, ThePageForAuthorsExplainsEachAsThisListDoes) {
  std::ifstream page(EXERCISE_TOML_PAGE);
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  for (const Cost& cost : all_costs()) {
    if (cost.measured_by != MeasuredBy::simulator) continue;
    EXPECT_NE(text.npos, text.find(fmt::format("| `{}` | {}", cost.name, cost.meaning))) << cost.name;
  }
}

TEST(Costs, AnUnknownNameThrows) { EXPECT_THROW(cost_named("elegance"), std::out_of_range); }

}  // namespace
}  // namespace warpgrade
