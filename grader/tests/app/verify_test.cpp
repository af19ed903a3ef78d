// ./grade verify on the fake course.
#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "read_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using warpgrade::support::TemporaryFolder;

struct Verified {
  Ran ran;
  nlohmann::json kernels;
};

/// `verify copy`, run once for all tests: it takes seconds.
const Verified& verified_copy() {
  static const Verified verified = [] {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "verify.json";
    const Ran ran = run_grade("verify copy --device simulator --json " + file.string());
    std::ifstream stream(file);
    return Verified{ran, nlohmann::json::parse(stream).at("kernels")};
  }();
  return verified;
}

TEST(Verify, EveryKernelOfAGoodExerciseIsAsDeclared) {
  const Ran& ran = verified_copy().ran;
  EXPECT_EQ(0, ran.exit_code) << ran.out << ran.err;
  for (const char* kernel : {"copy (reference)", "copy (stub)", "copy/grid_stride (right)",
                             "copy/no_tail_guard", "copy/endless_loop"})
    EXPECT_THAT(ran.out, HasSubstr(kernel));
  EXPECT_THAT(ran.out, ContainsRegex("neighbour_through_shared_memory +elements +race"));
  EXPECT_THAT(ran.out, HasSubstr("0 unexpected; 0 problems in the files"));
}

TEST(Verify, KernelWaitingForAFeatureIsListedAsExpectedToday) {
  const Ran& ran = verified_copy().ran;
  EXPECT_THAT(ran.out, ContainsRegex("one_thread_copies_all +elements +pass .*expected today; too_slow needs "
                                     "times on the simulator"));
  EXPECT_THAT(ran.out, HasSubstr(", 1 expected to pass today"));
}

std::string stdout_of_verify(const std::string& words, const std::string& cache) {
  return run_program(FAKE_COMMAND " verify copy --course " FAKE_COURSE " --device simulator --cache " +
                     cache + words)
      .out;
}

TEST(Verify, VerdictsOfARunWithTheSameSeedAreKept) {
  const TemporaryFolder folder;
  namespace fs = std::filesystem;
  const fs::path reference = folder.path() / "reference";
  fs::copy(fs::path(FAKE_COURSE) / "reference", reference, fs::copy_options::recursive);
  const auto verify = [&](const std::string& words) {
    return stdout_of_verify(words + " --reference " + reference.string(), folder.path() / "cache");
  };
  EXPECT_THAT(verify(" --seed 1"), Not(HasSubstr("kept")));
  std::ofstream(reference / "verdicts/right/copy/grid_stride.cu", std::ios::app) << "// another\n";
  const std::string again = verify(" --seed 1");
  EXPECT_THAT(again, ContainsRegex("copy/no_tail_guard .* kept"));
  EXPECT_THAT(again, ContainsRegex("copy/grid_stride .* s\n"));
  EXPECT_THAT(again, HasSubstr("0 unexpected; 0 problems in the files"));
  EXPECT_THAT(verify(" --seed 1 --fresh"), Not(HasSubstr("kept")));
}

TEST(Verify, PartsOfTheKernelsAreAllOfThem) {
  const TemporaryFolder folder;
  std::size_t in_parts = 0;
  for (const char* part : {"1/2", "2/2"}) {
    const std::filesystem::path file = folder.path() / "part.json";
    run_grade(std::string("verify copy --device simulator --json ") + file.string() + " --part " + part);
    std::ifstream stream(file);
    in_parts += nlohmann::json::parse(stream).at("kernels").size();
  }
  EXPECT_EQ(verified_copy().kernels.size(), in_parts);
}

TEST(Verify, ProblemsOfAnExerciseAreFoundAndExitIsTwo) {
  const Ran ran = run_grade("verify outcomes --device simulator");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("student/verdicts/outcomes.cu:1 and"));
  EXPECT_THAT(ran.out, HasSubstr("outcomes/pass needs at least 5 wrong kernels"));
  EXPECT_THAT(ran.out, HasSubstr("0 unexpected"));
}

TEST(Verify, WhatIsUnexpectedStandsOnceMoreAtTheEnd) {
  const TemporaryFolder folder;
  namespace fs = std::filesystem;
  fs::copy(fs::path(FAKE_COURSE) / "reference", folder.path(), fs::copy_options::recursive);
  std::string table = read_text(folder.path() / "verdicts/wrong/copy.toml");
  const std::string mistake = "if (i < n - 1)";
  table.replace(table.find(mistake), mistake.size(), "if (i < n)");
  std::ofstream(folder.path() / "verdicts/wrong/copy.toml") << table;
  const Ran ran = run_grade("verify copy --device simulator --reference " + folder.path().string());
  EXPECT_EQ(2, ran.exit_code);
  const std::size_t heading = ran.out.find("\nUnexpected:\n");
  ASSERT_NE(std::string::npos, heading) << ran.out;
  EXPECT_THAT(ran.out.substr(heading),
              ContainsRegex("copy/last_element_missing .* pass .*expected wrong_answer"));
  EXPECT_THAT(ran.out.substr(heading), HasSubstr("1 unexpected; 0 problems in the files"));
}

TEST(Verify, WritesTheVerdictOfEachKernel) {
  const nlohmann::json& kernels = verified_copy().kernels;
  const auto reference =
      std::ranges::find_if(kernels, [](const auto& k) { return k.at("role") == "reference"; });
  ASSERT_NE(kernels.end(), reference);
  EXPECT_EQ("copy", reference->at("exercise"));
  EXPECT_EQ("pass", reference->at("verdict"));
}

TEST(Verify, ShowsHowAMutantDiffersFromItsBase) {
  const Ran ran = run_grade("verify copy --show no_tail_guard");
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("copy/no_tail_guard: out_of_bounds in elements, line 10"));
  EXPECT_THAT(ran.out, HasSubstr("The threads behind the last element write too."));
  EXPECT_THAT(ran.out, HasSubstr("reference/verdicts/copy.cu\n+++ no_tail_guard"));
  EXPECT_THAT(ran.out, HasSubstr("-   if (i < n) out[i] = in[i];\n+   out[i] = in[i];"));
}

TEST(Verify, ShowsWhichFileAKernelIsThatIsNoMutant) {
  const Ran ran = run_grade("verify --show endless_loop");
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("copy/endless_loop.cu"));
  EXPECT_THAT(run_grade("verify --show endless_lop").err, HasSubstr("did you mean 'endless_loop'?"));
}

TEST(Verify, SaysHowItsWordsAreWritten) {
  const Ran ran = run_grade("verify copy/elements");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("verify works on whole exercises"));
  EXPECT_THAT(run_grade("verify copy --compile-for 75").err, HasSubstr("write it as in sm_75"));
}

TEST(Verify, WithoutReferencesItSaysWhoItIsFor) {
  const Ran ran = run_grade("verify --reference /nonexistent");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("verify is for instructors"));
}

}  // namespace
