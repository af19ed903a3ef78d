// Ends kernels, and explains why a grid does not go on: deadlock (every thread waits) or livelock (every
// thread that runs only spins).
#include "schedule/end_kernel.hpp"

#include <utility>

#include "report/errors.hpp"
#include "schedule/host_code.hpp"
#include "schedule/scheduler.hpp"
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

std::string name_of(Wait wait) {
  switch (wait) {
    case Wait::block_barrier: return "__syncthreads()";
    case Wait::warp_operation: return words(Phrase::a_warp_operation);
    case Wait::active_mask: return "__activemask()";
    case Wait::grid_barrier: return "grid.sync()";
    case Wait::nothing:
    case Wait::exited: break;
  }
  return {};
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
    text += words(g.threads == 1 ? Phrase::one_waits : Phrase::several_wait,
                  {{"threads", g.threads}, {"call", name_of(g.wait)}, {"place", short_place(g.site)}});
  }
  return text;
}

/// " 60 blocks of the grid never started: …", or an empty string.
std::string describe_unstarted_blocks() {
  const auto n = simulation.scheduler->blocks_not_started();
  if (n == 0) return "";
  return words(Phrase::blocks_never_started, {{"blocks", n}});
}

}  // namespace

void end_kernel(Problem problem, Facts facts, const Where& where, cudaError_t error,
                const std::optional<OtherParty>& other) {
  running.user = false;
  report(problem, std::move(facts), where, other);
  set_sticky_error(error);
  simulation.scheduler->end_grid();
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
    const Facts facts = {{"waiting", describe(groups)}, {"unstarted", describe_unstarted_blocks()}};
    if (other != nullptr)
      end_kernel(Problem::different_waits, facts, first.site, cudaErrorLaunchFailure,
                 OtherParty{other->site, other->example});
    end_kernel(Problem::all_wait, facts, first.site, cudaErrorLaunchTimeout);
  }
  simulation.scheduler->end_grid();  // not reached: a deadlock has threads that wait
}

void end_livelock(const Where& where) {
  std::size_t spinning = 0, blocks = 0;
  for (const auto& block : simulation.scheduler->resident()) {
    blocks += block->live > 0 ? 1 : 0;
    for (const Thread& t : block->threads) spinning += t.wait == Wait::nothing && t.spinning ? 1 : 0;
  }
  end_kernel(
      simulation.scheduler->blocks_not_started() > 0 ? Problem::all_spin_for_blocks : Problem::all_spin,
      {{"threads", spinning}, {"blocks", blocks}, {"unstarted", describe_unstarted_blocks()}}, where,
      cudaErrorLaunchTimeout);
}

}  // namespace wgsim::core
