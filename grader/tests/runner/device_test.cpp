// Real devices: the exercise in device_exercise/ is built with the real toolchain and called, on the
// simulator and, where there is one, on a GPU. What only one of them can see is tested on that one.
#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <span>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/compile/build.hpp"
#include "judge/compile/cuda_toolchain.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/devices.hpp"
#include "judge/run/runner_process.hpp"
#include "sandbox/system_files.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::HasSubstr;

constexpr int count = 100;

Toolchain toolchain() {
  if (sandbox::gpu_devices().empty()) return read_toolchain(TOOLCHAIN_JSON);
  return read_toolchain(toolchain_of_machine(TOOLCHAIN_JSON, DEVICE_CACHE, "", [] {}));
}

std::vector<DeviceKind> devices() { return choose_devices(DeviceChoice::automatic, toolchain()).kinds; }

/// One build for all tests of a device; in a cache, since ctest runs each test in a process of its own.
const BuildResult& build_for(DeviceKind device) {
  static std::map<DeviceKind, BuildResult> builds;
  if (!builds.contains(device)) {
    spec::Exercise exercise;
    exercise.name = "device";
    exercise.source = "device.cu";
    exercise.folder = DEVICE_EXERCISE;
    const Toolchain tools = toolchain();
    builds[device] =
        build_submission(*tools.find(device), {.exercise = &exercise,
                                               .source = exercise.folder / "submission/device.cu",
                                               .only_task = "",
                                               .cache = DEVICE_CACHE,
                                               .shown_as = "student/device.cu"});
  }
  return builds[device];
}

class Device : public ::testing::TestWithParam<DeviceKind> {
 protected:
  Device() : build_(build_for(GetParam())), runner_(build_.runner, {}) {
    input_.resize(count);
    std::iota(input_.begin(), input_.end(), 1000);
  }
  void SetUp() override { ASSERT_TRUE(build_.ok()) << build_.compiler_output; }

  CallResult call(const std::string& task, int n = count, double timeout_s = 30) {
    const ElementType i32 = ElementType::parse("i32");
    const std::span<const int> values(input_.data(), std::size_t(n));
    kit::CaseData data;
    data.inputs.push_back(kit::Array::of<int>("in", i32, values));
    data.outputs.push_back({kit::Array::of<int>("out", i32, values), {}});
    return runner_.call(
        data, {.task = task, .op = "", .input = "", .n = std::uint64_t(n), .parameters = {}, .seed = 1},
        {.timeout_s = timeout_s});
  }
  bool simulated() const { return GetParam() == DeviceKind::simulator; }

  const BuildResult& build_;
  std::vector<int> input_;
  RunnerProcess runner_;
};
INSTANTIATE_TEST_SUITE_P(All, Device, ::testing::ValuesIn(devices()),
                         [](const auto& info) { return std::string(to_string(info.param)); });

Finding first_finding(const CallResult& result) {
  EXPECT_FALSE(result.findings.empty());
  return result.findings.empty() ? Finding{} : result.findings.front();
}

TEST_P(Device, CopiesInputToOutput) {
  const CallResult result = call("copies");
  ASSERT_TRUE(result.completed);
  EXPECT_TRUE(result.findings.empty()) << result.findings.front().message;
  std::vector<int> output(count);
  std::memcpy(output.data(), result.outputs.at(0).data(), result.outputs[0].size());
  EXPECT_EQ(output, input_);
}

TEST_P(Device, WhatTheGivenSortCopiesIsNoWorkOfTheSubmission) {
  std::ranges::reverse(input_);
  const CallResult result = call("sorts_by_given_sort");
  ASSERT_TRUE(result.completed);
  EXPECT_TRUE(result.findings.empty()) << result.findings.front().message;
  std::ranges::reverse(input_);
  std::vector<int> output(count);
  std::memcpy(output.data(), result.outputs.at(0).data(), result.outputs[0].size());
  EXPECT_EQ(output, input_);
  EXPECT_EQ(0u, result.host.bytes_read);
  EXPECT_EQ(0u, result.host.bytes_written);
}

TEST_P(Device, UntouchedOutputsHoldThePoison) {
  const CallResult result = call("does_nothing");
  ASSERT_TRUE(result.completed);
  EXPECT_EQ(result.outputs, result.poison);
}

