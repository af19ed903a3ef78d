// Submissions whose files are not what they seem, and whose texts are commands for who reads the log.
#include <algorithm>
#include <sstream>
#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "read_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using warpgrade::support::TemporaryFolder;

const fs::path kSolutions = FAKE_COURSE "/reference/verdicts";

/// A folder with the exercise `copy` as a submission.
class Untrusted : public ::testing::Test {
 protected:
  Untrusted() { fs::create_directories(source_.parent_path()); }

  Ran grade(const std::string& more = "") const {
    return run_grade("copy --device simulator --submission " + folder_.path().string() + " " + more);
  }
  void expect_refused(const std::string& why) const {
    const Ran ran = grade();
    EXPECT_EQ(1, ran.exit_code) << ran.out << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(why));
    EXPECT_THAT(ran.out, HasSubstr("Score: 0 of 4 points"));
  }
  /// The right solution, with something before its kernel.
  void write_solution(const std::string& before, const std::string& in_kernel = "") const {
    folder_.write("verdicts/copy.cu",
                  "#include \"copy.cuh\"\n#include <cassert>\n#include <cstdio>\n"
                  "namespace copy {\ntemplate <class T>\n" +
                      before +
                      " __global__ void elements_kernel(const T* in, T* out, int n) {\n"
                      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
                      in_kernel +
                      "  if (i < n) out[i] = in[i];\n}\ntemplate <class T>\n"
                      "void elements(const T* in, T* out, int n, cudaStream_t stream) {\n"
                      "  if (n > 0)\n"
                      "    elements_kernel<<<(n + 127) / 128, 128, 0, stream>>>(in, out, n);\n"
                      "}\n}\n");
  }

  TemporaryFolder folder_;
  fs::path source_ = folder_.path() / "verdicts/copy.cu";
};

TEST_F(Untrusted, AFolderThatItsUserNamedMayBeALink) {
  const fs::path link = folder_.path() / "link";
  fs::create_directory_symlink(FAKE_COURSE "/reference", link);
  EXPECT_EQ(0, run_grade("copy --device simulator --submission " + link.string()).exit_code);
}

TEST_F(Untrusted, AUnitThatIsALinkIsNotRead) {
  fs::remove(source_.parent_path());
  fs::create_directory_symlink(kSolutions, source_.parent_path());
  expect_refused("is reached by a symbolic link");
}

TEST_F(Untrusted, AFileThatIsALinkIsNotRead) {
  fs::create_symlink(kSolutions / "copy.cu", source_);
  expect_refused("is reached by a symbolic link");
}

TEST_F(Untrusted, AFileThatIsSomebodyElsesTooIsNotRead) {
  const fs::path secret = folder_.path() / "secret.cu";
  fs::copy_file(kSolutions / "copy.cu", secret);
  fs::create_hard_link(secret, source_);
  expect_refused("(a hard link)");
}

TEST_F(Untrusted, AFolderInTheFilesPlaceIsCalledOne) {
  fs::create_directory(source_);
  expect_refused("is a folder and no file");
}

TEST_F(Untrusted, APipeIsNotWaitedFor) {
  ASSERT_EQ(0, ::mkfifo(source_.c_str(), 0600));
  expect_refused("is a pipe and no file");
}

TEST_F(Untrusted, AnswersToTheQuizMayNotBeALink) {
  fs::copy_file(kSolutions / "copy.cu", source_);
  fs::create_symlink(kSolutions / "copy.quiz.toml", source_.parent_path() / "copy.quiz.toml");
  const Ran ran = grade("--json -");
  const auto quiz = nlohmann::json::parse(ran.out).at("exercises").at(0).at("quiz");
  EXPECT_EQ(0, quiz.at("score"));
  EXPECT_THAT(quiz.dump(), HasSubstr("is reached by a symbolic link"));
}

TEST_F(Untrusted, TheSimulatorsOwnMacrosAreRefused) {
  write_solution("WGSIM_UNINSTRUMENTED");
  expect_refused("A submission may not use `WGSIM_UNINSTRUMENTED`.");
}

TEST_F(Untrusted, LinesMayNotBeSaidToBeThoseOfAHiddenFile) {
  write_solution("\n#line 7 \"" + (kSolutions / "copy.hidden.toml").string() + "\"\n");
  expect_refused("#line is not allowed here.");
}

TEST_F(Untrusted, NoLineOfAReportIsACommandOfTheSubmission) {
  std::string words;
  for (int i = 0; i < 30; ++i) words += " ::error::obeyed ::stop-commands::x ##[error]obeyed";
  write_solution(
      "", "  if (i == 0) printf(\"::error::printed\\n##[error]printed\\n\");\n  assert(i < 0 && \"" + words +
              "\");\n");
  const Ran ran = grade("--junit -");
  EXPECT_EQ(1, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr(": :error::obeyed"));
  EXPECT_THAT(ran.err, HasSubstr("## [error]printed"));
  for (const std::string& text : {ran.out, ran.err}) {
    EXPECT_THAT(text, Not(HasSubstr("##[")));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      EXPECT_THAT(line.substr(std::min(line.size(), line.find_first_not_of(" \t"))),
                  Not(::testing::StartsWith("::")));
  }
}

TEST_F(Untrusted, AnnotationsForGitHubStayCommands) {
  write_solution("", "  assert(i < 0 && \"50% ::error::obeyed\");\n");
  const Ran ran = grade("--github -");
  EXPECT_THAT(ran.out, ::testing::StartsWith("::error file="));
  EXPECT_THAT(ran.out, HasSubstr("50%25 ::error::obeyed"));
}

TEST_F(Untrusted, OfWhatATaskPrintsAPartIsKept) {
  write_solution("", "  for (int k = 0; i == 0 && k < 3000; ++k) printf(\"%60d\\n\", k);\n");
  const Ran ran = grade("--json -");
  EXPECT_EQ(0, ran.exit_code);
  EXPECT_LT(ran.out.size(), std::size_t(100) << 10);
  EXPECT_THAT(ran.out, HasSubstr("more bytes: of a task 64 KB are kept]"));
}

}  // namespace
