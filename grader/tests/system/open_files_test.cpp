#include "system/open_files.hpp"

#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace warpgrade::system {
namespace {

/// In a child, since a limit can't be raised again. 0: enough files may be open afterwards; 2: it throws.
int result_with(rlim_t soft, rlim_t hard) {
  const pid_t child = fork();
  if (child == 0) {
    rlimit limit{soft, hard};
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) _exit(1);
    try {
      require_open_files();
    } catch (const std::runtime_error&) {
      _exit(2);
    }
    getrlimit(RLIMIT_NOFILE, &limit);
    _exit(limit.rlim_cur >= 128 ? 0 : 3);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

TEST(OpenFiles, ALowSoftLimitIsRaised) { EXPECT_EQ(0, result_with(32, 512)); }

TEST(OpenFiles, AHardLimitThatIsTooLowIsAnError) { EXPECT_EQ(2, result_with(32, 64)); }

}  // namespace
}  // namespace warpgrade::system
