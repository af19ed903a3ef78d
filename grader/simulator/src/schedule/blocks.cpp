// The resident blocks: which block starts when, and which waits for others.
#include <algorithm>
#include <utility>

#include "memory/shared_memory.hpp"
#include "schedule/scheduler.hpp"
#include "state/simulation.hpp"
#include "wgsim/simulator.hpp"

namespace wgsim::core {

namespace {

/// A slow block waits until each resident block whose threads all wait or spin has yielded this often: by
/// then all others have come to where they spin. (It can't wait until they stand still: votes in a loop look
/// like progress.)
constexpr std::uint64_t kPatience = 8;

/// A block that sleeps waits this much longer, unless it becomes the oldest before: the oldest block may be
/// waiting for it.
constexpr std::uint64_t kPatienceWithSleepers = 4 * kPatience;

/// With a slow block one in so many of the others falls asleep.
constexpr std::uint64_t kBlocksPerSleeper = 4;

uint3 unflatten(std::uint64_t i, dim3 extent) {
  return {unsigned(i % extent.x), unsigned(i / extent.x % extent.y), unsigned(i / extent.x / extent.y)};
}

std::unique_ptr<Block> make_block(dim3 extent, unsigned arena_number) {
  auto block = std::make_unique<Block>();
  const unsigned n = extent.x * extent.y * extent.z;
  block->threads.resize(n);
  block->warps.resize((n + 31) / 32);
  for (unsigned i = 0; i < n; ++i) {
    Thread& t = block->threads[i];
    t.block = block.get();
    t.warp = &block->warps[i / 32];
    t.rank = i;
    t.lane = std::uint8_t(i % 32);
    t.index = unflatten(i, extent);
    if (t.lane == 0) t.warp->first = &t;
    block->order.push_back(&t);
  }
  if (simulation.options.order == Order::reverse) std::reverse(block->order.begin(), block->order.end());
  block->arena = &shared_arena(arena_number);
  return block;
}

}  // namespace

uint3 Scheduler::block_at(std::uint64_t position) const {
  std::uint64_t i = position;
  if (order_ == Order::reverse) i = block_count_ - 1 - position;
  if (order_ == Order::random)
    i = std::uint64_t((first_ + static_cast<unsigned __int128>(stride_) * position) % block_count_);
  return unflatten(i, simulation.launch->grid);
}

bool Scheduler::can_run(const Block& block) {
  return block.next_unstarted < block.order.size() || !block.ready.empty() || !block.yielded.empty();
}

/// The slow block starts all of its threads (so it has its ticket before others), and then lets the others go
/// first, once. A block that sleeps lets them go first until it is the oldest.
bool Scheduler::must_wait(const Block& block) const {
  if (&block == oldest_)
    return block.next_unstarted == block.order.size() && yields_of_others_ < kPatience * resident_.size();
  return block.asleep && yields_of_others_ < kPatienceWithSleepers * resident_.size();
}

/// If only one block is slow, all others look back over blocks that are in the same state. So some blocks
/// fall asleep, each at another place, and go on when others have finished. Then a word changes between two
/// reads of it, and a look-back finds blocks in all states. Early places are as likely as late ones. But a
/// block first publishes what it has, so that others need not wait for it.
void Scheduler::plan_nap(Block& block) {
  block.asleep = block.has_told = false;
  block.nap_in = 0;
  if (oldest_is_slow_ && random_.below(kBlocksPerSleeper) == 0)
    block.nap_in = 1 + unsigned(random_.below(std::uint64_t(1) << random_.below(8)));
}

void Scheduler::find_oldest() {
  const Block* const before = std::exchange(oldest_, nullptr);
  for (const auto& block : resident_)
    if (block->live > 0 && (oldest_ == nullptr || block->number < oldest_->number)) oldest_ = block.get();
  if (oldest_ != before) yields_of_others_ = 0;
}

void Scheduler::shuffle(std::vector<Thread*>& threads) {
  for (std::size_t i = threads.size(); i > 1; --i) std::swap(threads[i - 1], threads[random_.below(i)]);
}

void Scheduler::start_block(Block& block) {
  block.number = blocks_started_;
  block.index = block_at(blocks_started_++);
  block.live = unsigned(block.threads.size());
  block.next_unstarted = 0;
  block.ready.reset(block.threads.size());
  block.yielded.reset(block.threads.size());
  block.arrived = 0;
  block.last_barrier = {nullptr, 0};
  block.barriers = 0;
  block.global_accesses = 0;
  if (block.copies_under_way != 0)
    for (Thread& thread : block.threads) thread.copies.clear();
  block.copies_under_way = 0;
  block.predicates_true = 0;
  for (std::size_t w = 0; w < block.warps.size(); ++w) {
    const auto lanes = std::min<std::size_t>(32, block.threads.size() - w * 32);
    block.warps[w].live = unsigned((std::uint64_t(1) << lanes) - 1);
    block.warps[w].waiting = block.warps[w].asking = 0;
  }
  if (order_ == Order::random) shuffle(block.order);
  plan_nap(block);
  block.arena->start_block();
  for (Listener* const listener : listeners_of(Event::block_started)) listener->block_started(block);
  running.block = nullptr;  // its values are stale
  if (oldest_is_slow_) find_oldest();
}

bool Scheduler::admit() {
  if (blocks_not_started() == 0 || resident_.size() >= max_resident_) return false;
  resident_.push_back(make_block(simulation.launch->block, unsigned(resident_.size())));
  start_block(*resident_.back());
  return true;
}

}  // namespace wgsim::core
