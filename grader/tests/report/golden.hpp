// Comparison with a text file under golden/. Run the tests with WARPGRADE_UPDATE_GOLDEN=1 to write the files
// anew, and review the difference as you would review code.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace warpgrade::support {

inline void expect_golden(const std::string& name, const std::string& actual) {
  const std::filesystem::path file = std::filesystem::path(WARPGRADE_GOLDEN_DIR) / name;
  if (const char* update = std::getenv("WARPGRADE_UPDATE_GOLDEN"); update != nullptr && *update == '1') {
    std::ofstream(file, std::ios::binary) << actual;
  }
  std::ifstream in(file, std::ios::binary);
  ASSERT_TRUE(in) << file << " is missing; run once with WARPGRADE_UPDATE_GOLDEN=1 and review it";
  const std::string expected{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(expected, actual) << "differs from " << file;
}

}  // namespace warpgrade::support
