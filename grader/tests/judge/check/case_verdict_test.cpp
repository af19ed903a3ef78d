#include "judge/check/case_verdict.hpp"

#include <gtest/gtest.h>

#include "tests/judge/fake_workshop.hpp"

namespace warpgrade::judge {
namespace {

kit::CaseData three_numbers() {
  kit::CaseData data;
  data.outputs.push_back({kit::Array::of<int>("out", {Scalar::i32}, std::vector<int>{1, 2, 3}), {}});
  return data;
}

CaseResult judged(const CallResult& call) {
  CaseResult result;
  judge_call(result, three_numbers(), call, {});
  return result;
}

CallResult wrong_answer() {
  CallResult call = right_answer(three_numbers());
  call.outputs[0][0] = std::byte(9);
  return call;
}

TEST(CaseVerdict, RightOutputsPass) {
  CallResult call = right_answer(three_numbers());
  call.output = "hello from the kernel\n";
  const CaseResult result = judged(call);
  EXPECT_EQ(Verdict::pass, result.verdict);
  EXPECT_TRUE(result.findings.empty());
  EXPECT_EQ(call.seconds, result.seconds);
  EXPECT_EQ(call.output, result.output);
}

TEST(CaseVerdict, WrongOutputsAreAWrongAnswer) {
  EXPECT_EQ(Verdict::wrong_answer, judged(wrong_answer()).verdict);
}

TEST(CaseVerdict, UntouchedOutputsAreNotStarted) {
  EXPECT_EQ(Verdict::not_started, judged(untouched(three_numbers())).verdict);
}

/// An oracle that wants an even number at the front, and does not care which one.
kit::CaseData even_first() {
  kit::CaseData data = three_numbers();
  data.note = "Even numbers end in 0, 2, 4, 6 or 8.";
  data.examine = [](std::vector<Bytes>& outputs) -> std::string {
    const bool is_even = (outputs[0][0] & std::byte(1)) == std::byte(0);
    outputs[0][0] = std::byte(1);
    return is_even ? "" : "The first number is odd.";
  };
  return data;
}

CaseResult examined(std::vector<int> out) {
  CallResult call = right_answer(three_numbers());
  call.outputs[0] = kit::Array::of<int>("out", {Scalar::i32}, out).bytes;
  CaseResult result;
  judge_call(result, even_first(), call, {});
  return result;
}

TEST(CaseVerdict, AnyAnswerThatTheOracleFindsRightPasses) {
  EXPECT_EQ(Verdict::pass, examined({4, 2, 3}).verdict);
  EXPECT_EQ(Verdict::pass, examined({6, 2, 3}).verdict);
}

TEST(CaseVerdict, MistakesThatTheOracleSeesAreToldInItsWords) {
  const CaseResult odd = examined({5, 2, 3});
  EXPECT_EQ(Verdict::wrong_answer, odd.verdict);
  EXPECT_EQ("The first number is odd.", odd.findings.at(0).message);
  EXPECT_EQ("Even numbers end in 0, 2, 4, 6 or 8.", odd.findings.at(0).remedy);

  const CaseResult both = examined({5, 2, 9});
  ASSERT_EQ(1u, both.findings.size());
  EXPECT_EQ("The first number is odd. \"out\": 1 of 3 elements is wrong: the last one.",
            both.findings[0].message);
}

TEST(CaseVerdict, TheOracleDoesNotExamineArraysOfAnotherSize) {
  EXPECT_EQ(Verdict::grader_error, examined({}).verdict);
}

TEST(CaseVerdict, UntouchedOutputsAreNotStartedWhateverTheOracleSees) {
  CaseResult result;
  judge_call(result, even_first(), untouched(three_numbers()), {});
  EXPECT_EQ(Verdict::not_started, result.verdict);
}

TEST(CaseVerdict, AFindingDecidesEvenIfTheOutputsAreRight) {
  CallResult call = right_answer(three_numbers());
  call.findings = {finding_of(Verdict::race, "two threads")};
  EXPECT_EQ(Verdict::race, judged(call).verdict);
}

TEST(CaseVerdict, AMismatchIsToldBesideWhatTheRunnerFound) {
  CallResult call = wrong_answer();
  call.findings = {finding_of(Verdict::out_of_bounds, "past the end")};
  const CaseResult result = judged(call);
  EXPECT_EQ(Verdict::out_of_bounds, result.verdict);
  ASSERT_EQ(2u, result.findings.size());
  EXPECT_EQ(Verdict::wrong_answer, result.findings[1].verdict);
}

TEST(CaseVerdict, TheEarliestFindingComesFirstAndDecides) {
  CallResult call = wrong_answer();
  call.findings = {finding_of(Verdict::uninitialized_read, "a"), finding_of(Verdict::out_of_bounds, "b"),
                   finding_of(Verdict::race, "c")};
  const CaseResult result = judged(call);
  EXPECT_EQ(Verdict::uninitialized_read, result.verdict);
  EXPECT_EQ("a", result.findings.at(0).message);
  EXPECT_EQ("b", result.findings.at(1).message) << "and the others keep their order";
  EXPECT_EQ("c", result.findings.at(2).message);
  EXPECT_EQ(Verdict::wrong_answer, result.findings.at(3).verdict);
}

TEST(CaseVerdict, ACrashThatFollowsAFindingIsItsConsequence) {
  CallResult call;
  call.findings = {finding_of(Verdict::host_device_mixup, "a host pointer"),
                   finding_of(Verdict::crash, "threw CudaError")};
  const CaseResult result = judged(call);
  EXPECT_EQ(Verdict::host_device_mixup, result.verdict);
  EXPECT_EQ(1u, result.findings.size());
}

TEST(CaseVerdict, OutputsUntouchedForAReasonAreNotCalledNotStarted) {
  CallResult call = untouched(three_numbers());
  call.findings = {finding_of(Verdict::launch_error, "2048 threads")};
  const CaseResult result = judged(call);
  EXPECT_EQ(Verdict::launch_error, result.verdict);
  EXPECT_EQ(1u, result.findings.size());
}

TEST(CaseVerdict, OutputsOfACrashedCallAreNotCompared) {
  CallResult call = wrong_answer();
  call.completed = false;
  call.findings = {finding_of(Verdict::crash, "SIGSEGV")};
  EXPECT_EQ(1u, judged(call).findings.size());
}

TEST(CaseVerdict, TheGradersFaultWinsOverTheStudents) {
  CallResult call = wrong_answer();
  call.findings = {finding_of(Verdict::crash, "x"), finding_of(Verdict::grader_error, "y")};
  const CaseResult result = judged(call);
  EXPECT_EQ(Verdict::grader_error, result.verdict);
  EXPECT_EQ("y", result.findings.at(0).message);
}

TEST(CaseVerdict, ACallWithoutOutputsAndReasonIsTheGradersFault) {
  EXPECT_EQ(Verdict::grader_error, judged(CallResult{}).verdict);
}

}  // namespace
}  // namespace warpgrade::judge
