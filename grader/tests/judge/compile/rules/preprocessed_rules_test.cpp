// Uses the preprocessor of the host, since the rules must understand what that makes of a submission.
#include "judge/compile/rules/preprocessed_rules.hpp"

#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "system/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

struct RuledCourse {
  support::TemporaryFolder folder;
  spec::Exercise exercise;
  fs::path copies;

  RuledCourse() {
    folder.write("assignments/scan.cuh", "#pragma once\nvoid scan();\n#define WGSIM_GONE\n");
    folder.write("assignments/solution.inc", "int solved;\n");
    folder.write("grader/kit/inside.cuh", "#define WGSIM_WORD ::wgsim::assertion_failed()\n");
    exercise.source = "scan.cu";
    exercise.folder = folder.path() / "assignments";
    copies = folder.path() / "copies";
  }

  /// The findings behind the preprocessor, and only these.
  std::vector<Finding> check(const std::string& source, const std::string& helper = "") {
    SubmissionFiles submission;
    submission.files.push_back({"scan.cu", "student/scan.cu", source});
    submission.files.push_back({"own/helper.cuh", "student/own/helper.cuh", helper});
    write_copies(submission, copies);
    folder.write("build.cu", "#include <cstddef>\n#include \"scan.cu\"\n");
    const auto result = system::run_command(
        {HOST_COMPILER, "-E", "-x", "c++", "-std=c++20", "-w", "-I", copies.string(), "-I",
         exercise.folder.string(), "-I", (folder.path() / "grader").string(),
         (folder.path() / "build.cu").string(), "-o", (folder.path() / "build.ii").string()},
        {});
    EXPECT_TRUE(result.status.success()) << result.output;
    std::ifstream file(folder.path() / "build.ii");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return check_preprocessed(text, submission, copies, exercise);
  }
};

TEST(PreprocessedRules, HonestStylesAreFine) {
  RuledCourse course;
  for (const char* source : {
           "#include <cmath>\n#include <cassert>\n#include <vector>\n#include <cstdint>\n#include "
           "\"scan.cuh\"\n"
           "void scan() { assert(NAN != INFINITY); float x = M_PI; int* p = NULL; std::size_t n = SIZE_MAX; "
           "}\n",
           "#include \"own/helper.cuh\"\n#include <scan.cuh>\n",
           "#include <cstdarg>\n#include <cstddef>\nstruct S { int a; };\nstd::size_t o = offsetof(S, a);\n"
           "void f(int n, ...) { va_list l; va_start(l, n); va_arg(l, int); va_end(l); }\n",
           "#define PASTE(a, b) a##b\nint PASTE(my_, variable);\n#include <cmath>\nfloat x = HUGE_VALF;\n",
           "#define UNROLL(n) DO(unroll n)\n#define DO(x) _Pragma(#x)\nvoid f() { UNROLL(4) for (;;); }\n",
           "const char* s = R\"(\n# 1 \"/usr/include/x.h\" 1 3\nasm\n)\";\nint after;\n",
           "#include <errno.h>\n#include <stdio.h>\nint e() { return errno; } FILE* f = stdout;\n",
       }) {
    const auto findings = course.check(source);
    EXPECT_TRUE(findings.empty()) << source << findings.front().message;
  }
}

TEST(PreprocessedRules, ForbiddenWordsThatMacrosMakeAreFound) {
  RuledCourse course;
  for (const char* source : {
           "#define PASTE(a, b) a##b\nvoid f() { PASTE(as, m)(\"\"); }\n",
           "#define PASTE(a, b) a##b\n#define TWICE(a, b) PASTE(a, b)\nvoid f() { TWICE(_, TWICE(_a, "
           "sm__))(\"\"); }\n",
           "#define X a%:%:sm\nvoid f() { X(\"\"); }\n",
           "#define PASTE(a, b) a##b\nPASTE(__attri, bute__)((constructor)) void f();\n",
           "#define A __attribute__\n#define B constructor\nA((B)) void f();\n",
           "#define A [\nA A gnu::weak ] ] void f();\n",
           "#define DO(x) _Pragma(#x)\nDO(GCC optimize(\"O0\"))\nvoid f();\n",
           "#define N namespace\nN std { struct mine; }\n",
           "#define W wgsim\nvoid f() { W::trap(); }\n",
           "#include \"scan.cuh\"\n#define PASTE(a, b) a##b\nPASTE(WGS, IM_GONE) void f();\n",
           "#include \"scan.cuh\"\n#define PASTE(a, b, c) a##b##c\nPASTE(WG, SIM, _GONE) void f();\n",
           "#define M main\nint M() {}\n",
           "#define H #\nH\nvoid f() { asm(\"\"); }\n",
           "const char* s = R\"(\n# 1 \"/usr/include/x.h\" 1 3\n)\"; void f() { asm(\"\"); }\n",
           "#line 1 \"/usr/include/x.h\"\nvoid f() { asm(\"\"); }\n",
       })
    EXPECT_FALSE(course.check(source).empty()) << source;
}

/// The time must not grow with the number of ways to paste the word together.
TEST(PreprocessedRules, AWordMayBeVeryLong) {
  RuledCourse course;
  const std::string letters(500'000, 'a');
  EXPECT_EQ(course.check("#define PASTE(a, b) a##b\nint PASTE(__, " + letters + ");\n").size(), 1u);
}

TEST(PreprocessedRules, AFileThatWasReadIsNamedWithTheLineThatAsked) {
  RuledCourse course;
  for (const char* source : {"\n#include <thread>\n", "\n#include \"solution.inc\"\n",
                             "\n#include \"kit/inside.cuh\"\n", "\n#include <fcntl.h>\n"}) {
    const auto findings = course.check(source);
    ASSERT_EQ(findings.size(), 1u) << source;
    EXPECT_EQ(findings[0].verdict, Verdict::forbidden);
    EXPECT_EQ(findings[0].place.file, "student/scan.cu");
    EXPECT_EQ(findings[0].place.line, 2) << source;
  }
}

TEST(PreprocessedRules, AnIncludedFileOfTheSubmissionIsHeldToThem) {
  RuledCourse course;
  const auto findings = course.check("#include \"own/helper.cuh\"\n", "\n\nvoid f() { asm(\"\"); }\n");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].place.file, "student/own/helper.cuh");
  EXPECT_EQ(findings[0].place.line, 3);
}

TEST(PreprocessedRules, WordsFromMacrosOfOthersAreNotTheStudents) {
  RuledCourse course;
  EXPECT_EQ(course.check("#include \"kit/inside.cuh\"\nvoid f() { WGSIM_WORD; }\n").size(), 1u)
      << "the #include";
}

TEST(PreprocessedRules, AnExerciseMayAllowAndRuleOutHeaders) {
  RuledCourse course;
  course.exercise.allow = {"<thread>"};
  course.exercise.forbid = {"<queue>"};
  EXPECT_TRUE(course.check("#include <thread>\n").empty());
  EXPECT_EQ(course.check("#include <queue>\n").size(), 1u);
}

}  // namespace
}  // namespace warpgrade::judge
