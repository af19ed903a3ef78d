// Explains why a grid does not go on: deadlock (every thread waits) or livelock (every thread that runs only
// spins).
#include "schedule/stuck.hpp"

#include <map>

#include "report/findings.hpp"
#include "schedule/end_kernel.hpp"
#include "schedule/scheduler.hpp"
#include "schedule/warp.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

namespace {

/// Threads that wait at one place.
struct Group {
  Wait wait;
  Site site;
  const Thread* example;
  std::size_t threads;
};

const char* name_of(Wait wait) {
  switch (wait) {
    case Wait::block_barrier: return "__syncthreads()";
    case Wait::warp_operation: return "a warp operation";
    case Wait::active_mask: return "__activemask()";
    case Wait::grid_barrier: return "grid.sync()";
    case Wait::nothing:
    case Wait::exited: break;
  }
  return "nothing";
}

std::vector<Group> groups_of(const Block& block) {
  std::vector<Group> groups;
  for (const Thread& t : block.threads) {
    if (t.wait == Wait::exited || t.wait == Wait::nothing) continue;
    bool known = false;
    for (Group& g : groups)
      if (g.wait == t.wait && g.site.line == t.site.line && g.site.file == t.site.file) {
        ++g.threads;
        known = true;
      }
    if (!known) groups.push_back({t.wait, t.site, &t, 1});
  }
  return groups;
}

std::string describe(const std::vector<Group>& groups) {
  std::string text;
  for (const Group& g : groups) {
    if (!text.empty()) text += ", ";
    text += counted(g.threads, "thread") + (g.threads == 1 ? " waits in " : " wait in ") + name_of(g.wait) +
            " (" + short_place(g.site) + ")";
  }
  return text;
}

}  // namespace

std::string describe_unstarted_blocks() {
  const auto n = simulation.scheduler->blocks_not_started();
  if (n == 0) return "";
  return " " + counted(n, "block") +
         " of the grid never started: a GPU, too, runs only so many blocks at a time, "
         "in no promised order.";
}

void end_deadlock() {
  for (const auto& block : simulation.scheduler->resident())
    for (Warp& warp : block->warps) end_if_lanes_disagree(warp);

  for (const auto& block : simulation.scheduler->resident()) {
    const std::vector<Group> groups = groups_of(*block);
    if (groups.empty()) continue;
    const Group& first = groups.front();
    const Group* other = nullptr;
    for (const Group& g : groups)
      if (g.wait != first.wait) other = &g;
    running.thread = const_cast<Thread*>(first.example);
    const std::string what = "No thread of the block can go on: " + describe(groups) + ".";
    if (other != nullptr)
      end_kernel(
          FindingKind::barrier_divergence, what,
          "Let all threads of the block reach the same barrier, and all lanes of a mask the same call.",
          first.site, cudaErrorLaunchFailure, OtherParty{other->site, other->example});
    end_kernel(FindingKind::deadlock, what + describe_unstarted_blocks(),
               "Look for threads that wait for each other, or for a thread that never comes.", first.site,
               cudaErrorLaunchTimeout);
  }
  simulation.scheduler->end_grid();  // not reached: a deadlock has threads that wait
}

void end_livelock(const Where& where) {
  std::size_t spinning = 0, blocks = 0;
  for (const auto& block : simulation.scheduler->resident()) {
    blocks += block->live > 0 ? 1 : 0;
    for (const Thread& t : block->threads) spinning += t.wait == Wait::nothing && t.spinning ? 1 : 0;
  }
  end_kernel(FindingKind::livelock,
             "The kernel will never end: " + counted(spinning, "thread") + " in " + counted(blocks, "block") +
                 " only wait for a value in memory to change, and no thread is left that could change it." +
                 describe_unstarted_blocks(),
             simulation.scheduler->blocks_not_started() > 0
                 ? "A block may only wait for blocks that surely run: take the block's number from an atomic "
                   "counter (a ticket) instead of blockIdx."
                 : "Check which thread sets the value that this line waits for, and that it does not wait "
                   "here itself "
                   "before it sets it.",
             where, cudaErrorLaunchTimeout);
}

}  // namespace wgsim::core
