#include "judge/compile/build_commands.hpp"

#include <algorithm>
#include <csignal>
#include <initializer_list>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "judge/compile/compiler_diagnostics.hpp"
#include "system/process.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

std::string last_lines(const std::string& text, std::size_t bytes) {
  const std::size_t begin = text.size() > bytes ? text.find('\n', text.size() - bytes) + 1 : 0;
  return text.substr(begin);
}

bool says(const std::string& output, std::initializer_list<const char*> words) {
  return std::ranges::any_of(words, [&](const char* word) { return output.find(word) != std::string::npos; });
}

Finding refusal(std::string message, std::string remedy) {
  return make_finding(Verdict::compile_error, std::move(message), std::move(remedy));
}

/// The limit that a command has reached.
std::optional<Finding> reached_limit(const system::CommandResult& ran, const BuildLimits& limits) {
  if (ran.timed_out)
    return refusal(
        fmt::format("The compiler needed more than {:g} s; stopped.", limits.processor_s),
        "Look for templates that instantiate each other without end, a long constexpr computation, or "
        "code that nests very deep.");
  if (ran.flooded)
    return refusal("The compiler printed more than 16 MB; stopped.",
                   "Look for a macro or an #include that repeats itself.");
  if (says(ran.output, {"out of memory", "virtual memory exhausted", "std::bad_alloc", "LLVM ERROR: out of"}))
    return refusal(fmt::format("The compiler needed more than {} GB of memory.", limits.memory_bytes >> 30),
                   "Look for templates that instantiate each other without end, or for a huge array with an "
                   "initializer.");
  if (ran.status.signal == SIGXFSZ ||
      says(ran.output, {"File too large", "File size limit exceeded", "file size limit exceeded"}))
    return refusal(
        fmt::format("The compiler wrote a file of more than {} MB; stopped.", limits.file_bytes >> 20),
        "Make large arrays without an initializer, or allocate them.");
  return std::nullopt;
}

bool has_crashed(const system::CommandResult& ran) {
  const int signal = ran.status.signal;
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGABRT || signal == SIGILL ||
         tells_a_crash(ran.output);
}

Finding fault_of_machine(const system::CommandResult& ran) {
  const std::string how = ran.status.signal ? fmt::format("signal {}", ran.status.signal)
                                            : fmt::format("exit code {}", ran.status.code);
  return make_finding(Verdict::grader_error,
                      fmt::format("The build failed ({}), but not because of an error in the submission:\n{}",
                                  how, last_lines(ran.output, 600)),
                      "Run './grade doctor' to see what is missing.");
}

}  // namespace

std::vector<std::string> fill_in(const std::vector<std::string>& command, const Paths& paths) {
  std::map<std::string, std::vector<std::string>> meanings = {{"{source}", {paths.source.string()}},
                                                              {"{object}", {paths.object.string()}},
                                                              {"{objects}", paths.objects},
                                                              {"{output}", {paths.output.string()}},
                                                              {"{includes}", {}},
                                                              {"{own_includes}", {}},
                                                              {"{defines}", {}},
                                                              {"{libraries}", {}}};
  for (const fs::path& folder : paths.include_folders) {
    // A submission's limits.h must not be what <limits.h> means.
    const char* const own = folder == paths.include_folders.front() ? "--quoted-include-path" : "-I";
    meanings["{own_includes}"].insert(meanings["{own_includes}"].end(), {own, folder.string()});
    meanings["{includes}"].insert(meanings["{includes}"].end(), {"-I", folder.string()});
  }
  for (const std::string& macro : paths.defines) meanings["{defines}"].push_back("-D" + macro);
  for (const std::string& library : paths.libraries) meanings["{libraries}"].push_back("-l" + library);

  std::vector<std::string> result;
  for (const std::string& word : command)
    if (const auto meaning = meanings.find(word); meaning != meanings.end())
      result.insert(result.end(), meaning->second.begin(), meaning->second.end());
    else
      result.push_back(word);
  return result;
}

/// Why a command failed: a limit, errors in the code that it compiles, or else a fault of the machine.
bool Steps::run(const std::vector<std::string>& command) const {
  const system::CommandResult ran = system::run_command(
      sandbox.confine(
          {.command = command, .address_space_bytes = limits.memory_bytes, .file_bytes = limits.file_bytes},
          permissions),
      {.timeout_s = limits.processor_s});
  result.compiler_output += ran.output;
  if (!ran.timed_out && !ran.flooded && ran.status.success()) return true;
  if (auto limit = reached_limit(ran, limits)) {
    result.findings = {std::move(*limit)};
    result.gave_up = true;
  } else if (has_crashed(ran) && !trusted) {
    result.findings = {refusal("The compiler crashed on this file.",
                               "Look for code that nests very deep: parentheses, operators, templates, "
                               "statements. Take parts out to see which.")};
    result.gave_up = true;
  } else if (result.findings = parse_diagnostics(ran.output); result.findings.empty()) {
    result.findings = {fault_of_machine(ran)};
  }
  return false;
}

}  // namespace warpgrade::judge
