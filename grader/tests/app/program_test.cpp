// An exercise that is a whole program, from its files to its points (tests/program_course).
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "system/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using warpgrade::support::TemporaryFolder;

const fs::path kCourse = PROGRAM_COURSE;

nlohmann::json report_of(const std::string& arguments) {
  const Ran ran =
      run_program(FAKE_COMMAND " --course " + kCourse.string() + " --seed 1 --json - " + arguments);
  return nlohmann::json::parse(ran.out).at("exercises").at(0);
}

nlohmann::json task_of(const nlohmann::json& exercise, const std::string& name) {
  for (const nlohmann::json& task : exercise.at("tasks"))
    if (task.at("name") == name) return task;
  return {};
}

/// The reference with `from` replaced. Returns the part of the report about the task.
nlohmann::json changed(const std::string& task, const std::string& from, const std::string& to) {
  std::string text = warpgrade::system::require_file_text(kCourse / "reference/programs/squares.cu");
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  const TemporaryFolder folder;
  folder.write("programs/squares.cu", text.replace(at, from.size(), to));
  return task_of(report_of("squares/" + task + " --submission " + folder.path().string()), task);
}

TEST(Program, TheReferencePasses) {
  const nlohmann::json report = report_of("--submission " + (kCourse / "reference").string());
  EXPECT_EQ(6, report.at("score")) << report;
  const nlohmann::json numbers = task_of(report, "numbers");
  EXPECT_EQ(2, numbers.at("cost").at("serial_accesses").at("measured")) << "of the kernel that is named";
}

TEST(Program, TheStubIsNotStarted) {
  const nlohmann::json report = report_of("--submission " + (kCourse / "student").string());
  EXPECT_EQ(0, report.at("score"));
  EXPECT_EQ("not_started", task_of(report, "numbers").at("verdict"));
  EXPECT_EQ("not_started", task_of(report, "picture").at("verdict"));
}

TEST(Program, AWrongLineIsToldWithTheRightOne) {
  const nlohmann::json task = changed("numbers", "in[i] * in[i]", "in[i] * in[i] + 1");
  EXPECT_EQ("wrong_answer", task.at("verdict"));
  EXPECT_THAT(task.dump(), AllOf(HasSubstr("Printed line 1 is '3.25'; expected '2.25'."),
                                 HasSubstr("It was run with these arguments: < few.txt.")));
}

TEST(Program, AWrongPixelIsToldWithItsPlace) {
  EXPECT_THAT(
      changed("picture", "in[i] * in[i]", "in[i] * in[i] + (i == 5)").dump(),
      HasSubstr(
          "squares.pgm: 1 of 16 pixels are wrong. The first is in column 1, row 1: (145); expected (144)."));
}

TEST(Program, WhatTheDeviceFindsComesFirst) {
  const nlohmann::json task = changed("numbers", "if (i < n) out", "out");
  EXPECT_EQ("out_of_bounds", task.at("verdict")) << task;
  EXPECT_THAT(task.dump(), HasSubstr("\"line\":9"));
  const nlohmann::json dies = changed("numbers", "cudaFree(device_in);",
                                      "square<<<1, 128>>>(device_in + n, device_out, n);\n"
                                      "  if (cudaDeviceSynchronize() != cudaSuccess) std::abort();");
  EXPECT_EQ("out_of_bounds", dies.at("verdict")) << "and then the crash: " << dies;
  EXPECT_THAT(dies.dump(), HasSubstr("SIGABRT"));
}

TEST(Program, AWrongOneIsExplained) {
  std::string text = warpgrade::system::require_file_text(kCourse / "reference/programs/squares.cu");
  const std::string right = "in[i] * in[i]";
  const TemporaryFolder folder;
  folder.write("programs/squares.cu", text.replace(text.find(right), right.size(), "in[i]"));
  const Ran ran = run_program(FAKE_COMMAND " --course " + kCourse.string() +
                              " explain squares/numbers --submission " + folder.path().string());
  EXPECT_EQ(1, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("wrong answer"), HasSubstr("./grade trace squares/numbers")));
}

TEST(Program, AnEndThatIsNoneIsToldWithItsPlace) {
  EXPECT_THAT(changed("picture", "cudaFree(device_in);", "for (;;) { }").dump(),
              AllOf(HasSubstr("\"verdict\":\"timeout\""), HasSubstr("\"line\":22")));
  EXPECT_THAT(changed("picture", "cudaFree(device_in);", "*(volatile int*)nullptr = 1;").dump(),
              AllOf(HasSubstr("\"verdict\":\"crash\""), HasSubstr("\"line\":22")));
  EXPECT_THAT(changed("picture", "cudaFree(device_in);", "std::exit(5);").dump(),
              HasSubstr("The program ended with exit code 5; expected 0."));
  EXPECT_THAT(changed("picture", "cudaFree(device_in);", "std::_Exit(0);").dump(),
              HasSubstr("The program ended (exit code 0) before it had come to its end."));
}

