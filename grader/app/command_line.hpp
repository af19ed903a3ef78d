// The command line: the subcommands, and the error of whoever calls one wrongly.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace warpgrade::app {

/// The command was called wrongly: a mistyped name, a folder that isn't there. Ends with exit code 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a subcommand does; returns the exit code.
using Run = std::function<int()>;

/// The exit code of a fault that is not the student's.
inline constexpr int kGraderFault = 2;

/// Adds a subcommand to the command line. If the user asked for it, parsing sets `run`.
using AddCommand = void (*)(CLI::App& app, Run& run);

/// The words of the command line. `--course DIR` and `--cache DIR` may stand before the subcommand, too: they
/// are moved behind it.
std::vector<std::string> command_words(int argc, char** argv);

/// A word of a command that is shown to be copied into a shell: quoted where the shell would read it as
/// anything but this word.
std::string shell_word(const std::string& text);

/// Runs the subcommand that begins the words; `check`, if none does. Returns the exit code (FIXED): 0 all
/// passed · 1 the student's work falls short · 2 the grader or the machine.
int run_command_line(const std::vector<std::string>& words, const std::vector<AddCommand>& commands);

// The commands of warpgrade …
void add_check(CLI::App& app, Run& run);    ///< grade a submission
void add_watch(CLI::App& app, Run& run);    ///< grade again whenever a file is saved
void add_list(CLI::App& app, Run& run);     ///< units, exercises, tasks
void add_explain(CLI::App& app, Run& run);  ///< why a task fails, for people and tools
void add_hint(CLI::App& app, Run& run);     ///< the hint of a task
void add_draw(CLI::App& app, Run& run);     ///< draw what a task combines with what
void add_quiz(CLI::App& app, Run& run);     ///< ask the questions about the exercises
void add_reset(CLI::App& app, Run& run);    ///< put the stub back
void add_trace(CLI::App& app, Run& run);    ///< one small call of a task, step by step
void add_machine(CLI::App& app, Run& run);  ///< what nvcc makes of a task's kernels
void add_debug(CLI::App& app, Run& run);    ///< one call of a task in a debugger
void add_editor(CLI::App& app, Run& run);   ///< what editors need to know of CUDA
void add_doctor(CLI::App& app, Run& run);   ///< is this machine able to grade?
// … and of warpgrade-course (course_program.hpp).
void add_spec(CLI::App& app, Run& run);    ///< check exercise.toml files
void add_verify(CLI::App& app, Run& run);  ///< for instructors: is the course itself right?
void add_class(CLI::App& app, Run& run);   ///< for instructors: grade all submissions of a class
void add_new(CLI::App& app, Run& run);     ///< for instructors: the files of a new exercise
void add_receive(CLI::App& app, Run& run);
void add_handout(CLI::App& app, Run& run);    ///< for instructors: the copy that students get
void add_platform(CLI::App& app, Run& run);   ///< for instructors: what learning platforms take
void add_bench(CLI::App& app, Run& run);      ///< on a GPU: how fast are references and CUB?
void add_calibrate(CLI::App& app, Run& run);  ///< for instructors, on a GPU: thresholds for speed

}  // namespace warpgrade::app
