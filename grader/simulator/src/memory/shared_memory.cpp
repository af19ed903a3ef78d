// Layout and arenas of __shared__ memory.
#include "memory/shared_memory.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "memory/bits.hpp"
#include "memory/shadow_memory.hpp"
#include "memory/space.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

struct SharedArenas {
  std::vector<std::unique_ptr<SharedArena>> all;
};

namespace {

// The width of a gap: with it `s[i + blockDim.x]` of a float array falls into the gap.
constexpr std::size_t kRedZone = 4096;
constexpr std::size_t kDynamicAlignment = 16;  // at least
constexpr int kSharedPoison = 0xff;            // NaN as float, -1 as int

std::size_t round_up(std::size_t n, std::size_t multiple) { return (n + multiple - 1) / multiple * multiple; }

}  // namespace

void SharedLayout::start(std::size_t dynamic_bytes) {
  if (valid_.empty()) valid_.resize(bits::size_for(kArenaBytes));
  std::memset(valid_.data(), 0, bits::size_for(high_water_));
  variables_.clear();
  static_bytes_ = 0;
  variables_.push_back({nullptr, "dynamic shared memory", kRedZone, dynamic_bytes, 1, kDynamicAlignment});
  bits::fill(valid_.data(), kRedZone, dynamic_bytes, true);
  used_ = kRedZone + dynamic_bytes;
  high_water_ = std::max(high_water_, used_);
}

const SharedVariable& SharedLayout::add(const void* key, const char* name, std::size_t bytes,
                                        std::size_t alignment, std::size_t element_size) {
  // 256, so that the banks of an array do not depend on the gaps before it.
  const std::size_t offset = round_up(used_ + kRedZone, std::max<std::size_t>(alignment, 256));
  static_bytes_ = round_up(static_bytes_, alignment) + bytes;
  variables_.push_back({key, name, offset, bytes, element_size != 0 ? element_size : alignment, alignment});
  bits::fill(valid_.data(), offset, bytes, true);
  used_ = offset + bytes;
  high_water_ = std::max(high_water_, used_);
  return variables_.back();
}

void SharedLayout::name_dynamic(const char* name, std::size_t element_size) {
  variables_.front().name = name;
  variables_.front().element_size = element_size;
}

const SharedVariable& SharedLayout::nearest(std::int64_t offset) const {
  const auto distance = [&](const SharedVariable& v) {
    const auto begin = std::int64_t(v.offset), end = begin + std::int64_t(v.bytes);
    return offset < begin ? begin - offset : offset < end ? 0 : offset - end + 1;
  };
  // The dynamic memory comes first. If it has no bytes, an address is attributed to it only if there is no
  // other variable.
  const bool skips_dynamic = dynamic().bytes == 0 && variables_.size() > 1;
  return *std::min_element(variables_.begin() + skips_dynamic, variables_.end(),
                           [&](auto& a, auto& b) { return distance(a) < distance(b); });
}

SharedArena::SharedArena(unsigned number) {
  // In the middle of the slot, so that no index, however wrong, leads out of it.
  base_ = space.slot_base(kSharedSlot) + space.slot_bytes() / 2 + number * kArenaBytes;
  map_pages(base_, kArenaBytes);
  written_.resize(bits::size_for(kArenaBytes));
  shadow_ = make_shadow_memory(base_, kArenaBytes);
}

void SharedArena::start_block() {
  std::memset(written_.data(), 0, bits::size_for(simulation.shared_layout->high_water()));
  std::memset(reinterpret_cast<void*>(base_), kSharedPoison, simulation.shared_layout->used());
}

bool is_shared_arena(std::uintptr_t address) {
  return std::ranges::any_of(simulation.shared_arenas->all, [&](const std::unique_ptr<SharedArena>& arena) {
    return address - arena->base() < kArenaBytes;
  });
}

SharedArena& shared_arena(unsigned number) {
  auto& arenas = simulation.shared_arenas->all;
  while (arenas.size() <= number) arenas.push_back(std::make_unique<SharedArena>(unsigned(arenas.size())));
  return *arenas[number];
}

void SharedArena::poison(const SharedVariable& variable) {
  bits::fill(written_.data(), variable.offset, variable.bytes, false);
  std::memset(reinterpret_cast<void*>(base_ + variable.offset), kSharedPoison, variable.bytes);
}

}  // namespace wgsim::core
