// build_submission with a plain host compiler as the toolchain: what it does with files, keys, failures and
// the cache does not depend on the device.
#include "judge/compile/build.hpp"

#include <fcntl.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/compile/toolchain.hpp"
#include "system/process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::HasSubstr;
using warpgrade::support::TemporaryFolder;
namespace fs = std::filesystem;

/// A course with one exercise whose bind.cu is a whole program.
struct Workbench {
  TemporaryFolder folder;
  spec::Exercise exercise;
  DeviceToolchain toolchain;
  bool trusted = false;

  Workbench() {
    folder.write("assignments/u/add/add.cuh", "#pragma once\nint add(int a, int b);\n");
    folder.write("assignments/u/add/bind.cu",
                 "#include \"add.cuh\"\n#include \"add.cu\"\n#include <cstdio>\n"
                 "int main() {\n#ifdef WARPGRADE_ONLY_TASK\n  std::puts(WARPGRADE_ONLY_TASK);\n#endif\n"
                 "  std::printf(\"%d\", add(2, 3));\n}\n");
    exercise.name = "add";
    exercise.source = "add.cu";
    exercise.folder = folder.path() / "assignments/u/add";
    toolchain.compile = {HOST_COMPILER, "-std=c++20", "-x", "c++",     "-c",
                         "{includes}",  "{source}",   "-o", "{object}"};
    toolchain.link = {HOST_COMPILER, "{object}", "-o", "{output}"};
    toolchain.inputs = {folder.write("library.a", "1")};
  }
  void submit(const std::string& text) { folder.write("student/u/add.cu", text); }
  BuildResult build(const std::string& only_task = "", const BuildLimits& limits = {120}) const {
    return build_submission(toolchain, {.exercise = &exercise,
                                        .source = folder.path() / "student/u/add.cu",
                                        .only_task = only_task,
                                        .cache = folder.path() / "cache",
                                        .limits = limits,
                                        .trusted = trusted,
                                        .shown_as = "student/u/add.cu"});
  }
};

constexpr const char* good = "int add(int a, int b) { return a + b; }\n";

Finding only_finding(const BuildResult& result) {
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.findings.size(), 1u);
  return result.findings.empty() ? Finding{} : result.findings.front();
}

TEST(Build, GivesARunnerThatRuns) {
  Workbench bench;
  bench.submit(good);
  const BuildResult result = bench.build();
  ASSERT_TRUE(result.ok()) << result.compiler_output;
  EXPECT_FALSE(result.cached);
  EXPECT_EQ(system::run_command({result.runner.string()}, {}).output, "5");
}

TEST(Build, TheCourseMayLieInAFolderWithAQuoteInItsName) {
  Workbench bench;
  bench.submit(good);
  const fs::path odd = bench.folder.path() / "the \"new\" course";
  fs::rename(bench.folder.path() / "assignments", odd);
  bench.exercise.folder = odd / "u/add";
  const BuildResult result = bench.build();
  EXPECT_TRUE(result.ok()) << result.compiler_output;
}

TEST(Build, LinksTheLibrariesThatAreAskedFor) {
  Workbench bench;
  bench.submit(good);
  bench.toolchain.link.insert(bench.toolchain.link.begin() + 2, "{libraries}");
  BuildRequest request{.exercise = &bench.exercise,
                       .source = bench.folder.path() / "student/u/add.cu",
                       .only_task = "",
                       .cache = bench.folder.path() / "cache"};
  EXPECT_TRUE(build_submission(bench.toolchain, request).ok());
  request.libraries = {"m"};
  const BuildResult with_library = build_submission(bench.toolchain, request);
  EXPECT_TRUE(with_library.ok());
  EXPECT_FALSE(with_library.cached) << "it is another runner";
  request.libraries = {"there_is_no_such_library"};
  const BuildResult failed = build_submission(bench.toolchain, request);
  EXPECT_FALSE(failed.ok());
  EXPECT_NE(std::string::npos, failed.compiler_output.find("there_is_no_such_library"));
}

