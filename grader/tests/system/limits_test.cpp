#include "system/limits.hpp"

#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace warpgrade::system {
namespace {

/// In a child, since a limit can't be raised again. 0: at least `expected` is allowed afterwards; 2: it
/// throws.
int result_with(__rlimit_resource resource, rlim_t soft, rlim_t hard, rlim_t expected) {
  const pid_t child = fork();
  if (child == 0) {
    rlimit limit{soft, hard};
    if (setrlimit(resource, &limit) != 0) _exit(1);
    try {
      require_limits();
    } catch (const std::runtime_error&) {
      _exit(2);
    }
    getrlimit(resource, &limit);
    _exit(limit.rlim_cur >= expected ? 0 : 3);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

constexpr rlim_t GB = rlim_t(1) << 30;

TEST(Limits, ALowSoftLimitIsRaised) {
  EXPECT_EQ(0, result_with(RLIMIT_NOFILE, 32, 512, 512));
  EXPECT_EQ(0, result_with(RLIMIT_AS, 4 * GB, 64 * GB, 64 * GB));
  EXPECT_EQ(0, result_with(RLIMIT_FSIZE, 0, 2 * GB, 2 * GB));
}

TEST(Limits, AHardLimitThatIsTooLowIsAnError) {
  EXPECT_EQ(2, result_with(RLIMIT_NOFILE, 32, 64, 0));
  EXPECT_EQ(2, result_with(RLIMIT_AS, 4 * GB, 4 * GB, 0));
  EXPECT_EQ(2, result_with(RLIMIT_FSIZE, 1000, 1000, 0));
}

TEST(Limits, MemoryIsWhatTheControlGroupsAllow) {
  const support::TemporaryFolder folder;
  const auto allowed = [&](const char* proc) {
    return memory_of_groups(folder.write("cgroup", proc), folder.path());
  };
  folder.write("job/memory.max", "3000\n");
  folder.write("job/step/memory.max", "max\n");
  folder.write("memory/slurm/memory.limit_in_bytes", "2000\n");
  EXPECT_EQ(3000u, allowed("0::/job/step\n"));
  EXPECT_EQ(3000u, allowed("0::/job/step/gone\n"));
  EXPECT_EQ(2000u, allowed("3:cpu,cpuacct:/a\n2:memory:/slurm/1\n0::/job\n"));
  EXPECT_EQ(UINTMAX_MAX, allowed("1:name=systemd:/slurm\n0::/\n"));
  EXPECT_EQ(UINTMAX_MAX, allowed(""));
}

}  // namespace
}  // namespace warpgrade::system
