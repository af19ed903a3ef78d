#include "verify/wrong_kernel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace {

using warpgrade::support::TemporaryFolder;
using namespace warpgrade;
using ::testing::HasSubstr;

spec::Exercise scan() {
  spec::Exercise exercise;
  exercise.name = "scan";
  exercise.tasks.emplace_back();
  exercise.tasks.back().name = "blelloch";
  return exercise;
}

std::string message_for(const std::string& text) {
  const TemporaryFolder folder;
  try {
    verify::read_wrong_kernel(folder.write("kernel.cu", text), scan());
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

TEST(WrongKernel, FirstLineGivesVerdictAndTask) {
  const TemporaryFolder folder;
  const auto kernel =
      verify::read_wrong_kernel(folder.write("k.cu", "// expect: timeout blelloch\n"), scan());
  EXPECT_EQ(Verdict::timeout, kernel.expected);
  EXPECT_EQ("blelloch", kernel.task);
  EXPECT_EQ("", kernel.until);
}

TEST(WrongKernel, UntilAndASecondVerdictAreRead) {
  const TemporaryFolder folder;
  const auto kernel = verify::read_wrong_kernel(
      folder.write("k.cu",
                   "// expect: race\n// or: wrong_answer\n// until: race detection\n// no_line: chance\n"),
      scan());
  EXPECT_EQ("", kernel.task);
  EXPECT_EQ("race detection", kernel.until);
  EXPECT_EQ(Verdict::wrong_answer, kernel.alternative);
}

TEST(WrongKernel, AGpuMayGiveAnotherVerdictAndEvenPass) {
  const TemporaryFolder folder;
  const auto on_cuda = [&](const std::string& word) {
    const auto file = folder.write("k.cu", "// expect: timeout\n// cuda: " + word + "\n");
    return verify::read_wrong_kernel(file, scan()).expected_on(DeviceKind::cuda);
  };
  EXPECT_EQ(Verdict::pass, on_cuda("pass"));
  EXPECT_EQ(Verdict::crash, on_cuda("crash"));
  EXPECT_THROW(on_cuda("hangs"), std::runtime_error);
}

TEST(WrongKernel, TheLineThatMustBeNamedIsFoundBehindTheComment) {
  const TemporaryFolder folder;
  const auto kernel = verify::read_wrong_kernel(
      folder.write("k.cu", "// expect: race\n// line: a = b;\n// Why.\nint a;\n  a = b;  // here\n"), scan());
  EXPECT_EQ(5, kernel.line);
  EXPECT_THAT(message_for("// expect: race\n// line: a\na\na\n"),
              HasSubstr(":2: the text of `line` must stand exactly once in the code, and stands 2 times"));
}

TEST(WrongKernel, ARaceMustNameALineOrSayWhyNot) {
  EXPECT_THAT(message_for("// expect: race\n"), HasSubstr(":1: the finding of race must name a line"));
  EXPECT_EQ("no error", message_for("// expect: race\n// no_line: only the results show it\n"));
  EXPECT_EQ("no error", message_for("// expect: wrong_answer\n"));
}

TEST(WrongKernel, MissingFirstLineSaysWhatToWrite) {
  EXPECT_THAT(message_for("int x;\n"), HasSubstr(":1: the first line must be `// expect: <verdict> [task]`"));
}

TEST(WrongKernel, UnknownVerdictAndTaskAreErrors) {
  EXPECT_THAT(message_for("// expect: slow blelloch\n"), HasSubstr("'slow' is no verdict"));
  EXPECT_THAT(message_for("// expect: race bleloch\n"), HasSubstr("no task 'bleloch'"));
}

TEST(WrongKernel, PassIsNothingToExpectOfAWrongKernel) {
  EXPECT_THAT(message_for("// expect: pass blelloch\n"), HasSubstr("can be expected to get 'pass'"));
  EXPECT_THAT(message_for("// expect: grader_error\n"), HasSubstr("can be expected to get 'grader_error'"));
  EXPECT_THAT(message_for("// expect: race\n// or: pass\n"), HasSubstr(":2: no wrong kernel"));
}

}  // namespace
