// ./grade check on the fake course: exit codes, selection, report files.
#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "copy_by.hpp"
#include "read_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using warpgrade::support::TemporaryFolder;

const std::string kReference = " --device simulator --submission " FAKE_COURSE "/reference ";
const std::string kSubmission = " --device simulator --submission " FAKE_COURSE "/submission ";

TEST(Check, ReferenceGetsAllPointsAndExitsWithZero) {
  const Ran ran = run_grade(kReference + "--json -");
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  const json result = json::parse(ran.out);
  EXPECT_EQ(1, result.at("format"));
  EXPECT_GT(result.at("max_score"), 0);
  EXPECT_EQ(result.at("max_score"), result.at("score"));
}

TEST(Check, StubsAreNotStartedAndExitIsOne) {
  const Ran ran = run_grade("--device simulator --json -");
  EXPECT_EQ(1, ran.exit_code) << ran.err;
  const json result = json::parse(ran.out);
  EXPECT_EQ(0, result.at("score"));
  for (const json& exercise : result.at("exercises"))
    for (const json& task : exercise.at("tasks"))
      EXPECT_EQ("not_started", task.at("verdict")) << task.at("name");
}

/// The hidden case has 4099 elements.
TEST(Check, ForStudentsNothingTellsTheSizeOfAHiddenCase) {
  const TemporaryFolder folder;
  folder.write("verdicts/copy.cu", copy_by_each("if (i < n) out[n > 4096 ? i + 1 : i] = in[i];"));
  const std::string command = "copy --device simulator --submission " + folder.path().string();
  EXPECT_THAT(run_grade(command).out, HasSubstr("Case n4099.copy.extremes on simulator"));
  const Ran ran = run_grade(command + " --for-students --all --html " + (folder.path() / "page").string());
  EXPECT_EQ(1, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("Case hidden on simulator"));
  for (const std::string& text : {ran.out, ran.err, read_text(folder.path() / "page")})
    for (const char* secret : {"n4099", "4099 e", "4098", "extremes"})
      EXPECT_THAT(text, ::testing::Not(HasSubstr(secret)));
}

TEST(Check, AWarningOfARightTaskIsInEveryReport) {
  const TemporaryFolder folder;
  folder.write("verdicts/copy.cu",
               copy_by_each("if (i >= n) return;\n  __syncthreads();\n  out[i] = in[i];"));
  const std::string file = (folder.path() / "report").string();
  const Ran ran = run_grade("copy --device simulator --submission " + folder.path().string() + " --json " +
                            file + ".json --junit " + file + ".xml --html " + file + ".html");
  EXPECT_EQ(0, ran.exit_code) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("There is a warning below"));
  EXPECT_THAT(ran.out, HasSubstr("had ended when the others came to this"));
  for (const char* format : {".json", ".xml", ".html"})
    EXPECT_THAT(read_text(file + format), HasSubstr("of this block had ended")) << format;
}

TEST(Check, OfSeveralExercisesEachIsToldWhenItIsDone) {
  EXPECT_THAT(run_grade(kReference).err, HasSubstr("✓ copy: 1 of 1 task right\n"));
  EXPECT_EQ("", run_grade("copy" + kReference).err);
}

TEST(Check, OneTaskIsGradedAlone) {
  const Ran ran = run_grade("outcomes/pass" + kSubmission + "--json -");
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  const json result = json::parse(ran.out);
  ASSERT_EQ(1u, result.at("exercises").size());
  ASSERT_EQ(1u, result.at("exercises").at(0).at("tasks").size());
}

