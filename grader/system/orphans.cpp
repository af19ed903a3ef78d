// A set of the judge's own children, under a mutex that forking and reaping take, too: a number in the set is
// that of a child of ours for as long as the mutex is held.
//
// The judge holds one end of a socket pair and tells the cleanup process of each group. When nobody holds
// that end any more, the judge is gone.
#include "system/orphans.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <cerrno>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "system/process_info.hpp"

namespace warpgrade::system {
namespace {

struct Child {
  pid_t id = 0, group = 0;
};

/// All children of this process, those that have ended and were not waited for included.
std::vector<Child> children_now() {
  std::vector<Child> children;
  std::error_code failed;
  for (std::filesystem::directory_iterator entry("/proc", failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const pid_t process = pid_t(std::stol(name));
    const std::optional<ProcessInfo> info = look_at_process(process);
    if (info && info->parent == getpid()) children.push_back({process, info->group});
  }
  return children;
}

struct Known {
  std::mutex mutex;
  std::set<pid_t> children;

  Known() {
#ifdef __linux__
    for (const Child& child : children_now()) children.insert(child.id);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  }
};

Known& known() {
  static Known instance;
  return instance;
}

/// Waits for its end, but leaves it to be reaped: its number stays taken.
void wait_for_end(pid_t child) {
  siginfo_t info{};
  while (waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) continue;
}

/// Ends the orphans that are there now; returns whether there were any. What is in the group of one of our
/// children ends with that group.
bool end_orphans_of_now() {
  std::vector<pid_t> orphans;
  {
    const std::lock_guard lock(known().mutex);
    for (const Child& child : children_now()) {
      if (known().children.contains(child.id) || known().children.contains(child.group)) continue;
      kill(child.id, SIGKILL);
      orphans.push_back(child.id);
    }
  }
  for (const pid_t orphan : orphans) {
    wait_for_end(orphan);
    const std::lock_guard lock(known().mutex);
    if (!known().children.contains(orphan)) waitpid(orphan, nullptr, WNOHANG);
  }
  return !orphans.empty();
}

// ---- The cleanup process -------------------------------------------------------------------------------

#ifdef MSG_NOSIGNAL
constexpr int kNoteFlags = MSG_NOSIGNAL | MSG_DONTWAIT;
#else
constexpr int kNoteFlags = MSG_DONTWAIT;
#endif

int judges_end = -1;  ///< of the socket; negative: there is no cleanup process

/// Positive: a group that ends with the judge. Negative: one to forget.
void tell(pid_t message) {
  if (judges_end >= 0) (void)::send(judges_end, &message, sizeof message, kNoteFlags);
}

[[noreturn]] void wait_and_end_groups(int socket) {
  ::setsid();  // Ctrl-C, and signals to the judge's group, are not for this process
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_IGN);
  std::set<pid_t> groups;
  pid_t message = 0;
  while (true) {
    const ssize_t got = ::recv(socket, &message, sizeof message, MSG_WAITALL);
    if (got < 0 && errno == EINTR) continue;
    if (got != sizeof message) break;
    if (message > 0)
      groups.insert(message);
    else
      groups.erase(-message);
  }
  for (const pid_t group : groups) ::kill(-group, SIGKILL);
  ::_exit(0);
}

}  // namespace

pid_t fork_child() {
  const std::lock_guard lock(known().mutex);
  const pid_t child = fork();
  if (child > 0) known().children.insert(child);
  return child;
}

int reap_child(pid_t child) {
  wait_for_end(child);
  const std::lock_guard lock(known().mutex);
  int status = 0;
  waitpid(child, &status, 0);
  known().children.erase(child);
  return status;
}

bool end_orphans() {
  bool were_any = false;
#ifdef __linux__
  while (end_orphans_of_now()) were_any = true;  // the children of those that were ended are orphans now
#endif
  return were_any;
}

CleanupProcess::CleanupProcess() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return;
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  pid_ = fork_child();
  if (pid_ == 0) {
    ::close(ends[0]);
    wait_and_end_groups(ends[1]);
  }
  ::close(ends[1]);
  if (pid_ < 0)
    ::close(ends[0]);
  else
    judges_end = ends[0];
}

CleanupProcess::~CleanupProcess() {
  if (pid_ < 0) return;
  ::close(judges_end);
  judges_end = -1;
  reap_child(pid_);
}

void end_with_judge(pid_t group) { tell(group); }

void forget_group(pid_t group) { tell(-group); }

}  // namespace warpgrade::system
