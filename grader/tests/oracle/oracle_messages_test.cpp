#include "oracle/oracle_messages.hpp"

#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade::oracle {
namespace {

using ::testing::ElementsAre;

/// The case as the judge reads it after the oracle has written it.
kit::CaseData sent(const kit::CaseData& data) {
  Placed placed;
  const std::string line = describe(data, placed).dump();
  std::vector<std::byte> memory(placed.end);
  for (std::size_t i = 0; i < placed.parts.size(); ++i)
    if (!placed.parts[i].empty())
      std::memcpy(&memory[placed.offsets[i]], placed.parts[i].data(), placed.parts[i].size());
  return read_case(nlohmann::json::parse(line), [&](std::uint64_t offset, std::span<std::byte> bytes) {
    std::memcpy(bytes.data(), &memory.at(offset), bytes.size());
  });
}

TEST(OracleMessages, AllOfACaseArrives) {
  const std::vector<std::uint32_t> places = {7, 8, 9};
  kit::CaseData data;
  data.inputs.push_back(kit::Array::of<std::uint32_t>("places", {Scalar::u32}, places));
  data.inputs[0].sealed = true;
  data.inputs[0].strips = {.elements = 64, .in_one_piece = true, .step = 5};
  data.outputs.push_back({.values = kit::Array::of<std::uint32_t>("list", {Scalar::u32}, places),
                          .magnitude = {1, 2, 3},
                          .room = 10,
                          .length_in = "count",
                          .every_bit = true});
  data.parameters = {{"bins", 16}};
  data.calls = 512;
  data.note = "read it so";
  data.proves = "right for all";
  data.outputs_are_stages = true;
  data.picture = {"list", 3, 1, {std::byte(1), std::byte(2)}};
  data.growth = {.strip = 64, .largest_n = 1 << 20, .parameters = {{"rows", 2}}};
  data.mistakes = {"the last element is left out"};

  const kit::CaseData got = sent(data);
  ASSERT_EQ(1u, got.inputs.size());
  EXPECT_EQ("places", got.inputs[0].name);
  EXPECT_EQ((ElementType{Scalar::u32, 1}), got.inputs[0].type);
  EXPECT_EQ(data.inputs[0].bytes, got.inputs[0].bytes);
  EXPECT_TRUE(got.inputs[0].sealed);
  EXPECT_EQ(64u, got.inputs[0].strips.elements);
  EXPECT_TRUE(got.inputs[0].strips.in_one_piece);
  EXPECT_EQ(5u, got.inputs[0].strips.step);
  ASSERT_EQ(1u, got.outputs.size());
  EXPECT_EQ(data.outputs[0].values.bytes, got.outputs[0].values.bytes);
  EXPECT_THAT(got.outputs[0].magnitude, ElementsAre(1, 2, 3));
  EXPECT_EQ(10u, got.outputs[0].room);
  EXPECT_EQ("count", got.outputs[0].length_in);
  EXPECT_TRUE(got.outputs[0].every_bit);
  EXPECT_EQ(data.parameters, got.parameters);
  EXPECT_EQ(512u, got.calls);
  EXPECT_EQ("read it so", got.note);
  EXPECT_EQ("right for all", got.proves);
  EXPECT_TRUE(got.outputs_are_stages);
  ASSERT_TRUE(got.picture);
  EXPECT_EQ(3, got.picture->width);
  EXPECT_THAT(got.picture->before, ElementsAre(std::byte(1), std::byte(2)));
  EXPECT_EQ(64u, got.growth.strip);
  EXPECT_EQ(std::uint64_t(1) << 20, got.growth.largest_n);
  EXPECT_EQ(2, got.growth.parameters.at("rows"));
  EXPECT_THAT(got.mistakes, ElementsAre("the last element is left out"));
}

TEST(OracleMessages, AnEmptyCaseIsACase) {
  const kit::CaseData got = sent({});
  EXPECT_TRUE(got.inputs.empty());
  EXPECT_FALSE(got.picture);
}

TEST(OracleMessages, TheLargestSeedArrives) {
  const kit::CaseRequest request{.task = "one",
                                 .op = "sum",
                                 .input = "random",
                                 .n = 1,
                                 .parameters = {{"bins", -1}},
                                 .seed = std::uint64_t(-1)};
  const auto got = nlohmann::json::parse(nlohmann::json(request).dump()).get<kit::CaseRequest>();
  EXPECT_EQ(std::uint64_t(-1), got.seed);
  EXPECT_EQ(-1, got.parameters.at("bins"));
}

}  // namespace
}  // namespace warpgrade::oracle
