// The reservation and its pages, by mmap and mprotect.
#include "memory/space.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

#include "state/simulation.hpp"

namespace wgsim::core {

void reserve_space() {
  if (space.size != 0) return;
  // 64 TiB of addresses cost nothing. Where the system refuses (ulimit -v, a small address space), slots are
  // smaller.
  for (unsigned shift = 34; shift >= 30; --shift) {
    const std::size_t bytes = std::size_t(kSlots) << shift;
    void* p = mmap(nullptr, bytes + kReservationAlignment, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) continue;
    space.base = (reinterpret_cast<std::uintptr_t>(p) + kReservationAlignment - 1) / kReservationAlignment *
                 kReservationAlignment;
    space.shift = shift;
    space.size = bytes;
    return;
  }
  throw std::runtime_error("the simulator can't reserve 4 TiB of address space (" +
                           std::string(std::strerror(errno)) +
                           "): lift the limit with `ulimit -v unlimited`");
}

std::size_t round_to_pages(std::size_t bytes) {
  static const auto page = std::size_t(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

namespace {

void protect_pages(std::uintptr_t begin, std::size_t bytes, int protection) {
  if (mprotect(reinterpret_cast<void*>(begin), round_to_pages(bytes), protection) != 0)
    throw std::runtime_error("the simulator can't map " + std::to_string(bytes) +
                             " bytes: " + std::strerror(errno));
}

}  // namespace

void map_pages(std::uintptr_t begin, std::size_t bytes) {
  protect_pages(begin, bytes, PROT_READ | PROT_WRITE);
}

void lock_pages(std::uintptr_t begin, std::size_t bytes) { protect_pages(begin, bytes, PROT_NONE); }

void map_pages_to_read(std::uintptr_t begin, std::size_t bytes) { protect_pages(begin, bytes, PROT_READ); }

void unmap_pages(std::uintptr_t begin, std::size_t bytes) {
  void* p = reinterpret_cast<void*>(begin);
  // A new mapping over the old one gives the pages back and makes them inaccessible, in one step.
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  if (mmap(p, round_to_pages(bytes), PROT_NONE, flags, -1, 0) == MAP_FAILED)
    throw std::runtime_error("the simulator can't unmap " + std::to_string(bytes) +
                             " bytes: " + std::strerror(errno));
}

}  // namespace wgsim::core
