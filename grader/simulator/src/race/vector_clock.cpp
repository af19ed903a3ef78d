#include "race/vector_clock.hpp"

#include <algorithm>
#include <bit>
#include <deque>
#include <iterator>

#include "state/simulation.hpp"

namespace wgsim::core {

/// All clocks of the launch.
struct VectorClocks {
  unsigned levels = 1;  ///< 4 bits of a block's number each
  std::deque<VectorClock> nodes;
  std::deque<BlockClock> of_blocks;
  std::deque<WarpClock> of_warps;
};

namespace {

constexpr std::size_t kMostBytes = std::size_t(1) << 28;

unsigned digit(std::uint64_t block, unsigned level) {
  return unsigned(block >> 4 * (simulation.vector_clocks->levels - 1 - level)) & 15;
}

/// Lanes that are ordered up to `before` anyway need no entry of their own.
bool has_later(const WarpClock& clock, Epoch before) {
  return std::any_of(std::begin(clock.before), std::end(clock.before), [&](Epoch e) { return e > before; });
}

const WarpClock* join_warps(const WarpClock* a, const WarpClock* b, Epoch before) {
  if (b != nullptr && (a == b || !has_later(*b, before))) b = nullptr;
  if (a != nullptr && !has_later(*a, before)) a = nullptr;
  if (a == nullptr || b == nullptr) return a != nullptr ? a : b;
  WarpClock both;
  for (unsigned i = 0; i < 32; ++i) both.before[i] = std::max(a->before[i], b->before[i]);
  if (std::ranges::equal(both.before, a->before)) return a;
  return std::ranges::equal(both.before, b->before) ? b
                                                    : &simulation.vector_clocks->of_warps.emplace_back(both);
}

bool same(const BlockClock& a, const BlockClock& b) {
  return a.before == b.before && std::ranges::equal(a.warps, b.warps);
}

const BlockClock* join_blocks(const BlockClock* a, const BlockClock* b) {
  BlockClock both;
  both.before = std::max(a->before, b->before);
  for (unsigned i = 0; i < 32; ++i) both.warps[i] = join_warps(a->warps[i], b->warps[i], both.before);
  if (same(both, *a)) return a;
  return same(both, *b) ? b : &simulation.vector_clocks->of_blocks.emplace_back(both);
}

const void* join_at(unsigned level, const void* a, const void* b) {
  if (a == b || b == nullptr) return a;
  if (a == nullptr) return b;
  if (level == simulation.vector_clocks->levels)
    return join_blocks(static_cast<const BlockClock*>(a), static_cast<const BlockClock*>(b));
  const auto& x = *static_cast<const VectorClock*>(a);
  const auto& y = *static_cast<const VectorClock*>(b);
  VectorClock both;
  bool is_x = true, is_y = true;
  for (unsigned i = 0; i < 16; ++i) {
    both.child[i] = join_at(level + 1, x.child[i], y.child[i]);
    is_x = is_x && both.child[i] == x.child[i];
    is_y = is_y && both.child[i] == y.child[i];
  }
  if (is_x) return a;
  return is_y ? b : &simulation.vector_clocks->nodes.emplace_back(both);
}

}  // namespace

bool BlockClock::covers(unsigned thread, Epoch epoch) const {
  const WarpClock* const warp = warps[thread / 32];
  return epoch < before || (warp != nullptr && epoch < warp->before[thread % 32]);
}

const VectorClock* join(const VectorClock* a, const VectorClock* b) {
  return static_cast<const VectorClock*>(join_at(0, a, b));
}

const VectorClock* join(const VectorClock* a, std::uint64_t block, const OwnClock& own) {
  VectorClocks& clocks = *simulation.vector_clocks;
  BlockClock& leaf = clocks.of_blocks.emplace_back();
  leaf.before = own.before;
  if (has_later(own.lanes, own.before)) leaf.warps[own.warp] = &clocks.of_warps.emplace_back(own.lanes);
  const void* branch = &leaf;
  for (unsigned level = clocks.levels; level-- > 0;) {
    VectorClock& node = clocks.nodes.emplace_back();
    node.child[digit(block, level)] = branch;
    branch = &node;
  }
  return join(a, static_cast<const VectorClock*>(branch));
}

const BlockClock* find(const VectorClock* clock, std::uint64_t block) {
  const void* at = clock;
  for (unsigned level = 0; level < simulation.vector_clocks->levels && at != nullptr; ++level)
    at = static_cast<const VectorClock*>(at)->child[digit(block, level)];
  return static_cast<const BlockClock*>(at);
}

void start_vector_clocks(std::uint64_t blocks) {
  VectorClocks& clocks = *simulation.vector_clocks;
  clocks.levels = blocks <= 1 ? 1 : unsigned(std::bit_width(blocks - 1) + 3) / 4;
  clocks.nodes.clear();
  clocks.of_blocks.clear();
  clocks.of_warps.clear();
}

bool too_many_vector_clocks() {
  VectorClocks& clocks = *simulation.vector_clocks;
  const auto bytes = [](const auto& all) { return all.size() * sizeof all.front(); };
  return bytes(clocks.nodes) + bytes(clocks.of_blocks) + bytes(clocks.of_warps) > kMostBytes;
}

}  // namespace wgsim::core
