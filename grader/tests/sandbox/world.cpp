#include "tests/sandbox/world.hpp"

#include <arpa/inet.h>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace warpgrade::sandbox {
namespace {

namespace fs = std::filesystem;

const char secret[] = "an expected value";

system::Descriptor listen_on(int family, int kind, const void* address, socklen_t size) {
  system::Descriptor socket(::socket(family, kind, 0));
  ::bind(socket.get(), static_cast<const sockaddr*>(address), size);
  if (kind == SOCK_STREAM) ::listen(socket.get(), 8);
  return socket;
}

system::Descriptor listen_on_loopback(int kind) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return listen_on(AF_INET, kind, &address, sizeof address);
}

system::Descriptor listen_on_name(const std::string& name, bool is_abstract) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::size_t begin = is_abstract ? 1 : 0;
  std::memcpy(address.sun_path + begin, name.data(), name.size());
  return listen_on(AF_UNIX, SOCK_STREAM, &address,
                   socklen_t(offsetof(sockaddr_un, sun_path) + begin + name.size()));
}

}  // namespace

World::World(const std::string& program)
    : program_(program),
      mark_("escape_attempts." + std::to_string(::getpid())),
      abstract_(mark_),
      tcp_(listen_on_loopback(SOCK_STREAM)),
      udp_(listen_on_loopback(SOCK_DGRAM)),
      named_(listen_on_name(folder_.path() / "socket", false)),
      unnamed_(listen_on_name(abstract_, true)),
      shared_(::shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600)),
      key_(key_t(0x5000'0000 + ::getpid())) {
  for (const char* file :
       {"reference/answer.cu", "reference/hidden.toml", "assignments/oracle.cpp", "assignments/exercise.toml",
        "students/other/answer.cu", "result.json", "cache/runner", "home/.ssh/key", "victims/to_shorten",
        "victims/to_remove", "victims/to_rename"})
    folder_.write(file, "secret\n");
  fs::create_directories(scratch());
  fs::permissions(folder_.path(), fs::perms(0755));  // as a course in a common folder is
  open_file_ = system::Descriptor(::open((folder_.path() / "result.json").c_str(), O_RDONLY | O_CLOEXEC));
  terminal_master_ = system::Descriptor(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  ::grantpt(terminal_master_.get());
  ::unlockpt(terminal_master_.get());
  terminal_ = system::Descriptor(::open(::ptsname(terminal_master_.get()), O_RDWR | O_NOCTTY | O_CLOEXEC));
}

World::~World() { ::shmctl(shared_, IPC_RMID, nullptr); }

int World::port_of(int socket) const {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}

std::vector<std::string> World::facts() const {
  const auto number = [](const char* name, auto value) { return name + std::to_string(value); };
  return {"world=" + folder_.path().string(),
          "scratch=" + scratch().string(),
          "program=" + program_,
          "mark=" + mark_,
          "abstract=" + abstract_,
          number("judge=", ::getpid()),
          number("address=", reinterpret_cast<std::uintptr_t>(secret)),
          number("descriptor=", open_file_.get()),
          number("tcp=", port_of(tcp_.get())),
          number("udp=", port_of(udp_.get())),
          number("shared=", shared_),
          number("key=", key_)};
}

std::string World::take_traces() {
  std::string traces;
  for (const fs::path folder : {"/tmp", "/dev/shm"})
    if (fs::remove(folder / mark_)) traces += "a file in " + folder.string() + "; ";
  char byte = 0;
  if (::recv(udp_.get(), &byte, 1, MSG_DONTWAIT) == 1) traces += "a datagram; ";
  const int segment = ::shmget(key_, 0, 0);
  if (segment >= 0) {
    ::shmctl(segment, IPC_RMID, nullptr);
    traces += "shared memory; ";
  }
  return traces;
}

}  // namespace warpgrade::sandbox
