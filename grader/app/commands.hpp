// The subcommands. Each adds itself to the command line; if the user asked for it, parsing sets `run` to what
// does it and returns the exit code.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace warpgrade::app {

using Run = std::function<int()>;

void add_check(CLI::App& app, Run& run);      ///< grade a submission
void add_list(CLI::App& app, Run& run);       ///< units, exercises, tasks
void add_hint(CLI::App& app, Run& run);       ///< the hint of a task
void add_spec(CLI::App& app, Run& run);       ///< check exercise.toml files
void add_doctor(CLI::App& app, Run& run);     ///< is this machine able to grade?
void add_verify(CLI::App& app, Run& run);     ///< for instructors: is the course itself right?
void add_bench(CLI::App& app, Run& run);      ///< on a GPU: how fast are references and CUB?
void add_calibrate(CLI::App& app, Run& run);  ///< for instructors, on a GPU: thresholds for speed

}  // namespace warpgrade::app
