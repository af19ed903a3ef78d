// `warpgrade receive`: what the course's machine does for `./grade --at HOST`.
#pragma once

#include <filesystem>
#include <string>

#include "app/classes/class_parts.hpp"
#include "app/command_line.hpp"

namespace warpgrade::app {

struct ReceiveOptions {
  std::filesystem::path course, keep;
  std::string student;  ///< whose key it is
  int an_hour = 20;     ///< requests that are graded, of each student
  SlurmOptions slurm;
};

/// Options that every key's command has, too.
void add_receive_options(Subcommand& command, ReceiveOptions& options);

void add_receive_setup(CLI::App& app, Run& run);  ///< receive_setup.cpp

}  // namespace warpgrade::app
