// Submissions that need too much, and machines that lack something.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command.hpp"
#include "graded_copy.hpp"
#include "sandbox/sandbox.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using warpgrade::support::TemporaryFolder;

const std::string kRightCopy = FAKE_COMMAND " copy --device simulator --seed 1 --submission " FAKE_COURSE
                                            "/reference --course " FAKE_COURSE;

TEST(BadSubmission, OneThatNeedsTooMuchMemoryIsToldSo) {
  const nlohmann::json task = graded_with("#include <cstdlib>\n#include <cstring>\n",
                                          "for (;;) std::memset(std::malloc(1 << 24), 1, 1 << 24);");
  EXPECT_EQ("crash", task.at("verdict"));
  EXPECT_THAT(task.dump(), HasSubstr("GB of memory; stopped"));
  EXPECT_THAT(task.dump(), HasSubstr("\"memory_limit\""));
}

TEST(BadSubmission, OneOnWhichTheCompilerCrashesDoesNotCompile) {
  const TemporaryFolder folder;
  std::string text = "#include \"copy.cuh\"\ntemplate <class T> struct Box {};\nusing Deep = ";
  for (int i = 0; i < 50'000; ++i) text += "Box<";
  folder.write("verdicts/copy.cu", text + "int" + std::string(50'000, '>') + ";\n");
  const Ran ran = run_grade("copy --device simulator --submission " + folder.path().string());
  EXPECT_EQ(1, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("compile error"));
}

TEST(BadConditions, AFolderForTemporaryFilesThatIsNotThereCostsOneLineAndNoSandbox) {
  const Ran usual = run_program(kRightCopy + " --json -");
  const Ran ran = run_program("TMPDIR=/nowhere/tmp " + kRightCopy + " --json -");
  EXPECT_EQ(0, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("'/nowhere/tmp', can't be written: using /tmp\n"));
  const auto sandbox = [](const Ran& of) { return nlohmann::json::parse(of.out).at("sandbox"); };
  EXPECT_EQ(sandbox(usual), sandbox(ran));
}

TEST(BadConditions, ABuildThatIsReadOnlyHasItsCacheElsewhere) {
  if (const std::string why = warpgrade::sandbox::why_not(warpgrade::SandboxTier::bubblewrap); !why.empty())
    GTEST_SKIP() << why;
  const TemporaryFolder caches;
  const std::string build = fs::path(FAKE_COMMAND).parent_path().parent_path();
  const Ran ran =
      run_program("bwrap --dev-bind / / --ro-bind " + build + " " + build + " --setenv XDG_CACHE_HOME " +
                  caches.path().string() + " " FAKE_COMMAND " spec --course " FAKE_COURSE);
  EXPECT_EQ(0, ran.exit_code) << ran.out << ran.err;
  EXPECT_TRUE(fs::exists(caches.path() / "warpgrade/locks"));
}

}  // namespace
