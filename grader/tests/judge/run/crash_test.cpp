#include "judge/run/crash.hpp"

#include <signal.h>

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

TEST(ExplainCrash, NamesTheSignalAndWhatToLookFor) {
  const Finding finding = explain_crash({0, SIGFPE}, "before the task returned");
  EXPECT_EQ(finding.verdict, Verdict::crash);
  EXPECT_EQ(
      finding.message,
      "The program died before the task returned (SIGFPE, arithmetic error): host code divided an integer by "
      "zero.");
  EXPECT_FALSE(finding.remedy.empty());
}

TEST(ExplainCrash, SaysWhereIfItIsKnown) {
  Place place;
  place.file = "scan.cu";
  place.line = 7;
  place.kernel = "up_sweep";
  const Finding finding = explain_crash({0, SIGSEGV}, "before the task returned", place);
  EXPECT_EQ(finding.place.line, 7);
  EXPECT_NE(finding.message.find("the kernel touched memory"), std::string::npos) << finding.message;
  EXPECT_NE(finding.remedy.find("A recursion that does not end"), std::string::npos) << finding.remedy;
}

TEST(ExplainCrash, KnowsSignalsWithoutAStoryByNumber) {
  const Finding finding = explain_crash({0, SIGUSR1}, "before the task returned");
  EXPECT_NE(finding.message.find("signal " + std::to_string(SIGUSR1)), std::string::npos) << finding.message;
}

TEST(ExplainCrash, AnExitIsNotADeath) {
  const Finding finding = explain_crash({7, 0}, "before the task returned");
  EXPECT_EQ(finding.message, "The program ended (exit code 7) before the task returned.");
  EXPECT_NE(finding.remedy.find("exit()"), std::string::npos);
}

}  // namespace
}  // namespace warpgrade::judge
