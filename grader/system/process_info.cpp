#include "system/process_info.hpp"

#include <cerrno>
#include <poll.h>
#include <signal.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#ifdef __APPLE__
#include <libproc.h>
#endif

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

namespace warpgrade::system {
namespace {

std::string folder_in_proc(pid_t process) { return "/proc/" + std::to_string(process); }

#ifdef SYS_pidfd_open
int open_pidfd(pid_t process) { return int(syscall(SYS_pidfd_open, process, 0)); }
#else
int open_pidfd(pid_t) { return -1; }
#endif

/// The state of a thread in /proc. 'R' is a thread that has a processor or waits for one.
char state_of(const std::filesystem::path& thread) {
  std::ifstream file(thread / "stat");
  std::string text;
  std::getline(file, text, '\0');
  const std::size_t name_end = text.rfind(") ");
  return name_end + 2 < text.size() ? text[name_end + 2] : '?';
}

}  // namespace

std::optional<ProcessInfo> look_at_process(pid_t process) {
#if defined(__APPLE__)
  rusage_info_v1 info{};
  if (proc_pid_rusage(process, RUSAGE_INFO_V1, reinterpret_cast<rusage_info_t*>(&info)) != 0)
    return std::nullopt;
  const auto time =
      info.ri_user_time + info.ri_system_time + info.ri_child_user_time + info.ri_child_system_time;
  return ProcessInfo{.processor_seconds = double(time) / 1e9};
#else
  // "pid (name) state parent group …": the name may hold anything, so what counts begins behind its bracket.
  // Words 12 to 15 of that are processor time in ticks, the last two that of children that have ended.
  std::ifstream file(folder_in_proc(process) + "/stat");
  std::string text;
  if (!std::getline(file, text, '\0')) return std::nullopt;
  std::istringstream words(text.substr(text.rfind(')') + 1));
  ProcessInfo info;
  std::string skipped;
  words >> skipped >> info.parent >> info.group;
  for (int word = 4; word <= 11; ++word) words >> skipped;
  double ticks = 0;
  for (int word = 12; word <= 15; ++word) {
    double more = 0;
    if (!(words >> more)) return std::nullopt;
    ticks += more;
  }
  info.processor_seconds = ticks / double(sysconf(_SC_CLK_TCK));
  return info;
#endif
}

std::size_t resident_bytes(pid_t process) {
#if defined(__APPLE__)
  proc_taskinfo info{};
  if (proc_pidinfo(process, PROC_PIDTASKINFO, 0, &info, sizeof info) != sizeof info) return 0;
  return info.pti_resident_size;
#else
  std::ifstream file(folder_in_proc(process) + "/statm");
  std::size_t total = 0, resident = 0;
  if (!(file >> total >> resident)) return 0;
  return resident * std::size_t(sysconf(_SC_PAGESIZE));
#endif
}

std::size_t machine_bytes() {
  return std::size_t(sysconf(_SC_PHYS_PAGES)) * std::size_t(sysconf(_SC_PAGESIZE));
}

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

bool is_descendant(pid_t process, pid_t ancestor) {
  for (auto info = look_at_process(process); info && info->parent > 0; info = look_at_process(info->parent))
    if (info->parent == ancestor) return true;
  return false;
}

ProcessTree look_at_tree(pid_t process) {
  ProcessTree tree;
  tree.resident_bytes = resident_bytes(process);
  if (const auto info = look_at_process(process)) tree.processor_seconds = info->processor_seconds;
  std::error_code failed;
  for (std::filesystem::directory_iterator thread(folder_in_proc(process) + "/task", failed), end;
       !failed && thread != end; thread.increment(failed)) {
    ++tree.threads;
    tree.computes = tree.computes || state_of(thread->path()) == 'R';
    std::ifstream children(thread->path() / "children");
    for (pid_t child = 0; children >> child;) {
      const ProcessTree of_child = look_at_tree(child);
      tree.threads += of_child.threads;
      tree.resident_bytes += of_child.resident_bytes;
      tree.processor_seconds += of_child.processor_seconds;
      tree.computes = tree.computes || of_child.computes;
    }
  }
  return tree;
}

void hide_from_other_processes() {
#ifdef __linux__
  prctl(PR_SET_DUMPABLE, 0);
#endif
}

ProcessHandle::ProcessHandle(pid_t process) : pid_(process), pidfd_(open_pidfd(process)) {}

bool ProcessHandle::has_ended() const {
  if (pidfd_.get() < 0) return kill(pid_, 0) != 0 && errno == ESRCH;
  pollfd waiting{pidfd_.get(), POLLIN, 0};
  return poll(&waiting, 1, 0) > 0;
}

void ProcessHandle::send_signal(int signal) const {
#ifdef SYS_pidfd_send_signal
  if (pidfd_.get() >= 0) {
    syscall(SYS_pidfd_send_signal, pidfd_.get(), signal, nullptr, 0);
    return;
  }
#endif
  kill(pid_, signal);
}

void TimeUse::look() {
  const ProcessTree tree = look_at_tree(process_);
  const auto now = Clock::now();
  if (processor_seconds_at_first_) {
    computed_s_ = std::max(computed_s_, tree.processor_seconds - *processor_seconds_at_first_);
    // The present state counts for one interval at most: the process that looks may itself have waited for a
    // processor.
    const std::chrono::duration<double> passed = std::min<Clock::duration>(now - last_look_, kInterval);
    if (!tree.computes) waited_s_ += passed.count();
  } else {
    processor_seconds_at_first_ = tree.processor_seconds;
  }
  last_look_ = now;
}

}  // namespace warpgrade::system
