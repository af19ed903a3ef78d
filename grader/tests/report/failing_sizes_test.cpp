#include "report/failing_sizes.hpp"

#include <gtest/gtest.h>

namespace warpgrade::report {
namespace {

using Sizes = std::vector<std::uint64_t>;

TaskResult task_of(const Sizes& right, const Sizes& wrong) {
  TaskResult task;
  const auto add = [&task](std::uint64_t n, Verdict verdict) {
    CaseResult one;
    one.n = n;
    one.verdict = verdict;
    task.cases.push_back(one);
  };
  for (const std::uint64_t n : right) add(n, Verdict::pass);
  for (const std::uint64_t n : wrong) add(n, Verdict::wrong_answer);
  return task;
}

std::string rule(const Sizes& right, const Sizes& wrong) { return which_sizes_fail(task_of(right, wrong)); }

TEST(FailingSizes, ARuleIsToldIfAllSizesObeyIt) {
  EXPECT_EQ(rule({1, 2, 256}, {257, 300, 1024}), "All is right up to n = 256, and wrong from n = 257 on.");
  EXPECT_EQ(rule({257, 300, 1024}, {1, 2, 256}), "All is wrong up to n = 256, and right from n = 257 on.");
  EXPECT_EQ(rule({256, 768, 1024}, {1, 257, 2000}),
            "Right where n is a multiple of 256, wrong at every other n.");
  EXPECT_EQ(rule({1, 4, 64}, {3, 5, 96}), "Right where n is a power of two, wrong at every other n.");
}

TEST(FailingSizes, NothingIsToldByChance) {
  EXPECT_EQ(rule({256, 512}, {1, 257, 2000}), "") << "two are too few";
  EXPECT_EQ(rule({256, 512, 1024}, {1, 257, 1024}), "") << "at 1024 one case is right, another one wrong";
}

TEST(FailingSizes, RightResultsThatCostTooMuchAreNotWrong) {
  TaskResult task = task_of({1, 2, 256}, {257, 300, 1024});
  task.cases.back().verdict = Verdict::too_much_work;
  task.cases[4].verdict = Verdict::grader_error;
  EXPECT_EQ(which_sizes_fail(task), "");
}

TEST(FailingSizes, HiddenSizesAndThoseThatMeasureDoNotCount) {
  TaskResult task = task_of({1, 2, 256}, {257, 300, 1024});
  task.cases.back().hidden = true;
  EXPECT_EQ(which_sizes_fail(task), "");
}

}  // namespace
}  // namespace warpgrade::report