TEST(Build, OnlyTheFirstTwentyMistakesAreTold) {
  Workbench bench;
  std::string text = good;
  for (int i = 0; i < 1000; ++i) text += "asm(\"\");\n";
  bench.submit(text);
  const BuildResult result = bench.build();
  ASSERT_EQ(result.findings.size(), 20u);
  EXPECT_EQ(result.findings.back().place.line, 21);
}

TEST(Build, TheSameContentIsBuiltOnce) {
  Workbench bench;
  bench.submit(good);
  const BuildResult first = bench.build(), second = bench.build();
  EXPECT_TRUE(second.cached);
  EXPECT_EQ(second.runner, first.runner);
}

TEST(Build, AChangeOfAnythingItDependsOnBuildsAnew) {
  Workbench bench;
  bench.submit(std::string("#include \"own.h\"\n") + good);
  bench.folder.write("student/u/own.h", "\n");
  bench.build();
  EXPECT_TRUE(bench.build().cached);
  bench.folder.write("student/u/own.h", "// changed\n");
  EXPECT_FALSE(bench.build().cached) << "an included file";
  bench.folder.write("assignments/u/add/add.cuh", "#pragma once\nint add(int, int);\n");
  EXPECT_FALSE(bench.build().cached) << "the exercise's header";
  bench.folder.write("library.a", "22");
  EXPECT_FALSE(bench.build().cached) << "a library";
  bench.toolchain.compile.push_back("-O1");
  EXPECT_FALSE(bench.build().cached) << "the command line";
  EXPECT_FALSE(bench.build("one_task").cached) << "the task";
  EXPECT_TRUE(bench.build("one_task").cached);
}

TEST(Build, PassesTheNameOfTheOnlyTask) {
  Workbench bench;
  bench.submit(good);
  const BuildResult result = bench.build("one_task");
  ASSERT_TRUE(result.ok()) << result.compiler_output;
  EXPECT_EQ(system::run_command({result.runner.string()}, {}).output, "one_task\n5");
}

TEST(Build, ACompileErrorHasThePlaceInTheStudentsFile) {
  Workbench bench;
  bench.submit("int add(int a, int b) {\n  return a + c;\n}\n");
  const Finding finding = only_finding(bench.build());
  EXPECT_EQ(finding.verdict, Verdict::compile_error);
  EXPECT_EQ(finding.place.file, "student/u/add.cu");
  EXPECT_EQ(finding.place.line, 2);
  EXPECT_EQ(finding.place.column, 14);
  EXPECT_THAT(finding.message, HasSubstr("c"));
}

TEST(Build, WarningsAboutTheSubmissionStayKnownInTheCache) {
  Workbench bench;
  bench.submit("int add(int a, int b) {\n  return a + b + (1 << 40) * 0;\n}\n");
  for (const bool cached : {false, true}) {
    const BuildResult result = bench.build();
    ASSERT_TRUE(result.ok()) << result.compiler_output;
    EXPECT_EQ(result.cached, cached);
    ASSERT_EQ(result.warnings.size(), 1u);
    EXPECT_EQ(result.warnings[0].place.file, "student/u/add.cu");
    EXPECT_EQ(result.warnings[0].place.line, 2);
  }
}

TEST(Build, AFunctionThatIsMissingIsACompileError) {
  Workbench bench;
  bench.submit("int helper(int);\nint add(int a, long b) { return a; }\n");
  const Finding finding = only_finding(bench.build());
  EXPECT_EQ(finding.verdict, Verdict::compile_error);
  EXPECT_EQ(finding.message,
            "The submission does not define add(int a, int b), which add.cuh declares. It has one with other "
            "parameters: add(int a, long b).");
  EXPECT_EQ(finding.place.file, "student/u/add.cu");
  EXPECT_EQ(finding.place.line, 2);
  bench.submit("int helper(int);\nint add(int a, int b) { return helper(a); }\n");
  EXPECT_THAT(only_finding(bench.build()).message, HasSubstr("helper is declared but not defined"));
}

TEST(Build, AForbiddenSourceIsNotCompiled) {
  Workbench bench;
  bench.submit(std::string("#include \"../../reference/u/add.cu\"\n") + good);
  const BuildResult result = bench.build();
  EXPECT_EQ(only_finding(result).verdict, Verdict::forbidden);
  EXPECT_EQ(result.compiler_output, "");
}

