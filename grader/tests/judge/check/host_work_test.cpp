#include "judge/check/host_work.hpp"

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

/// A case of n floats that passed, judged by what the host did in it.
CaseResult judged(const protocol::HostWork& host, const spec::Task& task = {}, std::uint64_t n = 1024,
                  std::uint64_t calls = 1) {
  CaseResult result;
  result.verdict = Verdict::pass;
  kit::CaseData data;
  data.calls = calls;
  const std::vector<float> elements(n);
  data.inputs.push_back(kit::Array::of("in", ElementType::parse("f32"), std::span(elements)));
  judge_host_work(result, task, data, n, host);
  return result;
}

protocol::HostWork worked(std::uint64_t launches, std::uint64_t bytes_read) {
  return {{.launches = launches, .bytes_read = bytes_read}, {}};
}

TEST(JudgeHostWork, TheResultsOf1024BlocksMayGoToTheHost) {
  EXPECT_EQ(Verdict::pass, judged(worked(1, 8192), {}, 100'000).verdict);
  EXPECT_EQ("The host read 8193 bytes of the device's memory at n = 100000; allowed 8192.",
            judged(worked(1, 8193), {}, 100'000).findings.at(0).message);
}

TEST(JudgeHostWork, OneResultForEachBlockOf256MayGoToTheHost) {
  EXPECT_EQ(Verdict::pass, judged(worked(1, 8 * 4'200'000 / 256), {}, 4'200'000).verdict);
  EXPECT_EQ(Verdict::too_much_work, judged(worked(1, 4 * 4'200'000 / 64), {}, 4'200'000).verdict);
}

TEST(JudgeHostWork, AtMostAnEighthOfTheInputMayGoToTheHost) {
  EXPECT_EQ(Verdict::pass, judged(worked(1, 2048), {}, 4096).verdict);
  const CaseResult result = judged(worked(1, 2049), {}, 4096);
  EXPECT_EQ(Verdict::too_much_work, result.verdict);
  EXPECT_EQ("The host read 2049 bytes of the device's memory at n = 4096; allowed 2048.",
            result.findings.at(0).message);
}

TEST(JudgeHostWork, TheResultsOfAGridOfFixedSizeMayGoToTheHostHoweverFewElementsThereAre) {
  EXPECT_EQ(Verdict::pass, judged(worked(1, 1024), {}, 2).verdict);
  EXPECT_EQ(Verdict::too_much_work, judged(worked(1, 1025), {}, 2).verdict);
}

TEST(JudgeHostWork, ElementsThatTheHostHasComputedMayNotGoToTheDevice) {
  protocol::HostWork host = worked(2, 0);
  host.bytes_written = 256;
  EXPECT_EQ(Verdict::pass, judged(host, {}, 33).verdict);
  host.bytes_written = 513;
  EXPECT_EQ("The host wrote 513 bytes of the device's memory at n = 1024; allowed 512.",
            judged(host).findings.at(0).message);
}

TEST(JudgeHostWork, ElementsAreNotMovedOneByOneByTheHost) {
  protocol::HostWork host = worked(2, 0);
  host.device_copies = 40;
  EXPECT_EQ(Verdict::pass, judged(host).verdict);
  host.device_copies = 41;
  const CaseResult result = judged(host);
  EXPECT_EQ(Verdict::too_much_work, result.verdict);
  EXPECT_EQ(
      "The host makes 41 copies within the device and fills of it at n = 1024 (cudaMemcpy, cudaMemset); "
      "allowed 40.",
      result.findings.at(0).message);
  host.launches = 1000;
  host.device_copies = 256;
  EXPECT_EQ(Verdict::pass, judged(host).verdict);
  host.device_copies = 257;
  EXPECT_EQ(Verdict::too_much_work, judged(host).verdict) << "launches that do nothing buy no more copies";
}

TEST(JudgeHostWork, EachCallOfACaseMayDoAsMuch) {
  protocol::HostWork host = worked(3 * 512, 0);
  host.device_copies = 512 * 44;
  EXPECT_EQ(Verdict::pass, judged(host, {}, 16, 512).verdict);
  ++host.device_copies;
  EXPECT_EQ(Verdict::too_much_work, judged(host, {}, 16, 512).verdict);
  host = worked(3 * 512, 0);
  host.bytes_written = 512 * 256;
  EXPECT_EQ(Verdict::pass, judged(host, {}, 16, 512).verdict);
}

TEST(JudgeHostWork, ASpecMayAllowMore) {
  spec::Task task;
  task.cost["host_bytes"] = {.n = 4};
  EXPECT_EQ(Verdict::pass, judged(worked(2, 4096), task).verdict);
  EXPECT_EQ("The host read 4100 bytes of the device's memory at n = 1024; allowed 4·n = 4096.",
            judged(worked(2, 4100), task).findings.at(0).message);
}

TEST(JudgeHostWork, ATaskThatReadsAndLaunchesNothingComputesOnTheHost) {
  const CaseResult result = judged(worked(0, 4));
  EXPECT_EQ(Verdict::too_much_work, result.verdict);
  EXPECT_EQ("No kernel was launched at n = 1024: the host has computed the result.",
            result.findings.at(0).message);
}

TEST(JudgeHostWork, ZerosNeedNoLaunch) { EXPECT_EQ(Verdict::pass, judged(worked(0, 0)).verdict); }

TEST(JudgeHostWork, AnOutputFromTheHostIsNamedWithItsElement) {
  protocol::HostWork host = worked(1, 0);
  host.outputs = {{"out", 3, 20}};
  const CaseResult result = judged(host);
  EXPECT_EQ(Verdict::too_much_work, result.verdict);
  EXPECT_EQ("out[3] is not the work of a kernel: the host has copied it there.",
            result.findings.at(0).message);
}

TEST(JudgeHostWork, TwoNumbersOfAnOutputMayComeFromTheHost) {
  protocol::HostWork host = worked(1, 0);
  host.outputs = {{"range", 0, 8}};
  EXPECT_EQ(Verdict::pass, judged(host).verdict);
}

TEST(JudgeHostWork, ThereIsNothingToComputeWithOneElement) {
  EXPECT_EQ(Verdict::pass, judged(worked(0, 4), {}, 1).verdict);
}

}  // namespace
}  // namespace warpgrade::judge
