#include "judge/compile/toolchain.hpp"

#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/compile/build.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using warpgrade::support::TemporaryFolder;

TEST(Toolchain, ReadsDevices) {
  const TemporaryFolder folder;
  const Toolchain toolchain =
      read_toolchain(folder.write("toolchain.json", R"({"format": 1, "cuda_probe": "/p",
    "devices": [{"device": "simulator", "compile": ["cc", "{source}"], "link": ["ld"], "inputs": ["/a", "/b"],
                 "tools": ["/bin/sh", "/nowhere/sh"]}]})"));
  const DeviceToolchain* simulator = toolchain.find(DeviceKind::simulator);
  ASSERT_NE(simulator, nullptr);
  EXPECT_THAT(simulator->compile, ElementsAre("cc", "{source}"));
  EXPECT_THAT(simulator->link, ElementsAre("ld"));
  EXPECT_THAT(simulator->inputs, ElementsAre("/a", "/b"));
  ASSERT_EQ(2u, simulator->tools.size());
  EXPECT_EQ("/bin/sh", simulator->tools[0]);
  EXPECT_TRUE(std::filesystem::exists(simulator->tools[1])) << "what is elsewhere is found by its name";
  EXPECT_EQ(toolchain.cuda_probe, "/p");
  EXPECT_EQ(toolchain.find(DeviceKind::cuda), nullptr);
}

TEST(Toolchain, ShowsItsToolsToASandboxWhereverTheyAre) {
  const TemporaryFolder folder;
  const std::filesystem::path compiler = folder.write("gcc/bin/g++", "");
  DeviceToolchain device;
  device.compile = {"cc"};
  device.inputs = {"/a"};
  device.tools = {compiler};
  EXPECT_THAT(device.permissions().readable,
              ElementsAre("/a", std::filesystem::canonical(folder.path() / "gcc"), compiler));
  EXPECT_THAT(device.permissions().writable, IsEmpty());
}

void expect_refused(const std::filesystem::path& file, const std::string& reason) {
  try {
    read_toolchain(file);
    FAIL() << "did not throw";
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(file.string()), std::string::npos) << message;
    EXPECT_NE(message.find(reason), std::string::npos) << message;
  }
}

TEST(Toolchain, WithoutACompilerItSaysWhatToAskFor) {
  EXPECT_NO_THROW((OracleToolchain{{}, {"/bin/sh"}, {}, {}}.require_compiler()));
  try {
    (void)OracleToolchain{{}, {"/nowhere/c++"}, {}, {}}.require_compiler();
    FAIL() << "did not throw";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("no C++ compiler here (/nowhere/c++"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("apt-get install g++"));
  }
}

TEST(Toolchain, SaysWhatIsWrongWithAFile) {
  const TemporaryFolder folder;
  expect_refused(folder.path() / "absent.json", "missing");
  expect_refused(folder.write("broken.json", "{"), "damaged");
  expect_refused(folder.write("newer.json", R"({"format": 2, "devices": []})"), "another version");
  expect_refused(folder.write("incomplete.json", R"({"format": 1, "devices": [{"device": "simulator"}]})"),
                 "damaged");
}

}  // namespace
}  // namespace warpgrade::judge
