// Runs programs as child processes: the real command on the fake course, and its GoogleTest front.
#pragma once

#include <string>

struct Ran {
  int exit_code = -1;
  std::string out, err;
};

/// As in a shell.
Ran run_program(const std::string& command);

/// The command; `--course FAKE_COURSE` is put after its arguments unless `with_course` is false.
Ran run_grade(const std::string& arguments, bool with_course = true);

/// A command that is called wrongly.
struct Refused {
  const char *arguments, *said;
};

/// Exit code 2, the cause on standard error, and nothing on standard output.
void expect_refused(const Ran& ran, const Refused& refused);
