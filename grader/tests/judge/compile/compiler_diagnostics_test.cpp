#include "judge/compile/compiler_diagnostics.hpp"

#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpgrade::judge {
namespace {

using ::testing::HasSubstr;

/// What a compiler prints, and the errors in it: message, line and column.
struct Printed {
  const char* output;
  std::vector<std::tuple<std::string, int, int>> errors;
};

TEST(Diagnostics, ErrorsAreReadInTheFormOfEachCompiler) {
  for (const auto& [output, errors] : std::vector<Printed>{
           {"In file included from bind.cu:4:\n"
            "student/u/scan.cu: In function 'void f()':\n"
            "student/u/scan.cu:12:5: error: 'x' was not declared in this scope\n"
            "   12 |     x = 1;\n"
            "student/u/scan.cu:14:1: warning: unused\n"
            "student/u/scan.cu:14:1: note: here\n",
            {{"'x' was not declared in this scope", 12, 5}}},
           {"scan.cu:3:10: fatal error: nope.h: No such file or directory\n"
            "scan.cu:9: error: late\n",
            {{"nope.h: No such file or directory", 3, 10}, {"late", 9, 0}}},
           {"student/u/scan.cu(7): warning #177-D: variable \"y\" was declared but never referenced\n"
            "student/u/scan.cu(8): error: identifier \"x\" is undefined\n"
            "student/u/scan.cu(9): error #20: identifier \"z\" is undefined\n"
            "student/u/scan.cu(1): catastrophic error: cannot open source file \"nope.h\"\n"
            "2 errors detected in the compilation of \"build.cu\".\n",
            {{"identifier \"x\" is undefined", 8, 0},
             {"identifier \"z\" is undefined", 9, 0},
             {"cannot open source file \"nope.h\"", 1, 0}}},
           {"ptxas error   : Entry function '_Z1kv' uses too much shared data (0x10000 bytes, 0xc000 max)\n",
            {{"Entry function '_Z1kv' uses too much shared data (0x10000 bytes, 0xc000 max)", 0, 0}}},
           {"/usr/bin/ld: build.o: in function `x':\n"
            "bind.cu:(.text+0x1): undefined reference to `void scan::blelloch<int, warpgrade::Op>(int "
            "const*, "
            "int*)'\n"
            "bind.cu:(.text+0x9): undefined reference to `void scan::blelloch<float, warpgrade::Op>(float "
            "const*)'\n",
            {{"scan::blelloch is declared but not defined.", 0, 0}}},
           {"ld: x.o: multiple definition of `helper()'; y.o: first defined here\n",
            {{"helper() is defined twice.", 0, 0}}},
           {"a.cu:1:1: error: bad\na.cu:1:1: error: bad\n", {{"bad", 1, 1}}},
           {"collect2: fatal trouble\nNo space left on device\n", {}}}) {
    std::vector<std::tuple<std::string, int, int>> told;
    for (const Finding& finding : parse_diagnostics(output)) {
      EXPECT_EQ(finding.verdict, Verdict::compile_error);
      told.emplace_back(finding.message, finding.place.line, finding.place.column);
    }
    EXPECT_EQ(errors, told) << output;
  }
}

TEST(Diagnostics, WarningsAreReadInTheFormOfEachCompiler) {
  const std::vector<Finding> warnings = parse_warnings(
      "student/u/scan.cu:14:3: warning: this changes nothing\n   14 |   i + 1;\n"
      "student/u/scan.cu:14:3: warning: this changes nothing\n"
      "student/u/scan.cu:15:1: error: bad\n"
      "student/u/scan.cu(7): warning #177-D: variable \"y\" was declared but never referenced\n");
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings[0].verdict, Verdict::pass);
  EXPECT_EQ(warnings[0].message, "this changes nothing");
  EXPECT_EQ(warnings[0].place.column, 3);
  EXPECT_EQ(warnings[1].place.line, 7);
}

TEST(Diagnostics, AnErrorNamesItsFile) {
  for (const char* error : {"student/u/scan.cu:12:5: error: bad\n", "student/u/scan.cu(8): error: bad\n"})
    EXPECT_EQ("student/u/scan.cu", parse_diagnostics(error).at(0).place.file) << error;
}

TEST(Diagnostics, ARemedyExplainsErrorsWhereTheGraderMeetsTheSubmission) {
  const auto remedy = [](const char* error) { return parse_diagnostics(error).at(0).remedy; };
  EXPECT_THAT(remedy("scan.cu:9:12: error: no match for 'operator+' (operand types are "
                     "'warpgrade::kit::Traced' and 'warpgrade::kit::Traced')\n"),
              HasSubstr("T may be any type"));
  EXPECT_THAT(remedy("/course/assignments/u/scan/bind.cu:9:3: error: no matching function\n"),
              HasSubstr("header"));
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

TEST(Diagnostics, KeepsTheFirstFewAndCountsTheRest) {
  std::string output;
  for (int line = 1; line <= 8; ++line) output += "a.cu:" + std::to_string(line) + ":1: error: bad\n";
  const auto findings = parse_diagnostics(output);
  ASSERT_EQ(findings.size(), 5u);
  EXPECT_NE(findings.back().remedy.find("3 more errors"), std::string::npos) << findings.back().remedy;
}

TEST(Diagnostics, SurvivesLinesOfAnyLength) {
  const auto findings = parse_diagnostics("a.cu:1:1: error: " + std::string(1 << 20, 'x') + "\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_LT(findings[0].message.size(), 5000u);
}

}  // namespace
}  // namespace warpgrade::judge
