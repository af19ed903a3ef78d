// warpgrade-sim in a folder of the test's own.
#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <vector>

#include <gtest/gtest.h>

#include "system/temporary_folder.hpp"

namespace wgsim::driver {
struct Outcome {
  int exit_code = -1;
  std::string output;  ///< standard output and standard error
};

class WarpgradeSim : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path() / name) << text;
    return folder_.path() / name;
  }

  /// `warpgrade-sim COMMAND …` in the test's own folder.
  Outcome sim(const std::string& command) const { return shell(WGSIM_DRIVER " " + command); }

  Outcome shell(const std::string& command) const {
    const std::string line = "cd '" + folder_.path().string() + "' && " + command + " 2>&1";
    Outcome outcome;
    FILE* pipe = popen(line.c_str(), "r");
    if (!pipe) return outcome;
    char buffer[512];
    while (std::fgets(buffer, sizeof buffer, pipe)) outcome.output += buffer;
    const int status = pclose(pipe);
    outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return outcome;
  }

  void program_checks_itself(const std::string& name) const {
    const Outcome outcome = sim("run " WGSIM_TEST_PROGRAMS "/" + name);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_EQ(outcome.output, "");
  }

  /// The compile fails, and all of `parts` are in what it says.
  void is_refused(const std::string& text, const std::vector<std::string>& parts) const {
    write("a.cu", text);
    const Outcome outcome = sim("compile a.cu -o a.o");
    EXPECT_EQ(outcome.exit_code, 1);
    for (const std::string& part : parts) {
      EXPECT_NE(outcome.output.find(part), std::string::npos) << "missing: " << part << "\nin:\n"
                                                              << outcome.output;
    }
    EXPECT_EQ(outcome.output.find("wgsim"), std::string::npos) << outcome.output;
  }

  const warpgrade::system::TemporaryFolder folder_;
};

}  // namespace wgsim::driver
