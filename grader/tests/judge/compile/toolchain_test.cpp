#include "judge/compile/toolchain.hpp"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/compile/build.hpp"
#include "simulator/driver/compiler_choice.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using warpgrade::support::TemporaryFolder;

TEST(Toolchain, ReadsDevices) {
  const TemporaryFolder folder;
  const Toolchain toolchain =
      read_toolchain(folder.write("toolchain.json", R"({"format": 1, "cuda_probe": "/p",
    "devices": [{"device": "simulator", "compile": ["cc", "{source}"], "link": ["ld"], "inputs": ["/a", "/b"],
                 "tools": ["/bin/sh"]}]})"));
  const DeviceToolchain* simulator = toolchain.find(DeviceKind::simulator);
  ASSERT_NE(simulator, nullptr);
  EXPECT_THAT(simulator->compile, ElementsAre("cc", "{source}"));
  EXPECT_THAT(simulator->link, ElementsAre("ld"));
  EXPECT_THAT(simulator->inputs, ElementsAre("/a", "/b"));
  EXPECT_THAT(simulator->tools, ElementsAre("/bin/sh"));
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

/// A PATH of one folder, with programs that say they are compilers of these versions.
class CompilerChoice : public ::testing::Test {
 protected:
  CompilerChoice() { ::setenv("PATH", folder_.path().c_str(), 1); }
  ~CompilerChoice() override { ::setenv("PATH", path_.c_str(), 1); }

  fs::path compiler(const std::string& name, const std::string& version) {
    const fs::path program = folder_.write(name, "#!/bin/sh\necho " + version + "\n");
    fs::permissions(program, fs::perms::owner_all);
    return program;
  }

  std::string path_ = std::getenv("PATH");
  TemporaryFolder folder_;
};

TEST_F(CompilerChoice, IsTheFirstThatIsNewEnough) {
  compiler("c++", "10");
  compiler("g++", "10");
  const fs::path newer = compiler("g++-12", "12");
  EXPECT_EQ(wgsim::driver::find_compiler(""), newer);
  const fs::path plain = compiler("clang++", "19.1.7");
  EXPECT_EQ(wgsim::driver::find_compiler(""), plain);
  EXPECT_EQ(wgsim::driver::find_compiler("/nowhere/g++"), plain);
  EXPECT_EQ(wgsim::driver::find_compiler(newer), newer);
}

TEST_F(CompilerChoice, WithoutOneItSaysWhatToAskFor) {
  const auto why_not = [](const std::string& compiler) {
    try {
      OracleToolchain{{compiler}, {}, {}}.require_compiler();
      return std::string();
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(why_not(compiler("g++", "11.4.0")), "");
  EXPECT_THAT(why_not(compiler("g++", "10")), HasSubstr("/g++ is too old: it is g++ 10. Ask for g++ 11"));
  EXPECT_THAT(why_not(compiler("clang++", "13.0.1")), HasSubstr("it is clang++ 13. Ask for"));
  EXPECT_THAT(why_not("/bin/false"), HasSubstr("/bin/false does not run"));
  EXPECT_THAT(why_not("/nowhere/c++"), HasSubstr("no C++ compiler here (/nowhere/c++"));
  EXPECT_THAT(why_not("/nowhere/c++"), HasSubstr("apt-get install g++"));
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
