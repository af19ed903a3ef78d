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

}  // namespace

std::optional<ProcessInfo> look_at_process(pid_t process) {
#if defined(__APPLE__)
  rusage_info_v0 info{};
  if (proc_pid_rusage(process, RUSAGE_INFO_V0, reinterpret_cast<rusage_info_t*>(&info)) != 0)
    return std::nullopt;
  return ProcessInfo{.processor_seconds = double(info.ri_user_time + info.ri_system_time) / 1e9};
#else
  // "pid (name) state parent group …": the name may hold anything, so what counts begins behind its bracket.
  // Words 12 and 13 of that are processor time in ticks.
  std::ifstream file(folder_in_proc(process) + "/stat");
  std::string text;
  if (!std::getline(file, text, '\0')) return std::nullopt;
  std::istringstream words(text.substr(text.rfind(')') + 1));
  ProcessInfo info;
  std::string skipped;
  words >> skipped >> info.parent >> info.group;
  for (int word = 4; word <= 11; ++word) words >> skipped;
  double user = 0, system = 0;
  if (!(words >> user >> system)) return std::nullopt;
  info.processor_seconds = (user + system) / double(sysconf(_SC_CLK_TCK));
  return info;
#endif
}

double processor_seconds(pid_t process) {
  const auto info = look_at_process(process);
  return info ? info->processor_seconds : 0;
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

bool is_descendant(pid_t process, pid_t ancestor) {
  for (auto info = look_at_process(process); info && info->parent > 0; info = look_at_process(info->parent))
    if (info->parent == ancestor) return true;
  return false;
}

int count_threads_with_descendants(pid_t process) {
  int count = 0;
  std::error_code failed;
  for (std::filesystem::directory_iterator thread(folder_in_proc(process) + "/task", failed), end;
       !failed && thread != end; thread.increment(failed)) {
    ++count;
    std::ifstream children(thread->path() / "children");
    for (pid_t child = 0; children >> child;) count += count_threads_with_descendants(child);
  }
  return count;
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

}  // namespace warpgrade::system
