// A compiler reads the files that a source asks for. In the sandbox it must not be able to read files that
// are not meant for it.
#include <fstream>

#include <gtest/gtest.h>

#include "sandbox/sandbox.hpp"
#include "sandbox/system_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace warpgrade::sandbox {
namespace {

/// SECRET stands for the path of a file that must stay secret. Each source compiles if that file can be read.
const char* const kSources[] = {
    "#include \"SECRET\"",
    "#include \"../secret/answer.cu\"",
    "#define FILE \"SECRET\"\n#include FILE",
    "#include_next \"SECRET\"",
    "#if !__has_include(\"SECRET\")\n#error\n#endif",
    "asm(\".incbin \\\"SECRET\\\"\");",
    "asm(\".include \\\"SECRET\\\"\");",
    "#include \"link.cu\"",
};

class Compiler {
 protected:
  Compiler() {
    std::filesystem::create_directory(scratch_);
    std::filesystem::permissions(secret_.parent_path(), std::filesystem::perms::owner_all);
    std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
    std::filesystem::create_symlink(secret_, scratch_ / "link.cu");
  }

  system::CommandResult compile(std::string text, const Sandbox& sandbox) const {
    for (auto at = text.find("SECRET"); at != text.npos; at = text.find("SECRET"))
      text.replace(at, 6, secret_.string());
    std::ofstream(scratch_ / "source.cpp") << text << '\n';
    Permissions permissions{.readable = files_of_tool(HOST_COMPILER), .writable = {scratch_}};
    return system::run_command(
        sandbox.confine({.command = {HOST_COMPILER, "-c", (scratch_ / "source.cpp").string(), "-o",
                                     (scratch_ / "source.o").string()}},
                        permissions),
        {.timeout_s = 60});
  }

  support::TemporaryFolder folder_;
  const std::filesystem::path secret_ = folder_.write("secret/answer.cu", "/* the answer */\n"),
                              scratch_ = folder_.path() / "scratch";
};

class CompileTime : public Compiler, public testing::TestWithParam<SandboxTier> {
 protected:
  void SetUp() override {
    if (const std::string why = why_not(GetParam()); !why.empty()) GTEST_SKIP() << why;
  }
};

TEST_P(CompileTime, NoSourceReadsASecretFile) {
  for (const char* source : kSources)
    EXPECT_FALSE(compile(source, Sandbox(GetParam())).status.success()) << source;
}

TEST_P(CompileTime, MessagesDoNotShowASecretFile) {
  std::ofstream(secret_) << "the answer";
  const std::string output = compile("#include \"SECRET\"\n", Sandbox(GetParam())).output;
  EXPECT_EQ(std::string::npos, output.find("the answer")) << output;
}

TEST_P(CompileTime, OtherSourcesCompile) {
  const system::CommandResult result =
      compile("#include <vector>\nstd::vector<int> numbers;\n", Sandbox(GetParam()));
  EXPECT_TRUE(result.status.success()) << result.output;
}

class WithoutSandbox : public Compiler, public testing::Test {};

TEST_F(WithoutSandbox, EachSourceReadsTheSecretFile) {
  for (const char* source : kSources) EXPECT_TRUE(compile(source, Sandbox()).status.success()) << source;
}

INSTANTIATE_TEST_SUITE_P(OfEachTier, CompileTime,
                         testing::Values(SandboxTier::bubblewrap, SandboxTier::landlock, SandboxTier::user),
                         [](const auto& tier) { return std::string(to_string(tier.param)); });

}  // namespace
}  // namespace warpgrade::sandbox
