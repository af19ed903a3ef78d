// Finding compute-sanitizer and calling it: a script stands for it.
#include "judge/sanitize/compute_sanitizer.hpp"

#include <cstdlib>
#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsSupersetOf;
using ::testing::Not;

/// PATH for the time of a test.
class PathIs {
 public:
  explicit PathIs(const std::string& path) : before_(std::getenv("PATH")) { setenv("PATH", path.c_str(), 1); }
  ~PathIs() { setenv("PATH", before_.c_str(), 1); }

 private:
  std::string before_;
};

TEST(ComputeSanitizer, IsFoundOnPathAndAskedForItsOptions) {
  const support::TemporaryFolder folder;
  const std::filesystem::path program = folder.write(
      "compute-sanitizer", "#!/bin/sh\n[ \"$1\" = --help ] && echo '  --tool arg  --padding arg (=0)'\n");
  chmod(program.c_str(), 0700);
  const PathIs path(folder.path().string() + ":/usr/bin:/bin");
  const std::optional<ComputeSanitizer> found = find_compute_sanitizer();
  ASSERT_TRUE(found);
  EXPECT_THAT(found->command("memcheck", "/reports"),
              ElementsAre(program.string(), "--tool", "memcheck", "--log-file", "/reports/%p.txt",
                          "--padding", "65536"));
}

TEST(ComputeSanitizer, AProgramThatDoesNotWorkIsNone) {
  const support::TemporaryFolder folder;
  const std::filesystem::path broken = folder.write("compute-sanitizer", "#!/bin/sh\nexit 1\n");
  chmod(broken.c_str(), 0700);
  const PathIs path(folder.path().string());
  const std::optional<ComputeSanitizer> found = find_compute_sanitizer();
  if (found) {
    EXPECT_THAT(found->command("memcheck", "/reports"), Not(Contains(broken.string())));
  }
}

TEST(ComputeSanitizer, OptionsOfOneToolAreNotGivenToAnother) {
  const ComputeSanitizer sanitizer("/opt/cs",
                                   "--padding --initcheck-address-space --destroy-on-device-error");
  EXPECT_THAT(sanitizer.command("racecheck", "/r"), Not(Contains("--padding")));
  EXPECT_THAT(sanitizer.command("initcheck", "/r"),
              IsSupersetOf({"--initcheck-address-space", "--destroy-on-device-error"}));
}

}  // namespace
}  // namespace warpgrade::judge
