// The subcommands of `warpgrade class`.
#pragma once

#include "app/command_line.hpp"

namespace warpgrade::app {

void add_class_status(CLI::App& app, Run& run);   ///< how far it is
void add_class_regrade(CLI::App& app, Run& run);  ///< grade a part of it again
void add_class_work(CLI::App& app, Run& run);     ///< be a worker

}  // namespace warpgrade::app
