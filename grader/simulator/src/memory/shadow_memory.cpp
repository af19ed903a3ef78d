#include "memory/shadow_memory.hpp"

#include <cerrno>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <sys/mman.h>

#include "state/simulation.hpp"

namespace wgsim::core {

struct ShadowMappings {
  std::map<void*, std::size_t> bytes_of;
};

namespace {

ShadowCell* map_cells(std::size_t count) {
  const std::size_t bytes = count * sizeof(ShadowCell);
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) throw std::runtime_error("the simulator can't map memory for the race detector");
  simulation.shadow_mappings->bytes_of[p] = bytes;
  return static_cast<ShadowCell*>(p);
}

void unmap_cells(ShadowCell* cells) {
  std::map<void*, std::size_t>& bytes_of = simulation.shadow_mappings->bytes_of;
  const auto found = bytes_of.find(cells);
  munmap(found->first, found->second);
  bytes_of.erase(found);
}

}  // namespace

ShadowMemory make_shadow_memory(std::uintptr_t start, std::size_t bytes) {
  return {map_cells((bytes + 3) / 4), 2, start, bytes};
}

void free_shadow_memory(ShadowMemory& shadow) {
  if (shadow.cells != nullptr) unmap_cells(shadow.cells);
  shadow = {};
}

void split_into_bytes(ShadowMemory& shadow) {
  ShadowCell* bytes = map_cells(shadow.bytes);
  for (std::size_t i = 0; i < shadow.bytes; ++i)
    if (const ShadowCell& word = shadow.cells[i / 4]; (word.write.bits | word.read.bits) != 0)
      bytes[i] = word;
  unmap_cells(shadow.cells);
  shadow.cells = bytes;
  shadow.shift = 0;
}

void clear_shadow_memory() {
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  for (const auto& [p, bytes] : simulation.shadow_mappings->bytes_of)
    if (mmap(p, bytes, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED)
      throw std::runtime_error("the simulator can't clear its record of accesses: " +
                               std::string(std::strerror(errno)));
}

}  // namespace wgsim::core
