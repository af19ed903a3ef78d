#include "model/hot_line.hpp"

#include <stdexcept>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/costs.hpp"

namespace warpgrade {
namespace {

TEST(TrafficKind, SurvivesTheWayThroughJson) {
  for (const TrafficKind kind :
       {TrafficKind::global_load, TrafficKind::shared_atomic, TrafficKind::divergent_branch}) {
    HotLine line;
    line.kind = kind;
    EXPECT_EQ(kind, nlohmann::json::parse(nlohmann::json(line).dump()).get<HotLine>().kind);
  }
  EXPECT_EQ("global load", to_string(TrafficKind::global_load)) << "result.json has these words";
}

TEST(TrafficKind, WordsOfNoneAreRefused) {
  EXPECT_THROW(traffic_kind_from_string("global sand"), std::runtime_error);
}

TEST(TrafficKind, EachResourceHasACostThatSaysHowToTakeLess) {
  for (const Resource& resource : kResources) EXPECT_NO_THROW(cost_named(resource.cost)) << resource.title;
}

}  // namespace
}  // namespace warpgrade
