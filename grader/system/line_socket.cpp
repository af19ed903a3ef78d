// Who writes. SO_PEERCRED would give the process that made the pair of sockets, which is this one. So each
// piece of data is received with the credentials of its sender (SCM_CREDENTIALS). With SO_PASSCRED the kernel
// attaches them itself, whatever the sender does, with its number in the namespace of the receiver; and it
// never joins the data of two senders in one piece. (Root can name another process than its own. So the
// reader must check that the number is one of its own descendants.)
#include "system/line_socket.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <system_error>

namespace warpgrade::system {
namespace {

#ifdef MSG_NOSIGNAL
constexpr int kSendFlags = MSG_NOSIGNAL;
#else
constexpr int kSendFlags = 0;
#endif

void set_option(int socket, int option) {
  const int yes = 1;
  if (setsockopt(socket, SOL_SOCKET, option, &yes, sizeof yes) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot set up a socket");
}

#ifdef SO_PASSCRED
/// 0: the message came without credentials.
pid_t sender_of(msghdr& message) {
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_CREDENTIALS) continue;
    ucred credentials{};
    std::memcpy(&credentials, CMSG_DATA(part), sizeof credentials);
    return credentials.pid;
  }
  return 0;
}
#endif

}  // namespace

LineSocket::LineSocket() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot make a socket");
  own_ = Descriptor(ends[0]);
  other_ = Descriptor(ends[1]);
  for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
  fcntl(own_.get(), F_SETFL, O_NONBLOCK);
#ifdef SO_NOSIGPIPE
  set_option(own_.get(), SO_NOSIGPIPE);
#endif
#ifdef SO_PASSCRED
  set_option(own_.get(), SO_PASSCRED);
#endif
}

bool LineSocket::send(std::string_view text, double timeout_s) {
  while (!text.empty()) {
    const ssize_t sent = ::send(own_.get(), text.data(), text.size(), kSendFlags);
    if (sent > 0) {
      text.remove_prefix(std::size_t(sent));
      continue;
    }
    if (sent < 0 && errno == EINTR) continue;
    if (sent == 0 || errno != EAGAIN) return false;
    pollfd writable{own_.get(), POLLOUT, 0};
    if (poll(&writable, 1, int(timeout_s * 1000)) <= 0) return false;
  }
  return true;
}

bool LineSocket::receive() {
  char chunk[65536];
#ifdef SO_PASSCRED
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(ucred))];
  iovec data{chunk, sizeof chunk};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  // Descriptors that a child sends along find no room beside the credentials, and the kernel closes them.
  const ssize_t got = recvmsg(own_.get(), &message, MSG_CMSG_CLOEXEC);
  if (got > 0) note_writer(sender_of(message));
#else
  const ssize_t got = recv(own_.get(), chunk, sizeof chunk, 0);
#endif
  if (got > 0) received_.append(chunk, std::size_t(got));
  return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

std::optional<std::string> LineSocket::take_line() {
  const std::size_t end = received_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  return line;
}

bool LineSocket::has_something() const {
  char byte;
  return !received_.empty() || recv(own_.get(), &byte, 1, MSG_PEEK) > 0;
}

void LineSocket::note_writer(pid_t process) {
  if (writer_ == 0) writer_ = process;
  has_other_writer_ |= process != writer_;
}

}  // namespace warpgrade::system