TEST(Check, OnlyTasksThatFailedAreCheckedAgain) {
  const TemporaryFolder folder;
  const std::string submission = " --device simulator --submission " + (folder.path() / "mine").string();
  std::filesystem::copy(FAKE_COURSE "/submission", folder.path() / "mine",
                        std::filesystem::copy_options::recursive);
  EXPECT_THAT(run_grade("--failed" + submission).err, HasSubstr("none is known to fail"));
  run_grade("outcomes/pass outcomes/wrong_answer outcomes/race" + submission);
  const auto failed_of = [&](const std::string& names) {
    std::vector<std::string> tasks;
    const json result = json::parse(run_grade(names + " --failed --json -" + submission).out);
    for (const json& task : result.at("exercises").at(0).at("tasks")) tasks.push_back(task.at("name"));
    return tasks;
  };
  EXPECT_EQ((std::vector<std::string>{"wrong_answer", "race"}), failed_of(""));
  EXPECT_EQ((std::vector<std::string>{"race"}), failed_of("outcomes/race outcomes/pass"));
  const Ran none = run_grade("outcomes/pass --failed" + submission);
  EXPECT_EQ(0, none.exit_code) << none.err;
  EXPECT_THAT(none.out, HasSubstr("Nothing failed"));
}

TEST(Check, OneCaseIsRunAlone) {
  const Ran ran = run_grade("outcomes/wrong_answer --case n33.copy.random" + kSubmission + "--json -");
  EXPECT_EQ(1, ran.exit_code) << ran.err;
  const json cases = json::parse(ran.out).at("exercises").at(0).at("tasks").at(0).at("cases");
  ASSERT_EQ(1u, cases.size());
  EXPECT_EQ("n33.copy.random", cases.at(0).at("name"));
}

TEST(Check, TheSeedIsPrintedAndRepeatsTheInputs) {
  const Ran first = run_grade("outcomes/wrong_answer --seed 7" + kSubmission);
  const Ran again = run_grade("outcomes/wrong_answer --seed 7" + kSubmission + "--json -");
  EXPECT_THAT(first.out, HasSubstr("7"));
  EXPECT_EQ(7, json::parse(again.out).at("seed"));
  const Ran once_more = run_grade("outcomes/wrong_answer --seed 7" + kSubmission + "--json -");
  const auto mismatches = [](const Ran& ran) {
    return json::parse(ran.out).at("exercises").at(0).at("tasks").at(0).at("cases").at(0).at("findings");
  };
  EXPECT_EQ(mismatches(again), mismatches(once_more));
}

TEST(Check, TheCommandThatRepeatsItIsQuotedForTheShellWhereItMustBe) {
  const TemporaryFolder folder;
  const auto odd = folder.path() / "it's `id`";
  std::filesystem::create_symlink(FAKE_COURSE "/submission", odd);
  const std::string quoted = "'" + folder.path().string() + R"(/it'\''s `id`')";
  const Ran ran = run_grade("outcomes/wrong_answer --device simulator --submission " + quoted);
  EXPECT_THAT(ran.out, HasSubstr("./grade --course " FAKE_COURSE " --submission " + quoted + " --device"));
}

TEST(Check, ALineBreakInTheSubmissionsPathIsRefused) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink(FAKE_COURSE "/submission", folder.path() / "two\nlines");
  const Ran ran = run_grade("--submission '" + folder.path().string() + "/two\nlines'");
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("has a line break"));
}

TEST(Check, ReportsAreWrittenToFilesAndTheTableToStandardOutput) {
  const TemporaryFolder folder;
  const auto result = folder.path() / "result.json", junit = folder.path() / "junit.xml";
  const Ran ran =
      run_grade("outcomes/pass" + kSubmission + "--json " + result.string() + " --junit " + junit.string());
  EXPECT_EQ(0, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("pass"));
  EXPECT_EQ(2, json::parse(read_text(result)).at("score"));
  EXPECT_THAT(read_text(junit), ::testing::AllOf(::testing::StartsWith("<?xml"), HasSubstr("</testsuites>")));
}

TEST(Check, JunitOnStandardOutputIsNothingElse) {
  const Ran ran = run_grade("outcomes/pass" + kSubmission + "--junit -");
  EXPECT_EQ(0, ran.exit_code);
  EXPECT_THAT(ran.out,
              ::testing::AllOf(::testing::StartsWith("<?xml"), ::testing::EndsWith("</testsuites>\n")));
  EXPECT_THAT(ran.err, HasSubstr("outcomes"));
}