TEST_P(Device, EmptyArraysAreFine) {
  const CallResult result = call("copies", 0);
  EXPECT_TRUE(result.completed);
  EXPECT_TRUE(result.findings.empty());
}

TEST_P(Device, AWritePastTheEndIsFound) {
  const Finding finding = first_finding(call("writes_past_end"));
  EXPECT_EQ(finding.verdict, Verdict::out_of_bounds);
  EXPECT_THAT(finding.message,
              simulated() ? HasSubstr("out[100]") : HasSubstr("4 bytes past the end of out"));
  if (simulated()) {
    EXPECT_EQ(finding.place.file, "student/device.cu");
  }
}

TEST_P(Device, AWriteBeforeTheBeginningIsFound) {
  const Finding finding = first_finding(call("writes_before_begin"));
  EXPECT_EQ(finding.verdict, Verdict::out_of_bounds);
  EXPECT_THAT(finding.message,
              simulated() ? HasSubstr("out[-1]") : HasSubstr("4 bytes before the beginning of out"));
}

TEST_P(Device, AWriteToAnEmptyArrayIsFound) {
  const Finding finding = first_finding(call("writes_past_end", 0));
  EXPECT_EQ(finding.verdict, Verdict::out_of_bounds);
  if (simulated()) {
    EXPECT_EQ(finding.message, "The kernel reads 4 bytes at in[0], but in is empty.");
  }
}

TEST_P(Device, AChangedInputIsFound) {
  const Finding finding = first_finding(call("changes_input"));
  EXPECT_EQ(finding.verdict, Verdict::out_of_bounds);
  EXPECT_THAT(finding.message, HasSubstr("in[0]"));
}

TEST_P(Device, AWildAccessCostsOneCase) {
  const CallResult result = call("reads_wildly");
  EXPECT_EQ(first_finding(result).verdict, Verdict::out_of_bounds);
  EXPECT_FALSE(result.completed);
  EXPECT_TRUE(call("copies").completed);
}

TEST_P(Device, ARefusedLaunchIsALaunchErrorHoweverTheTaskTakesIt) {
  for (const char* task : {"launches_too_many_threads", "checks_its_launch", "exits_on_error"})
    EXPECT_EQ(first_finding(call(task)).verdict, Verdict::launch_error) << task;
}

TEST_P(Device, ACheckedLaunchHasItsPlace) {
  const Finding finding = first_finding(call("checks_its_launch"));
  EXPECT_EQ(finding.place.file, "student/device.cu");
  EXPECT_GT(finding.place.line, 0);
}

TEST_P(Device, AFailedAssertionIsACudaError) {
  const Finding finding = first_finding(call("fails_assertion"));
  EXPECT_EQ(finding.verdict, Verdict::cuda_error);
  EXPECT_EQ(finding.kind, FindingKind::assertion);
  EXPECT_TRUE(call("copies").completed);
}

TEST_P(Device, FreeingAnInputIsACudaError) {
  const Finding finding = first_finding(call("frees_input"));
  EXPECT_EQ(finding.verdict, Verdict::cuda_error);
  EXPECT_EQ(finding.kind, FindingKind::api_misuse);
  EXPECT_TRUE(call("copies").completed);
}

TEST_P(Device, AKernelThatNeverEndsIsATimeout) {
  const Finding finding = first_finding(call("never_ends", count, 0.5));
  EXPECT_EQ(finding.verdict, Verdict::timeout);
  if (simulated()) {
    EXPECT_EQ(finding.place.kernel, "endless_kernel");
  }
  EXPECT_TRUE(call("copies").completed);
}

TEST_P(Device, ThePlaceIsTheSubmissionsAndNotThatOfAnOperatorThatItCalls) {
  const Finding finding = first_finding(call("never_stops_operating", count, 0.5));
  EXPECT_EQ(finding.verdict, Verdict::timeout);
  if (simulated()) {
    EXPECT_EQ(finding.place.file, "student/device.cu");
    EXPECT_GT(finding.place.line, 0);
  }
}

TEST_P(Device, GreetsWithItsName) {
  call("does_nothing");
  ASSERT_TRUE(runner_.hello());
  EXPECT_EQ(runner_.hello()->device_kind, to_string(GetParam()));
  EXPECT_FALSE(runner_.hello()->device_name.empty());
}

}  // namespace
}  // namespace warpgrade::judge
