#include "verify/kernel_verdicts_json.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "judge/options.hpp"

namespace {

using namespace warpgrade;
using nlohmann::json;

verify::KernelOutcome outcome_of(const spec::Exercise& exercise) {
  verify::KernelOutcome outcome;
  outcome.kernel.exercise = &exercise;
  outcome.kernel.file = "reference/unit/wrong/scan/no_barrier.cu";
  outcome.kernel.task = "blelloch";
  outcome.kernel.expected = Verdict::race;
  outcome.kernel.device = DeviceKind::cuda;
  outcome.got = Verdict::pass;
  outcome.judgement = verify::Judgement::unseen_by_gpu;
  outcome.seconds = 1.5;
  return outcome;
}

TEST(VerifyJson, TellsKernelDeviceAndVerdicts) {
  spec::Exercise exercise;
  exercise.name = "scan";
  const json j = json::parse(verify::kernels_json({outcome_of(exercise)}));
  EXPECT_EQ(1, j.at("format"));
  const json& kernel = j.at("kernels").at(0);
  EXPECT_EQ("no_barrier", kernel.at("kernel"));
  EXPECT_EQ("wrong", kernel.at("role"));
  EXPECT_EQ("scan", kernel.at("exercise"));
  EXPECT_EQ("cuda", kernel.at("device"));
  EXPECT_EQ("race", kernel.at("expected"));
  EXPECT_EQ("pass", kernel.at("verdict"));
  EXPECT_TRUE(kernel.at("as_expected"));
  EXPECT_FALSE(kernel.contains("sanitizers"));
}

TEST(VerifyJson, TellsWhatTheFindingNames) {
  spec::Exercise exercise;
  verify::KernelOutcome outcome = outcome_of(exercise);
  outcome.places.emplace_back().line = 7;
  const json j = json::parse(verify::kernels_json({outcome}));
  EXPECT_EQ(7, j.at("kernels").at(0).at("places").at(0).at("line"));
}

TEST(VerifyJson, TellsWhatTheSanitizersFound) {
  spec::Exercise exercise;
  verify::KernelOutcome outcome = outcome_of(exercise);
  outcome.sanitizers = {{"racecheck", {Verdict::race}, ""}, {"synccheck", {}, "it wrote no report"}};
  const json j = json::parse(verify::kernels_json({outcome}));
  EXPECT_EQ(json::parse(R"([{"tool": "racecheck", "verdicts": ["race"]},
                            {"tool": "synccheck", "verdicts": [], "note": "it wrote no report"}])"),
            j.at("kernels").at(0).at("sanitizers"));
}

}  // namespace
