// Writes the command line of bwrap. What is mounted later covers what was mounted before, so the order
// counts.
#include <algorithm>
#include <cerrno>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "sandbox/seccomp.hpp"
#include "sandbox/system_files.hpp"
#include "sandbox/tiers.hpp"
#include "system/descriptor.hpp"
#include "system/process_info.hpp"

namespace warpgrade::sandbox {
namespace {

namespace fs = std::filesystem;

// The program stays in the group of the grader's child. That group has no terminal, so --new-session is not
// needed; and signals to the group reach the program.
constexpr const char* kNamespaces =
    "bwrap --unshare-user --unshare-net --unshare-uts --unshare-cgroup-try --hostname sandbox "
    "--uid 65534 --gid 65534 --cap-drop ALL --die-with-parent";

constexpr const char* kTemporaryBytes = "67108864";  // 64 MB of memory in /tmp, and as much in /dev/shm

/// A file without a name that holds the filter, as bwrap reads it.
class FilterFile final : public system::ChildSetup {
 public:
  /// The number of the program is not known yet, so signals can't be limited to itself.
  explicit FilterFile(const Permissions& permissions) : file_(::memfd_create("filter", MFD_CLOEXEC)) {
    const bool counts_memory = !permissions.gpu;  // a driver may need such memory
    const std::vector<sock_filter> filter =
        call_filter({.nameless_files = counts_memory,
                     .shared_memory = counts_memory || permissions.shares_processes,
                     .other_processes = permissions.shares_processes});
    const std::size_t bytes = filter.size() * sizeof(sock_filter);
    if (file_.get() < 0 || ::write(file_.get(), filter.data(), bytes) != ssize_t(bytes) ||
        ::lseek(file_.get(), 0, SEEK_SET) != 0)
      throw std::system_error(errno, std::generic_category(), "cannot write a filter of system calls");
  }
  int descriptor() const { return file_.get(); }
  bool apply() const override { return true; }

 private:
  system::Descriptor file_;
};

class CommandLine {
 public:
  std::vector<std::string> words;

  explicit CommandLine(const char* beginning) {
    std::istringstream stream(beginning);
    for (std::string word; stream >> word;) words.push_back(word);
  }
  void add(std::initializer_list<std::string> more) { words.insert(words.end(), more); }
  void show(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_symlink(path, ignored))
      add({"--symlink", fs::read_symlink(path, ignored).string(), path.string()});
    else
      add({"--ro-bind", path.string(), path.string()});
  }
  /// Links are followed: the path leads to the same file as outside.
  void show_target(const fs::path& path) {
    std::error_code ignored;
    const bool is_there_already = is_system_file(path) && is_system_file(fs::weakly_canonical(path, ignored));
    if (!is_there_already && fs::exists(path, ignored)) add({"--ro-bind", path.string(), path.string()});
  }
};

std::vector<std::string> command_line(const Permissions& permissions, const std::string& filter) {
  CommandLine line(kNamespaces);
  if (!permissions.shares_processes) line.add({"--unshare-pid", "--unshare-ipc"});
  for (const fs::path& path : system_files()) line.show(path);
  line.add({"--proc", "/proc", "--dev", "/dev"});
  if (permissions.gpu) {
    for (const fs::path& path : gpu_devices()) line.add({"--dev-bind", path.string(), path.string()});
    line.add({"--ro-bind", "/sys", "/sys"});
    for (const fs::path& path : gpu_libraries()) line.show_target(path);
  }
  for (const char* folder : {"/dev/shm", "/tmp"}) line.add({"--size", kTemporaryBytes, "--tmpfs", folder});
  for (const fs::path& path : permissions.readable) line.show_target(path);
  for (const fs::path& path : permissions.writable) line.add({"--bind", path.string(), path.string()});
  const std::string here = fs::current_path().string();  // paths in messages are relative to it
  line.add({"--dir", here, "--chdir", here, "--remount-ro", "/dev", "--remount-ro", "/"});
  line.add({"--seccomp", filter, "--"});
  return std::move(line.words);
}

/// The number of the process in the innermost namespace; 0: not known.
int innermost_number(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string word; status >> word;) {
    if (word != "NSpid:") continue;
    std::string numbers;
    std::getline(status, numbers);
    return std::atoi(numbers.substr(numbers.find_last_of(" \t") + 1).c_str());
  }
  return 0;
}

}  // namespace

system::ProcessOptions under_bubblewrap(system::ProcessOptions options, const Permissions& permissions) {
  int next = 3;
  for (const auto& [ours, theirs] : options.descriptors) next = std::max(next, theirs + 1);
  const auto filter = std::make_shared<FilterFile>(permissions);
  options.descriptors.emplace_back(filter->descriptor(), next);
  options.setup = filter;
  std::vector<std::string> command = command_line(permissions, std::to_string(next));
  command.insert(command.end(), options.command.begin(), options.command.end());
  options.command = std::move(command);
  options.tells_signals_by_code = true;
  return options;
}

/// bwrap has a child that is the first process of the new namespace, and that one starts the program.
/// Without a namespace of processes bwrap starts the program itself.
bool is_program_of_bubblewrap(pid_t started, pid_t process) {
  const auto info = system::look_at_process(process);
  if (!info) return false;
  if (info->parent == started) return true;
  const auto parent = system::look_at_process(info->parent);
  return parent && parent->parent == started && innermost_number(process) == 2;
}

}  // namespace warpgrade::sandbox
