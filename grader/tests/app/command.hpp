// Runs the real command on the fake course, as a child process.
#pragma once

#include <string>

struct Ran {
  int exit_code = -1;
  std::string out, err;
};

/// `arguments` as in a shell; `--course FAKE_COURSE` is put after them unless `with_course` is false.
Ran run_grade(const std::string& arguments, bool with_course = true);
