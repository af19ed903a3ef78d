#include "model/verdict.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace warpgrade {
namespace {

constexpr int kCount = static_cast<int>(Verdict::grader_error) + 1;

TEST(Verdict, NamesAreThoseOfResultJson) {
  const std::set<std::string_view> fixed = {"pass",
                                            "not_started",
                                            "wrong_answer",
                                            "out_of_bounds",
                                            "uninitialized_read",
                                            "race",
                                            "crash",
                                            "barrier_divergence",
                                            "compile_error",
                                            "launch_error",
                                            "host_device_mixup",
                                            "forbidden",
                                            "cuda_error",
                                            "too_much_work",
                                            "too_slow",
                                            "other_technique",
                                            "not_run",
                                            "grader_error",
                                            "timeout"};
  std::set<std::string_view> names;
  for (int i = 0; i < kCount; ++i) names.insert(to_string(static_cast<Verdict>(i)));
  EXPECT_EQ(fixed, names);
}

TEST(Verdict, PassWaitingAndOurOwnFaultsAreNotTheStudents) {
  for (int i = 0; i < kCount; ++i) {
    const auto verdict = static_cast<Verdict>(i);
    const bool excused =
        verdict == Verdict::pass || verdict == Verdict::not_run || verdict == Verdict::grader_error;
    EXPECT_EQ(!excused, is_students_fault(verdict)) << to_string(verdict);
  }
}

}  // namespace
}  // namespace warpgrade