TEST(Check, HtmlIsAPageWithThePointsAndTheFailures) {
  const TemporaryFolder folder;
  const auto page = folder.path() / "report.html";
  const Ran ran = run_grade("outcomes/pass outcomes/race" + kSubmission + "--html " + page.string());
  EXPECT_EQ(1, ran.exit_code) << ran.err;
  EXPECT_THAT(read_text(page),
              ::testing::AllOf(::testing::StartsWith("<!DOCTYPE html>"), HasSubstr("id=\"outcomes/race\""),
                               HasSubstr("class=\"hit\""), ::testing::EndsWith("</html>\n")));
}

TEST(Check, APageShowsADrawingOfWhatGoesWrongAndOfNothingElse) {
  const TemporaryFolder folder;
  const auto page = folder.path() / "report.html";
  run_grade("outcomes/pass outcomes/race outcomes/never_written outcomes/compile_error" + kSubmission +
            "--html " + page.string());
  const std::string text = read_text(page);
  EXPECT_THAT(text, HasSubstr("src=\"data:image/svg+xml;base64,"));
  EXPECT_THAT(text, HasSubstr("./grade draw outcomes/never_written --n 8 --course"));
  EXPECT_THAT(text, HasSubstr("Nobody wrote out["));
  EXPECT_THAT(text, Not(HasSubstr("draw outcomes/pass")));
  EXPECT_THAT(text, Not(HasSubstr("draw outcomes/compile_error")));
}

TEST(Check, AMachineWithoutBubblewrapIsRefusedWhereItIsRequired) {
  const Ran ran =
      run_program("PATH=/nonexistent " FAKE_COMMAND " outcomes/pass --sandbox require --course " FAKE_COURSE +
                  kSubmission);
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("bwrap is not installed"));
  EXPECT_THAT(ran.err, HasSubstr("ci/bootstrap.sh"));
}

TEST(Check, ThatThereWasNoSandboxIsTold) {
  const Ran ran = run_grade("outcomes/pass --sandbox none --json -" + kSubmission);
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  EXPECT_EQ("none", json::parse(ran.out).at("sandbox"));
  EXPECT_THAT(ran.err, HasSubstr("NO SANDBOX"));
}

TEST(Check, ReportThatCanNotBeWrittenIsNoticedBeforeGrading) {
  const TemporaryFolder folder;
  for (const std::string& path : {std::string("/nonexistent/result.json"), folder.path().string()}) {
    const Ran ran = run_grade("outcomes/pass" + kSubmission + "--json " + path);
    EXPECT_EQ(2, ran.exit_code);
    EXPECT_THAT(ran.err, HasSubstr("can't write " + path));
    EXPECT_THAT(ran.err, HasSubstr("Give --json a file"));
    EXPECT_EQ("", ran.out) << "it was graded";
  }
}

TEST(Check, AReportReplacesTheFileThatALinkLeadsTo) {
  const TemporaryFolder folder;
  const auto file = folder.write("reports/today.json", "old"), link = folder.path() / "result.json";
  const auto early = folder.path() / "early.json", missing = folder.path() / "reports/tomorrow.json";
  std::filesystem::create_symlink("reports/today.json", link);
  std::filesystem::create_symlink(missing, early);
  for (const auto& [from, to] : {std::pair(link, file), std::pair(early, missing)}) {
    const Ran ran = run_grade("outcomes/pass" + kSubmission + "--json " + from.string());
    EXPECT_EQ(0, ran.exit_code) << ran.err;
    EXPECT_TRUE(std::filesystem::is_symlink(from));
    EXPECT_EQ(2, json::parse(read_text(to)).at("score"));
  }
}

TEST(Check, APipeStaysAPipeAndGetsTheReport) {
  const TemporaryFolder folder;
  const auto pipe = folder.path() / "pipe", read = folder.path() / "read.json";
  ASSERT_EQ(0, ::mkfifo(pipe.c_str(), 0600));
  const Ran ran = run_program("cat " + pipe.string() + " > " + read.string() +
                              " & " FAKE_COMMAND " outcomes/pass --course " FAKE_COURSE + kSubmission +
                              "--json " + pipe.string() + " && wait");
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_EQ(2, json::parse(read_text(read)).at("score"));
  EXPECT_THAT(ran.out, HasSubstr("Score: 2 of 2 points"));
}

