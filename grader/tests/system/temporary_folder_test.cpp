#include "system/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace warpgrade::system {
namespace {

namespace fs = std::filesystem;

TEST(TemporaryFolder, IsGoneAfterwards) {
  const TemporaryFolder parent;
  fs::path path;
  {
    const TemporaryFolder folder(parent.path());
    path = folder.path();
    EXPECT_TRUE(fs::is_directory(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace warpgrade::system