TEST(Build, FilesBesideTheSubmissionAreReachableOnlyByInclude) {
  Workbench bench;
  bench.folder.write("student/u/other.cu", "int other;\n");
  bench.submit(std::string("#if __has_include(\"other.cu\")\n#error reachable\n#endif\n") + good);
  EXPECT_TRUE(bench.build().ok());
}

TEST(Build, EndlessTemplatesAreStoppedAndNamed) {
  Workbench bench;
  bench.toolchain.compile = {"sleep", "60"};
  bench.submit(good);
  const BuildResult result = bench.build("", {0.2});
  const Finding finding = only_finding(result);
  EXPECT_EQ(finding.verdict, Verdict::compile_error);
  EXPECT_THAT(finding.message, HasSubstr("more than 0.2 s"));
  EXPECT_TRUE(result.gave_up);
}

TEST(Build, ACompilerThatWritesTooMuchIsStopped) {
  Workbench bench;
  bench.submit("int many[4 << 20] = {1};\n" + std::string(good));
  const BuildResult result = bench.build("", {.file_bytes = std::uint64_t(8) << 20});
  EXPECT_THAT(only_finding(result).message, HasSubstr("a file of more than 8 MB"));
  EXPECT_EQ(only_finding(result).verdict, Verdict::compile_error);
  EXPECT_TRUE(result.gave_up);
}

TEST(Build, ACompilerThatCrashesOnASubmissionIsTheSubmissionsFault) {
  Workbench bench;
  std::string nested = "template <class T> struct Box {};\nusing Deep = ";
  for (int i = 0; i < 50'000; ++i) nested += "Box<";
  nested += "int" + std::string(50'000, '>') + ";\n";
  bench.submit(nested + good);
  const BuildResult result = bench.build();
  EXPECT_EQ(only_finding(result).verdict, Verdict::compile_error) << result.compiler_output;
  EXPECT_TRUE(result.gave_up);
}

TEST(Build, ACompilerThatCrashesOnTheCoursesOwnFileIsTheGradersFault) {
  Workbench bench;
  bench.submit(good);
  bench.trusted = true;
  bench.toolchain.compile = {"/bin/sh", "-c", "kill -SEGV $$"};
  EXPECT_EQ(only_finding(bench.build()).verdict, Verdict::grader_error);
  bench.trusted = false;
  EXPECT_EQ(only_finding(bench.build()).verdict, Verdict::compile_error);
}

TEST(Build, ACompilerThatFailsWithoutAnErrorIsTheGradersFault) {
  Workbench bench;
  bench.submit(good);
  bench.toolchain.compile = {"/bin/sh", "-c", "echo disk full; exit 9"};
  const Finding failed = only_finding(bench.build());
  EXPECT_EQ(failed.verdict, Verdict::grader_error);
  EXPECT_THAT(failed.message, HasSubstr("exit code 9"));
  EXPECT_THAT(failed.message, HasSubstr("disk full"));
  bench.toolchain.compile = {"/nonexistent/compiler"};
  EXPECT_EQ(only_finding(bench.build()).verdict, Verdict::grader_error);
}

TEST(Build, AMissingToolIsTheGradersFaultAndNamed) {
  Workbench bench;
  bench.submit(good);
  bench.toolchain.inputs = {"/nonexistent/library.a"};
  const Finding finding = only_finding(bench.build());
  EXPECT_EQ(finding.verdict, Verdict::grader_error);
  EXPECT_THAT(finding.message, HasSubstr("/nonexistent/library.a"));
}

TEST(Build, AFailedBuildLeavesNothingBehind) {
  Workbench bench;
  bench.submit("not C++\n");
  EXPECT_FALSE(bench.build().ok());
  for (const auto& entry : fs::directory_iterator(bench.folder.path() / "cache"))
    EXPECT_EQ(entry.path().filename(), "locks");
  bench.submit(good);
  EXPECT_TRUE(bench.build().ok());
}

}  // namespace
}  // namespace warpgrade::judge
