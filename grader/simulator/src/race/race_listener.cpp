#include "race/race_listener.hpp"

#include "grid/grid.hpp"
#include "race/happens_before.hpp"
#include "race/report.hpp"
#include "race/volatile_data.hpp"
#include "race/watched_blocks.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

namespace {

class RaceListener final : public Listener {
 public:
  Events launch_started(const LaunchConfig&) override {
    if (!simulation.options.check) return {};
    race_start_launch();
    return Events(Event::launch_ended, Event::block_started, Event::before_switch, Event::barrier_completed,
                  Event::grid_barrier_completed, Event::warp_synced, Event::fenced);
  }
  void launch_ended() override { settle_volatile_data(); }
  void block_started(Block& block) override {
    block.watched = !simulation.options.watch_some_blocks || is_watched(block.index, simulation.launch->grid);
    race_start_block(block);
  }
  void before_switch() override {
    finish_racing_store();
    finish_stale_read();
  }
  void barrier_completed(Block& block) override { race_barrier(block); }
  void grid_barrier_completed() override { race_grid_barrier(); }
  void warp_synced(Warp& warp, unsigned mask, unsigned group, Site) override {
    race_sync_warp(warp, mask, group);
  }
  void fenced(Scope scope) override { race_fence(scope); }
  FrequentEvents frequent_events() override {
    return {.flag_read = &race_observe, .flag_written = &race_publish};
  }
};

}  // namespace

Listener& race_detector() {
  static RaceListener listener;
  return listener;
}

}  // namespace wgsim::core