TEST(Program, ACheckerOfTheCourseHasTheLastWordAndGivesAPartOfThePoints) {
  const nlohmann::json task = changed("picture", "cudaFree(device_in);", "printf(\"done\\n\");");
  EXPECT_THAT(task.dump(), AllOf(HasSubstr("With --picture the program prints nothing."),
                                 HasSubstr("The checker gives 50 % of the points of this case.")));
  EXPECT_EQ(1, task.at("score"));
}

TEST(Program, CostsAreThoseOfTheKernelsThatAreNamed) {
  const nlohmann::json task = changed("numbers", "if (i < n) out[i] = in[i] * in[i];",
                                      "for (int k = 0; i == 0 && k < n; ++k) out[k] = in[k] * in[k];");
  EXPECT_EQ("too_much_work", task.at("verdict")) << task;
}

TEST(Program, OfAHiddenCaseNothingIsShown) {
  const nlohmann::json task = changed("numbers", "<<<(n + 127) / 128, 128>>>", "<<<1, 128>>>");
  EXPECT_EQ(0, task.at("score"));
  EXPECT_THAT(task.dump(),
              AllOf(HasSubstr("In a hidden case the program does not"), Not(HasSubstr("sum: 416"))));
}

TEST(Program, VerifyRunsItsWrongKernels) {
  const Ran ran = run_program(FAKE_COMMAND " verify squares --device simulator --seed 1 --fresh --course " +
                              kCourse.string());
  EXPECT_THAT(ran.out, HasSubstr("8 kernels: 8 as expected, 0 unexpected")) << ran.err;
}

TEST(Program, AHandoutHasAllThatItIsCompiledAndRunWith) {
  const TemporaryFolder folder;
  const fs::path handout = folder.path() / "handout";
  const Ran made = run_program(FAKE_COMMAND " handout " + handout.string() + " --course " + kCourse.string());
  EXPECT_EQ(0, made.exit_code) << made.out << made.err;
  EXPECT_FALSE(fs::exists(handout / "reference"));
  fs::copy_file(kCourse / "reference/programs/squares.cu", handout / "student/programs/squares.cu",
                fs::copy_options::overwrite_existing);
  const Ran ran = run_program(FAKE_COMMAND " --device simulator --course " + handout.string());
  EXPECT_EQ(0, ran.exit_code) << ran.out << ran.err;
}

const std::string kNumbersOfReference =
    "squares/numbers --course " + kCourse.string() + " --submission " + (kCourse / "reference").string();

TEST(Program, ARunOfItIsTraced) {
  const Ran ran = run_program(FAKE_COMMAND " trace --case counted_up " + kNumbersOfReference);
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("squares/numbers, case counted_up"), HasSubstr("square<<<1, 128>>> starts"),
                    HasSubstr("write allocation 2[0..99], squares.cu:9"),
                    HasSubstr("What it prints and writes is right")));
  const Ran sized = run_program(FAKE_COMMAND " trace --n 8 " + kNumbersOfReference);
  EXPECT_EQ(2, sized.exit_code);
  EXPECT_THAT(sized.err, HasSubstr("choose a run of it with --case, not --n"));
  const Ran unknown = run_program(FAKE_COMMAND " trace --case nonsense " + kNumbersOfReference);
  EXPECT_EQ(2, unknown.exit_code);
  EXPECT_THAT(unknown.err, HasSubstr("nonsense"));
}

TEST(Program, ADebuggerStopsInAThreadOfIt) {
  const Ran ran = run_program(FAKE_COMMAND " debug --at 9 --thread 2 --do 'print i' " + kNumbersOfReference);
  EXPECT_EQ(0, ran.exit_code) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("squares/numbers, case few, which prints into a file: gdb begins"),
                             HasSubstr("This is thread (2, 0, 0) of block (0, 0, 0).")));
}

TEST(Program, ItHasNoCallToDraw) {
  const Ran ran = run_program(FAKE_COMMAND " draw " + kNumbersOfReference);
  EXPECT_EQ(2, ran.exit_code);
  EXPECT_THAT(ran.err, HasSubstr("squares is a whole program, and draw shows one call of a function."));
}

}  // namespace
