#include "race/vector_clock.hpp"

#include <algorithm>
#include <deque>

namespace wgsim::core {

namespace {

constexpr unsigned kLevels = 8;  ///< 4 bits each: block numbers of 32 bits
constexpr std::size_t kMostNodes = std::size_t(1) << 20;

std::deque<VectorClock> nodes;
std::deque<BlockClock> leaves;

unsigned digit(std::uint64_t block, unsigned level) {
  return unsigned(block >> 4 * (kLevels - 1 - level)) & 15;
}

bool includes(const BlockClock& a, const BlockClock& b) {
  return a.before >= b.before && std::all_of(b.threads.begin(), b.threads.end(), [&](const ThreadEpoch& t) {
           return a.covers(t.thread, t.before - 1);
         });
}

const BlockClock* join_leaves(const BlockClock* a, const BlockClock* b) {
  if (includes(*a, *b)) return a;
  if (includes(*b, *a)) return b;
  BlockClock& both = leaves.emplace_back();
  both.before = std::max(a->before, b->before);
  std::vector<ThreadEpoch> all(a->threads);
  all.insert(all.end(), b->threads.begin(), b->threads.end());
  std::erase_if(all, [&](const ThreadEpoch& t) { return t.before <= both.before; });
  std::sort(all.begin(), all.end(), [](const ThreadEpoch& x, const ThreadEpoch& y) {
    return x.thread != y.thread ? x.thread < y.thread : x.before > y.before;
  });
  all.erase(std::unique(all.begin(), all.end(),
                        [](const ThreadEpoch& x, const ThreadEpoch& y) { return x.thread == y.thread; }),
            all.end());
  both.threads = std::move(all);
  return &both;
}

const void* join_at(unsigned level, const void* a, const void* b) {
  if (a == b || b == nullptr) return a;
  if (a == nullptr) return b;
  if (level == kLevels)
    return join_leaves(static_cast<const BlockClock*>(a), static_cast<const BlockClock*>(b));
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
  return is_y ? b : &nodes.emplace_back(both);
}

}  // namespace

bool BlockClock::covers(unsigned thread, Epoch epoch) const {
  if (epoch < before) return true;
  const auto found = std::lower_bound(threads.begin(), threads.end(), thread,
                                      [](const ThreadEpoch& t, unsigned x) { return t.thread < x; });
  return found != threads.end() && found->thread == thread && epoch < found->before;
}

const VectorClock* join(const VectorClock* a, const VectorClock* b) {
  return static_cast<const VectorClock*>(join_at(0, a, b));
}

const VectorClock* join(const VectorClock* a, std::uint64_t block, BlockClock of_block) {
  const void* branch = &leaves.emplace_back(std::move(of_block));
  for (unsigned level = kLevels; level-- > 0;) {
    VectorClock& node = nodes.emplace_back();
    node.child[digit(block, level)] = branch;
    branch = &node;
  }
  return join(a, static_cast<const VectorClock*>(branch));
}

const BlockClock* find(const VectorClock* clock, std::uint64_t block) {
  const void* at = clock;
  for (unsigned level = 0; level < kLevels && at != nullptr; ++level)
    at = static_cast<const VectorClock*>(at)->child[digit(block, level)];
  return static_cast<const BlockClock*>(at);
}

void forget_vector_clocks() {
  nodes.clear();
  leaves.clear();
}

bool too_many_vector_clocks() { return nodes.size() > kMostNodes; }

}  // namespace wgsim::core