TEST(Check, StandardOutputMayBeNamedByItsPath) {
  for (const char* reader : {"", " | cat"}) {  // a file, and a pipe; /dev/stdout itself is a link to it
    const Ran ran = run_program(FAKE_COMMAND " outcomes/pass --course " FAKE_COURSE + kSubmission +
                                "--json /dev/fd/1" + reader);
    EXPECT_EQ(2, json::parse(ran.out).at("score"));
    EXPECT_THAT(ran.err, HasSubstr("Score: 2 of 2 points"));
  }
}

TEST(Check, AClosedStandardOutputIsNoPlaceForAReport) {
  const TemporaryFolder folder;
  const auto junit = (folder.path() / "junit.xml").string();
  const std::string grade = FAKE_COMMAND " outcomes/pass --course " FAKE_COURSE + kSubmission;
  for (const char* report : {"--json -", "--json /dev/stdout"}) {
    const Ran ran = run_program("{ " + grade + report + " --junit " + junit + "; } >&-");
    EXPECT_EQ(2, ran.exit_code) << report;
    EXPECT_THAT(ran.err, HasSubstr("can't write standard output")) << report;
    EXPECT_THAT(read_text(junit), HasSubstr("</testsuites>")) << report;
    std::filesystem::remove(junit);
  }
}

TEST(Check, AReportThatCanNotBeWrittenCostsNoOther) {
  const TemporaryFolder folder;
  const auto junit = (folder.path() / "junit.xml").string();
  for (const std::string path : {"/nonexistent/result.json", "/dev/full"}) {
    const Ran ran = run_grade("outcomes/pass" + kSubmission + "--json " + path + " --junit " + junit);
    EXPECT_EQ(2, ran.exit_code) << path;
    EXPECT_THAT(ran.err, HasSubstr("can't write " + path));
    EXPECT_THAT(ran.out, HasSubstr("Score: 2 of 2 points"));
    EXPECT_THAT(read_text(junit), HasSubstr("</testsuites>")) << path;
    std::filesystem::remove(junit);
  }
}

#ifdef __linux__
TEST(Check, AFullDiskBehindStandardOutputIsNotPassedOver) {
  const std::string grade = FAKE_COMMAND " outcomes/pass --course " FAKE_COURSE + kSubmission;
  for (const auto& [option, said] : {std::pair("--json -", "can't write standard output: No space left"),
                                     std::pair("", "is the disk full?")}) {
    const Ran ran = run_program(grade + option + " > /dev/full");
    EXPECT_EQ(2, ran.exit_code);
    EXPECT_THAT(ran.err, HasSubstr(said));
  }
}

TEST(Check, EightGigabytesOfAddressesAreEnough) {
  const std::string grade = FAKE_COMMAND " outcomes/pass --course " FAKE_COURSE + kSubmission;
  const Ran enough = run_program("ulimit -v 8388608; " + grade);
  EXPECT_EQ(0, enough.exit_code) << enough.out << enough.err;
  const Ran too_few = run_program("ulimit -v 8000000; " + grade);
  EXPECT_EQ(2, too_few.exit_code);
  EXPECT_THAT(too_few.err, HasSubstr("a program may use 7812 MB of addresses here, and it needs 8192"));
}
#endif

TEST(Check, AMissingSemicolonIsShownAtTheEndOfItsLine) {
  const TemporaryFolder folder;
  folder.write("verdicts/copy.cu",
               "#include \"copy.cuh\"\nnamespace copy {\ntemplate <class T>\n"
               "void elements(const T* in, T* out, int n, cudaStream_t stream) {\n"
               "  const int threads = 256\n  out = nullptr;\n}\n}\n");
  const Ran ran = run_grade("copy --submission " + folder.path().string());
  EXPECT_EQ(1, ran.exit_code);
  EXPECT_THAT(ran.out, HasSubstr("copy.cu:5:26\n        5 |   const int threads = 256\n"
                                 "          |                          ^\n"));
}

}  // namespace
