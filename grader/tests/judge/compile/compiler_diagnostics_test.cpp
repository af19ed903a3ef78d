#include "judge/compile/compiler_diagnostics.hpp"

#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

TEST(Diagnostics, ReadsGnuStyleWithColumn) {
  const auto findings = parse_diagnostics(
      "In file included from bind.cu:4:\n"
      "student/u/scan.cu: In function 'void f()':\n"
      "student/u/scan.cu:12:5: error: 'x' was not declared in this scope\n"
      "   12 |     x = 1;\n"
      "student/u/scan.cu:14:1: warning: unused\n"
      "student/u/scan.cu:14:1: note: here\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].verdict, Verdict::compile_error);
  EXPECT_EQ(findings[0].message, "'x' was not declared in this scope");
  EXPECT_EQ(findings[0].place.file, "student/u/scan.cu");
  EXPECT_EQ(findings[0].place.line, 12);
  EXPECT_EQ(findings[0].place.column, 5);
}

TEST(Diagnostics, AnErrorWithATypeOfTheGraderSaysThatTIsAnyType) {
  const auto findings = parse_diagnostics(
      "scan.cu:9:12: error: no match for 'operator+' (operand types are 'warpgrade::kit::Traced' and "
      "'warpgrade::kit::Traced')\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_NE(findings[0].remedy.find("T may be any type"), std::string::npos) << findings[0].remedy;
}

TEST(Diagnostics, ACrashIsToldByEveryCompilerInItsOwnWords) {
  EXPECT_TRUE(
      tells_a_crash("c++: internal compiler error: Segmentation fault signal terminated program cc1plus"));
  EXPECT_TRUE(tells_a_crash("scan.cu:3:1: internal compiler error: in foo, at bar.cc:7"));
  EXPECT_TRUE(tells_a_crash("PLEASE submit a bug report to https://bugs.llvm.org"));
  EXPECT_TRUE(tells_a_crash("nvcc error   : 'cudafe++' died due to signal 11 (Invalid memory reference)"));
  EXPECT_FALSE(tells_a_crash("c++: fatal error: Killed signal terminated program cc1plus")) << "of memory";
  EXPECT_FALSE(tells_a_crash("scan.cu:3:1: error: expected ';'"));
}

TEST(Diagnostics, ReadsFatalErrorsAndLinesWithoutColumn) {
  const auto findings = parse_diagnostics(
      "scan.cu:3:10: fatal error: nope.h: No such file or directory\n"
      "scan.cu:9: error: late\n");
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].message, "nope.h: No such file or directory");
  EXPECT_EQ(findings[1].place.line, 9);
  EXPECT_EQ(findings[1].place.column, 0);
}

TEST(Diagnostics, ReadsNvccStyle) {
  const auto findings = parse_diagnostics(
      "student/u/scan.cu(7): warning #177-D: variable \"y\" was declared but never referenced\n"
      "student/u/scan.cu(8): error: identifier \"x\" is undefined\n"
      "student/u/scan.cu(9): error #20: identifier \"z\" is undefined\n"
      "student/u/scan.cu(1): catastrophic error: cannot open source file \"nope.h\"\n"
      "2 errors detected in the compilation of \"build.cu\".\n");
  ASSERT_EQ(findings.size(), 3u);
  EXPECT_EQ(findings[0].place.line, 8);
  EXPECT_EQ(findings[0].message, "identifier \"x\" is undefined");
  EXPECT_EQ(findings[1].message, "identifier \"z\" is undefined");
  EXPECT_EQ(findings[2].message, "cannot open source file \"nope.h\"");
}

TEST(Diagnostics, ReadsPtxas) {
  const auto findings = parse_diagnostics(
      "ptxas error   : Entry function '_Z1kv' uses too much shared data (0x10000 bytes, 0xc000 max)\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_NE(findings[0].message.find("too much shared data"), std::string::npos);
}

TEST(Diagnostics, AFunctionThatIsNotDefinedIsReportedOnce) {
  const auto findings = parse_diagnostics(
      "/usr/bin/ld: build.o: in function `x':\n"
      "bind.cu:(.text+0x1): undefined reference to `void scan::blelloch<int, warpgrade::Op>(int const*, "
      "int*)'\n"
      "bind.cu:(.text+0x9): undefined reference to `void scan::blelloch<float, warpgrade::Op>(float "
      "const*)'\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].message, "scan::blelloch is declared but not defined.");
}

TEST(Diagnostics, ANameDefinedTwiceIsReported) {
  const auto findings =
      parse_diagnostics("ld: x.o: multiple definition of `helper()'; y.o: first defined here\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].message, "helper() is defined twice.");
}

TEST(Diagnostics, AnErrorWhereTheGraderCallsPointsToTheHeader) {
  const auto findings =
      parse_diagnostics("/course/assignments/u/scan/bind.cu:9:3: error: no matching function\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_NE(findings[0].remedy.find("header"), std::string::npos);
}

TEST(Diagnostics, KeepsTheFirstFewAndCountsTheRest) {
  std::string output;
  for (int line = 1; line <= 8; ++line) output += "a.cu:" + std::to_string(line) + ":1: error: bad\n";
  const auto findings = parse_diagnostics(output);
  ASSERT_EQ(findings.size(), 5u);
  EXPECT_NE(findings.back().remedy.find("3 more errors"), std::string::npos) << findings.back().remedy;
}

TEST(Diagnostics, TheSameErrorOfSeveralInstantiationsCountsOnce) {
  EXPECT_EQ(parse_diagnostics("a.cu:1:1: error: bad\na.cu:1:1: error: bad\n").size(), 1u);
}

TEST(Diagnostics, SurvivesLinesOfAnyLength) {
  const auto findings = parse_diagnostics("a.cu:1:1: error: " + std::string(1 << 20, 'x') + "\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_LT(findings[0].message.size(), 5000u);
}

TEST(Diagnostics, LinesThatAreNoErrorsAreNoFindings) {
  EXPECT_TRUE(parse_diagnostics("collect2: fatal trouble\nNo space left on device\n").empty());
}

}  // namespace
}  // namespace warpgrade::judge
