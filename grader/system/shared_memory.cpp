// A memfd, or a file without a name where there is none; only read and written, never mapped.
#include "system/shared_memory.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

namespace warpgrade::system {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(),
                          std::string("cannot ") + what + " the memory shared with the runner");
}

int open_nameless_file() {
#ifdef __linux__
  const int memory = memfd_create("warpgrade", MFD_CLOEXEC);
  if (memory >= 0) return memory;
#endif
  const char* folder = std::getenv("TMPDIR");
  std::string path = std::string(folder ? folder : "/tmp") + "/warpgrade-XXXXXX";
  const int file = mkstemp(path.data());
  if (file < 0) fail("create");
  unlink(path.c_str());
  fcntl(file, F_SETFD, FD_CLOEXEC);
  return file;
}

}  // namespace

SharedMemory::SharedMemory() : file_(open_nameless_file()) {}

void SharedMemory::reset(std::uint64_t bytes) {
  if (ftruncate(file_.get(), 0) != 0 || ftruncate(file_.get(), off_t(bytes)) != 0) fail("resize");
}

void SharedMemory::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = pwrite(file_.get(), bytes.data(), bytes.size(), off_t(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail("write to");
    bytes = bytes.subspan(std::size_t(done));
    offset += std::uint64_t(done);
  }
}

bool SharedMemory::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t done = pread(file_.get(), bytes.data(), bytes.size(), off_t(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    bytes = bytes.subspan(std::size_t(done));
    offset += std::uint64_t(done);
  }
  return true;
}

}  // namespace warpgrade::system
