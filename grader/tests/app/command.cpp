#include "command.hpp"

#include <cstdlib>
#include <sys/wait.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read_text.hpp"
#include "tests/support/temporary_folder.hpp"

using warpgrade::support::TemporaryFolder;

Ran run_program(const std::string& command) {
  const TemporaryFolder folder;
  const auto out = folder.path() / "out", err = folder.path() / "err";
  const std::string line = "export LC_ALL=C.UTF-8; (" + command + ") >" + out.string() + " 2>" + err.string();
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(out), read_text(err)};
}

Ran run_grade(const std::string& arguments, bool with_course) {
  return run_program(FAKE_COMMAND " " + arguments + (with_course ? " --course " FAKE_COURSE : ""));
}

void expect_refused(const Ran& ran, const Refused& refused) {
  EXPECT_EQ(2, ran.exit_code) << refused.arguments;
  EXPECT_THAT(ran.err, ::testing::HasSubstr(refused.said)) << refused.arguments;
  EXPECT_EQ("", ran.out) << refused.arguments;
}
