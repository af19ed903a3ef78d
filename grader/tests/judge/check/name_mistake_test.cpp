#include "judge/check/name_mistake.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "kit/oracle.hpp"

namespace warpgrade::judge {
namespace {

constexpr ElementType kInt{Scalar::i32, 1};

/// Asks for 10, 11, 12, …
kit::CaseData counting(const kit::CaseRequest& request) {
  kit::Mistakes mistakes(request);
  std::vector<int> values(request.n);
  std::iota(values.begin(), values.end(), 10);
  if (mistakes.make("it begins with 1")) std::iota(values.begin(), values.end(), 1);
  if (mistakes.make("it ends with 1")) std::iota(values.rbegin(), values.rend(), 1);
  if (mistakes.make("it goes down to 1")) std::iota(values.rbegin(), values.rend(), 1);
  if (mistakes.make("it is always 7")) values.assign(values.size(), 7);
  kit::CaseData data;
  data.outputs.push_back({kit::Array::of<int>("out", kInt, values), {}});
  data.mistakes = mistakes.take_offered();
  return data;
}

/// The finding of a case whose output is this.
Finding mistake_in(const std::vector<int>& got) {
  const kit::CaseRequest request{
      .task = "", .op = "", .input = "", .n = got.size(), .parameters = {}, .seed = 0, .mistake = ""};
  const kit::CaseData data = counting(request);
  CallResult call;
  call.outputs = {kit::Array::of<int>("out", kInt, got).bytes};
  call.poison = {Bytes(call.outputs[0].size(), std::byte(0xA5))};
  CaseResult result;
  result.findings = {*compare_outputs(data, call.outputs, call.poison, {})};
  name_mistake(result, counting, request, data, call, {});
  return result.findings.front();
}

TEST(NameMistake, TellsTheOneThatGivesAllOutputs) {
  const Finding finding = mistake_in({1, 2, 3, 4});
  EXPECT_TRUE(finding.names_mistake);
  EXPECT_EQ(0u, finding.message.find("That is the result if it begins with 1. \"out\"")) << finding.message;
}

TEST(NameMistake, IsSilentIfOneElementIsAnother) { EXPECT_FALSE(mistake_in({1, 2, 3, 5}).names_mistake); }

TEST(NameMistake, IsSilentIfTwoGiveTheSame) { EXPECT_FALSE(mistake_in({4, 3, 2, 1}).names_mistake); }

TEST(NameMistake, IsSilentWhereItMayBeChance) {
  EXPECT_FALSE(mistake_in({1, 2}).names_mistake) << "two elements";
  EXPECT_FALSE(mistake_in({7, 7, 7, 7}).names_mistake) << "one value everywhere";
}

/// The same, and beside it how many they are.
kit::CaseData counting_with_count(const kit::CaseRequest& request) {
  kit::CaseData data = counting(request);
  data.outputs.insert(data.outputs.begin(),
                      {kit::Array::of<int>("count", kInt, std::vector{int(request.n)}), {}});
  return data;
}

TEST(NameMistake, ACountBesideTheElementsHidesNothing) {
  const kit::CaseRequest request{
      .task = "", .op = "", .input = "", .n = 4, .parameters = {}, .seed = 0, .mistake = ""};
  const kit::CaseData data = counting_with_count(request);
  CallResult call;
  call.outputs = {data.outputs[0].values.bytes,
                  kit::Array::of<int>("out", kInt, std::vector{1, 2, 3, 4}).bytes};
  for (const Bytes& output : call.outputs) call.poison.emplace_back(output.size(), std::byte(0xA5));
  CaseResult result;
  result.findings = {*compare_outputs(data, call.outputs, call.poison, {})};
  name_mistake(result, counting_with_count, request, data, call, {});
  EXPECT_TRUE(result.findings.front().names_mistake);
}

}  // namespace
}  // namespace warpgrade::judge
