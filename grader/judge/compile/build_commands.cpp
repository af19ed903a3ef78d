#include "judge/compile/build_commands.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "judge/compile/compiler_diagnostics.hpp"
#include "system/process.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kCompilerMemory = std::uint64_t(8) << 30;
constexpr std::uint64_t kLargestFile = std::uint64_t(256) << 20;

std::string last_lines(const std::string& text, std::size_t bytes) {
  const std::size_t begin = text.size() > bytes ? text.find('\n', text.size() - bytes) + 1 : 0;
  return text.substr(begin);
}

/// Why a command failed: errors in the student's code if there are any, else a fault of the machine.
std::vector<Finding> explain_failure(const system::CommandResult& result, double timeout_s) {
  if (result.timed_out)
    return {make_finding(
        Verdict::compile_error,
        fmt::format("Still compiling after the limit of {:g} s of processor time; stopped.", timeout_s),
        "Look for templates that instantiate each other without end, or for a huge constexpr "
        "computation.")};
  for (const char* sign :
       {"out of memory", "virtual memory exhausted", "std::bad_alloc", "LLVM ERROR: out of"})
    if (result.output.find(sign) != std::string::npos)
      return {
          make_finding(Verdict::compile_error,
                       fmt::format("The compiler needs more than {} GB of memory.", kCompilerMemory >> 30),
                       "Look for templates that instantiate each other without end, or for a huge array "
                       "with an initializer.")};
  if (result.output.find("File too large") != std::string::npos ||
      result.output.find("File size limit exceeded") != std::string::npos)
    return {make_finding(Verdict::compile_error,
                         fmt::format("The compiled program is larger than {} MB.", kLargestFile >> 20),
                         "Make large arrays without an initializer, or allocate them.")};
  std::vector<Finding> findings = parse_diagnostics(result.output);
  if (!findings.empty()) return findings;
  const std::string how = result.status.signal ? fmt::format("signal {}", result.status.signal)
                                               : fmt::format("exit code {}", result.status.code);
  return {
      make_finding(Verdict::grader_error,
                   fmt::format("The build failed ({}), but not because of an error in the submission:\n{}",
                               how, last_lines(result.output, 600)),
                   "Run './grade doctor' to see what is missing.")};
}

}  // namespace

std::vector<std::string> fill_in(const std::vector<std::string>& command, const Paths& paths) {
  std::vector<std::string> result;
  for (const std::string& word : command) {
    if (word == "{includes}")
      for (const fs::path& folder : paths.include_folders)
        result.insert(result.end(), {"-I", folder.string()});
    else if (word == "{libraries}")
      for (const std::string& library : paths.libraries) result.push_back("-l" + library);
    else if (word == "{source}")
      result.push_back(paths.source.string());
    else if (word == "{object}")
      result.push_back(paths.object.string());
    else if (word == "{merged}")
      result.push_back(paths.merged.string());
    else if (word == "{preprocessed}")
      result.push_back(paths.preprocessed.string());
    else if (word == "{output}")
      result.push_back(paths.output.string());
    else
      result.push_back(word);
  }
  return result;
}

bool Steps::run(const std::vector<std::string>& command) const {
  const system::CommandResult step =
      system::run_command(sandbox.confine({.command = command, .file_bytes = kLargestFile}, permissions),
                          {.timeout_s = timeout_s, .address_space_bytes = kCompilerMemory});
  result.compiler_output += step.output;
  if (!step.timed_out && !step.flooded && step.status.success()) return true;
  result.findings = explain_failure(step, timeout_s);
  return false;
}

}  // namespace warpgrade::judge
