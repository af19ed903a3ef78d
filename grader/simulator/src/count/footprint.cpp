// For each sector we keep which launch touched it last, and whether that launch has written it. So nothing
// has to be cleared between launches. These words lie in pages, and neighbouring accesses mostly in the same
// one.
#include "count/footprint.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <unordered_map>

#include "count/traffic.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

constexpr std::uintptr_t kSectorsPerPage = 4096;

/// launch * 2 + written
using LastTouch = std::uint32_t;
using Page = std::array<LastTouch, kSectorsPerPage>;

struct Footprint {
  std::unordered_map<std::uintptr_t, std::unique_ptr<Page>> pages;
  std::uintptr_t last_number = ~std::uintptr_t{0};
  Page* last = nullptr;
  std::uint32_t launch = 0, first_launch = 1;  ///< the one that runs, and the first since they were forgotten
  std::unordered_map<std::uintptr_t, std::uint64_t> atomics;  ///< of this launch, by address

  Page& page(std::uintptr_t number) {
    if (number == last_number) return *last;
    std::unique_ptr<Page>& page = pages[number];
    if (!page) page = std::make_unique<Page>();
    last_number = number;
    last = page.get();
    return *last;
  }
};

namespace {

bool is_read_only(std::uintptr_t address) {
  return space.contains(address) && space.slots[space.slot_of(address)].read_only;
}

}  // namespace

void begin_footprint() {
  Footprint& f = *simulation.footprint;
  f.atomics.clear();
  constexpr std::uint32_t kMostLaunches = std::uint32_t(1) << 30;
  if (++f.launch < kMostLaunches) return;
  f = Footprint();
  f.launch = 1;
}

void forget_footprints() { simulation.footprint->first_launch = simulation.footprint->launch + 1; }

void add_to_footprint(std::uintptr_t address, std::size_t size, bool reads, bool writes, Counters& counters) {
  Footprint& f = *simulation.footprint;
  const std::uintptr_t last = (address + size - 1) / kSectorBytes;
  for (std::uintptr_t sector = address / kSectorBytes; sector <= last; ++sector) {
    LastTouch& last_touch = f.page(sector / kSectorsPerPage)[sector % kSectorsPerPage];
    const bool touched = last_touch / 2 == f.launch, written = touched && last_touch % 2 == 1;
    if (reads && !touched) {
      ++counters.read_sectors;
      counters.fresh_sectors += last_touch / 2 < f.first_launch && is_read_only(sector * kSectorBytes);
    }
    if (writes && !written) ++counters.written_sectors;
    last_touch = f.launch * 2 + LastTouch(writes || written);
  }
}

void add_atomics_at(std::uintptr_t address, unsigned count, Counters& counters) {
  counters.hot_atomics = std::max(counters.hot_atomics, simulation.footprint->atomics[address] += count);
}

}  // namespace wgsim::core
