#include "judge/check/host_work.hpp"

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

/// A case of n elements that passed, judged by what the host did in it.
CaseResult judged(const protocol::HostWork& host, const spec::Task& task = {}, std::uint64_t n = 1024) {
  CaseResult result;
  result.verdict = Verdict::pass;
  judge_host_work(result, task, n, host);
  return result;
}

protocol::HostWork worked(std::uint64_t launches, std::uint64_t bytes_read) {
  return {
      .is_known = true, .launches = launches, .bytes_read = bytes_read, .bytes_written = 0, .outputs = {}};
}

TEST(JudgeHostWork, SomeNumbersMayGoToTheHost) { EXPECT_EQ(Verdict::pass, judged(worked(2, 256)).verdict); }

TEST(JudgeHostWork, TheElementsMayNot) {
  const CaseResult result = judged(worked(2, 4096));
  EXPECT_EQ(Verdict::too_much_work, result.verdict);
  EXPECT_EQ("host_bytes: 4096 bytes from the device to the host at n = 1024; allowed 256.",
            result.findings.at(0).message);
}

TEST(JudgeHostWork, NorMayElementsThatTheHostHasComputedGoToTheDevice) {
  protocol::HostWork host = worked(2, 0);
  host.bytes_written = 4096;
  EXPECT_EQ("upload_bytes: 4096 bytes from the host to the device at n = 1024; allowed 256.",
            judged(host).findings.at(0).message);
}

TEST(JudgeHostWork, ASpecMayAllowMore) {
  spec::Task task;
  task.cost["host_bytes"] = {.n = 4};
  EXPECT_EQ(Verdict::pass, judged(worked(2, 4096), task).verdict);
  EXPECT_EQ("host_bytes: 4100 bytes from the device to the host at n = 1024; allowed 4·n = 4096.",
            judged(worked(2, 4100), task).findings.at(0).message);
}

TEST(JudgeHostWork, WhoReadsAndLaunchesNothingComputesOnTheHost) {
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

TEST(JudgeHostWork, OfOneElementThereIsNothingToCompute) {
  EXPECT_EQ(Verdict::pass, judged(worked(0, 4), {}, 1).verdict);
}

TEST(JudgeHostWork, ARunnerThatSaysNothingOfItBreaksTheProtocol) {
  EXPECT_EQ(Verdict::crash, judged(protocol::HostWork()).verdict);
}

}  // namespace
}  // namespace warpgrade::judge
