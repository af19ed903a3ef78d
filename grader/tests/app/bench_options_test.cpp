#include "app/bench_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::app {

namespace {

using Sizes = std::vector<std::uint64_t>;

TEST(ParseSizes, ARangeIsEveryPowerOfTwoInIt) {
  EXPECT_EQ((Sizes{65536, 131072, 262144}), parse_sizes("16:18"));
  EXPECT_EQ(Sizes{1}, parse_sizes("0:0"));
}

TEST(ParseSizes, AStepLeavesSomeOut) { EXPECT_EQ((Sizes{1 << 16, 1 << 20}), parse_sizes("16:23:4")); }

TEST(ParseSizes, OneNumberIsOneSize) { EXPECT_EQ(Sizes{1 << 20}, parse_sizes("20")); }

TEST(ParseSizes, AnythingElseIsRefused) {
  for (const char* text : {"", ":", "16:", ":18", "18:16", "16:35", "-1:4", "16:18:0", "16:18:", "16:18:1:1",
                           "a", "16-18", "1.5"})
    EXPECT_THROW(parse_sizes(text), UsageError) << text;
}

using support::TemporaryFolder;
using ::testing::ElementsAre;

TEST(FindCccl, APackageIsOneIncludeFolder) {
  const TemporaryFolder package;
  package.write("cub/version.cuh", "/* CUB_VERSION */\n#define CUB_VERSION 300500 // one value\n");
  const Cccl found = find_cccl(package.path());
  EXPECT_EQ("3.5.0", found.version);
  EXPECT_THAT(found.include_folders, ElementsAre(package.path()));
}

TEST(FindCccl, ACheckoutHasThreeOfThem) {
  const TemporaryFolder checkout;
  checkout.write("cub/cub/version.cuh", "#define CUB_VERSION 200802\n");
  const Cccl found = find_cccl(checkout.path());
  EXPECT_EQ("2.8.2", found.version);
  EXPECT_THAT(found.include_folders, ElementsAre(checkout.path() / "cub", checkout.path() / "thrust",
                                                 checkout.path() / "libcudacxx/include"));
}

TEST(FindCccl, AFolderWithoutCubIsRefused) {
  const TemporaryFolder folder;
  EXPECT_THROW(find_cccl(folder.path()), UsageError);
  folder.write("cub/version.cuh", "#pragma once\n");
  EXPECT_THROW(find_cccl(folder.path()), UsageError);
}

}  // namespace

}  // namespace warpgrade::app
