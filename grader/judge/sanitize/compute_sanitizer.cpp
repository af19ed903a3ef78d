// Which options make the tools see most, and keep going after the first mistake.
#include "judge/sanitize/compute_sanitizer.hpp"

#include <system_error>
#include <utility>

#include "simulator/driver/programs.hpp"
#include "system/process.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

struct Option {
  std::string_view tool;  ///< empty: all of them
  const char *name, *value;
};

constexpr Option kOptions[] = {
    // After a stray access only its kernel ends, and the next case can still be run in this process.
    {"", "--destroy-on-device-error", "kernel"},
    // Frames on the host show the grader, not the student's work, and they are slow to collect.
    {"", "--show-backtrace", "device"},
    {"", "--print-limit", "1000"},
    // Many run at a time here, each with a port of its own and perhaps slow to start.
    {"", "--launch-timeout", "120"},
    {"", "--max-connections", "200"},
    // Arrays may lie side by side: what leaves one must not end in the next.
    {"memcheck", "--padding", "65536"},
    // The runner tells of failed calls by itself; here only those of the submission are of interest.
    {"memcheck", "--report-api-errors", "explicit"},
    {"initcheck", "--initcheck-address-space", "all"},
};

std::vector<fs::path> folders() {
  std::vector<fs::path> folders = wgsim::driver::path_folders();
  folders.emplace_back("/usr/local/cuda/bin");
  return folders;
}

}  // namespace

ComputeSanitizer::ComputeSanitizer(fs::path program, std::string help)
    : program_(std::move(program)), help_(std::move(help)) {}

bool ComputeSanitizer::knows(std::string_view option) const {
  return help_.find(option) != std::string::npos;
}

std::vector<std::string> ComputeSanitizer::command(std::string_view tool, const fs::path& folder) const {
  std::vector<std::string> words = {program_.string(), "--tool", std::string(tool), "--log-file",
                                    (folder / "%p.txt").string()};
  for (const Option& option : kOptions) {
    if ((!option.tool.empty() && option.tool != tool) || !knows(option.name)) continue;
    words.emplace_back(option.name);
    words.emplace_back(option.value);
  }
  return words;
}

std::optional<ComputeSanitizer> find_compute_sanitizer() {
  for (const fs::path& folder : folders()) {
    const fs::path program = folder / "compute-sanitizer";
    if (!wgsim::driver::can_be_started(program)) continue;
    try {
      const system::CommandResult help = system::run_command({program.string(), "--help"}, {.timeout_s = 60});
      if (help.output.find("--tool") != std::string::npos) return ComputeSanitizer(program, help.output);
    } catch (const std::system_error&) {  // is none
    }
  }
  return std::nullopt;
}

}  // namespace warpgrade::judge
