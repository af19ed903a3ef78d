// Blocking reads and writes of whole lines; see the header.
#include "protocol/channel.hpp"

#include <cerrno>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>

namespace warpgrade::protocol {

using Json = nlohmann::json;

std::optional<Json> Channel::receive(Wait wait) {
  std::size_t end;
  while ((end = received_.find('\n')) == std::string::npos) {
    char chunk[65536];
    const ssize_t got = recv(socket_, chunk, sizeof chunk, wait == Wait::spinning ? MSG_DONTWAIT : 0);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) return std::nullopt;
    received_.append(chunk, std::size_t(got));
  }
  const std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  return Json::parse(line);
}

void Channel::send(const Json& message) {
  // A submission's own text may be in it, and that need not be UTF-8.
  const std::string line = message.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t sent = write(socket_, rest.data(), rest.size());
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) _exit(1);
    rest.remove_prefix(std::size_t(sent));
  }
}

}  // namespace warpgrade::protocol
