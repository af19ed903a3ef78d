#include "app/verify_show.hpp"

#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/terminal.hpp"
#include "model/nearest_name.hpp"
#include "system/atomic_file.hpp"
#include "system/process.hpp"
#include "system/temporary_folder.hpp"
#include "verify/kernel_lists.hpp"

namespace warpgrade::app {
namespace {

void print_expectation(const verify::WrongKernel& kernel, const spec::Exercise& exercise) {
  fmt::print("{}/{}: {}", exercise.name, kernel.name, to_string(kernel.expected));
  if (kernel.alternative) fmt::print(" or {}", to_string(*kernel.alternative));
  for (const auto& [device, verdict] : kernel.otherwise)
    fmt::print(", on {} {}", to_string(device), to_string(verdict));
  fmt::print(" in {}", kernel.task.empty() ? "all tasks" : kernel.task);
  if (kernel.line > 0) fmt::print(", line {}", kernel.line);
  fmt::print("\n");
  if (!kernel.no_line.empty()) fmt::print("No line is checked: {}\n", kernel.no_line);
  if (!kernel.until.empty()) fmt::print("It may pass until there is: {}\n", kernel.until);
  fmt::print("{}\n\n", kernel.why);
}

/// From its base, as `diff -u` tells it.
void print_difference(const verify::WrongKernel& mutant) {
  const system::TemporaryFolder folder;
  const std::string base = folder.path() / "base.cu";
  system::write_file_atomically(base, verify::base_text(mutant));
  const system::CommandResult ran = system::run_command({"diff", "-U3", base, mutant.file}, {});
  constexpr int the_same = 0, different = 1;  // all else is an error
  if (ran.status.signal != 0 || (ran.status.code != the_same && ran.status.code != different))
    throw std::runtime_error(fmt::format("diff failed: {}", ran.output));
  std::istringstream lines(ran.output);
  const Terminal terminal = Terminal::of_stdout();
  fmt::print("--- {}\n+++ {}\n", as_typed(mutant.base).string(), mutant.name);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (number <= 3) continue;             // the names of the files, and where the first lines are
    if (line.starts_with('\\')) continue;  // a remark of diff: that the last line has no end
    const bool is_gap = line.starts_with("@@");
    const Tone tone = line[0] == '-' ? Tone::bad : line[0] == '+' ? Tone::good : Tone::quiet;
    const std::string shown = is_gap ? "  …" : fmt::format("{} {}", line[0], line.substr(1));
    fmt::print("{}\n", line[0] == ' ' ? shown : terminal.paint(shown, tone));
  }
  fmt::print("\n");
}

}  // namespace

int show_wrong_kernel(const std::string& name, const Installation& installation,
                      const std::vector<const spec::Exercise*>& exercises) {
  std::vector<std::string> problems, names;
  bool found = false;
  for (const spec::Exercise* exercise : exercises) {
    for (const verify::WrongKernel& kernel : verify::wrong_kernels(installation, *exercise, problems)) {
      names.push_back(kernel.name);
      if (kernel.name != name) continue;
      print_expectation(kernel, *exercise);
      if (!kernel.edits.empty()) print_difference(kernel);
      fmt::print("The file: {}\n", as_typed(kernel.file).string());
      found = true;
    }
  }
  if (found) return 0;
  const std::string near(nearest_name(name, names));
  std::string message = fmt::format("no wrong kernel is named '{}'", name);
  if (!near.empty()) message += fmt::format("; did you mean '{}'?", near);
  if (!problems.empty()) message += fmt::format(" This can't be read: {}", problems.front());
  throw UsageError(message);
}

}  // namespace warpgrade::app
