// The reservation and its pages, by mmap and mprotect.
#include "memory/space.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "state/simulation.hpp"

namespace wgsim::core {

namespace {

struct Shape {
  unsigned shift, slots;
};

/// The first one that the system grants is taken: 64 TiB of addresses cost nothing. The last one takes 4 GiB.
constexpr Shape kShapes[] = {{34, kMostSlots}, {33, kMostSlots}, {32, kMostSlots},
                             {31, kMostSlots}, {30, kMostSlots}, {30, 1024},
                             {29, 512},        {28, 128},        {27, 32}};
constexpr std::size_t kLargestArray = std::size_t(96) << 20;    ///< that every shape has room for
constexpr std::size_t kLeastStackBytes = std::size_t(1) << 30;  ///< of a block of 1024 threads

/// What the reservation may take: half of what a limit allows, since the record of accesses needs the rest.
std::size_t most_bytes() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return SIZE_MAX;
  return limit.rlim_cur / 2;
}

bool reserve(Shape shape) {
  const std::size_t bytes = std::size_t(shape.slots) << shape.shift;
  if (bytes > most_bytes()) return false;
  void* p = mmap(nullptr, bytes + kReservationAlignment, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return false;
  space.base = (reinterpret_cast<std::uintptr_t>(p) + kReservationAlignment - 1) / kReservationAlignment *
               kReservationAlignment;
  space.shift = shape.shift;
  space.size = bytes;
  space.array_offset = std::min(space.slot_bytes() / 2, space.slot_bytes() - kLargestArray);
  space.end_of_allocations = shape.slots;
  if (space.slot_bytes() < kLeastStackBytes) {
    space.stack_slots = unsigned(kLeastStackBytes >> shape.shift);
    space.end_of_allocations = space.stack_slot = shape.slots - space.stack_slots;
  }
  return true;
}

}  // namespace

void reserve_space() {
  if (space.size != 0) return;
  for (const Shape shape : kShapes)
    if (reserve(shape)) return;
  throw std::runtime_error(
      "the simulator needs 8 GB of addresses, and a program may use fewer here: try `ulimit -v unlimited`");
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
