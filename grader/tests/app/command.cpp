#include "command.hpp"

#include <cstdlib>
#include <sys/wait.h>

#include "read_text.hpp"
#include "support/temporary_folder.hpp"

using warpgrade::testing::TemporaryFolder;

Ran run_grade(const std::string& arguments, bool with_course) {
  const TemporaryFolder folder;
  const auto out = folder.path() / "out", err = folder.path() / "err";
  std::string command = "env -u GITHUB_STEP_SUMMARY LC_ALL=C.UTF-8 " FAKE_COMMAND " " + arguments;
  if (with_course) command += " --course " FAKE_COURSE;
  const int status = std::system((command + " >" + out.string() + " 2>" + err.string()).c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_text(out), read_text(err)};
}
