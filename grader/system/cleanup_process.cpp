// The judge holds one end of a socket pair and tells of each group. When nobody holds that end any more, the
// judge is gone.
#include "system/cleanup_process.hpp"

#include <cerrno>
#include <fcntl.h>
#include <set>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "system/orphans.hpp"

namespace warpgrade::system {
namespace {

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
