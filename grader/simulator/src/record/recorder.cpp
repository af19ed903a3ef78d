#include "record/recorder.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "count/count.hpp"
#include "grid/grid.hpp"
#include "memory/allocations.hpp"
#include "memory/shared_memory.hpp"
#include "program/device_variables.hpp"
#include "program/symbols.hpp"
#include "state/simulation.hpp"
#include "wgsim/recording.hpp"

namespace wgsim {

namespace core {

/// A store that has perhaps not happened yet.
struct OpenStore {
  std::size_t event;
  std::uintptr_t address;
  const Thread* thread;
  unsigned events_since = 0;  ///< of its thread
};

/// An array by what identifies it: the launch for shared ones (1 more than its index, 0 for others), and an
/// address.
using ArrayKey = std::pair<std::size_t, std::uintptr_t>;
/// A warp instruction: launch, block, warp, position, and how often its lane has been there.
using InstructionKey = std::tuple<unsigned, unsigned, unsigned, std::uint64_t, unsigned>;

struct Tape {
  Recording recording;
  std::vector<Where> places;  ///< of recording.lines, which are resolved when the recording is taken
  std::vector<OpenStore> open;
  std::map<ArrayKey, unsigned> arrays;
  std::map<InstructionKey, std::uint64_t> instructions;
  std::map<std::tuple<unsigned, unsigned, unsigned, std::uint64_t>, unsigned> visits;  ///< by thread
  unsigned unnamed = 0;
};

namespace {

using Kind = RecordedKind;

constexpr unsigned kWidest = 8;  // bytes of one event

/// Positions come from the counters, so both go together.
bool is_recording() { return simulation.options.record && simulation.options.count; }

std::uint64_t bits_at(std::uintptr_t address, unsigned size) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, reinterpret_cast<const void*>(address), size);
  return bits;
}

unsigned number_of(const Block& block) {
  const dim3& grid = simulation.launch->grid;
  return (block.index.z * grid.y + block.index.y) * grid.x + block.index.x;
}

/// Fills in what this store has left, if it has surely happened. A struct is copied after the hooks of both
/// its halves, so the next event of its thread is not enough, unless that is at the same address. If another
/// thread runs, the store has happened, except for an atomic of a thread that spins, which lets others run
/// before it. `self`: the thread that runs now; nullptr when the launch is over.
bool settle(OpenStore& store, const Thread* self, std::uintptr_t address) {
  RecordedEvent& event = simulation.tape->recording.events[store.event];
  const bool is_own = store.thread == self;
  if (is_own && ++store.events_since < 2 && store.address != address) return false;
  const bool spins = store.thread->spin.unchanged > 0;
  if (!is_own && self != nullptr && event.kind == Kind::atomic && spins) return false;
  event.after = bits_at(store.address, event.bytes);
  return true;
}

void settle(const Thread* self, std::uintptr_t address = 0) {
  std::erase_if(simulation.tape->open, [=](OpenStore& store) { return settle(store, self, address); });
}

unsigned line_number(const Where& where) {
  std::vector<Where>& places = simulation.tape->places;
  const auto number = unsigned(std::find(places.begin(), places.end(), where) - places.begin());
  if (number == places.size()) places.push_back(where);
  return number;
}

/// nullptr: the recording is full.
RecordedEvent* add(Kind kind, const Block& block, unsigned thread, const Where& where) {
  Recording& recording = simulation.tape->recording;
  if (recording.events.size() == Recording::kMostEvents) return recording.cut = true, nullptr;
  RecordedEvent& event = recording.events.emplace_back();
  simulation.recorded_events = recording.events.size();
  event.kind = kind;
  event.launch = unsigned(recording.launches.size() - 1);
  event.block = number_of(block);
  event.thread = thread;
  event.phase = unsigned(block.barriers);
  event.line = line_number(where);
  return &event;
}

// ---- Arrays ------------------------------------------------------------------------------------------

struct Located {
  ArrayKey key;
  RecordedArray array;
  std::uint64_t byte = 0;
};

RecordedArray array_of(std::string name, bool shared, std::size_t bytes, std::size_t element) {
  if (element == 0) element = bytes % 4 == 0 ? 4 : 1;
  return {std::move(name), shared, unsigned(element), bytes / element};
}

/// Nothing if no array lies there, but constants of the program, for example.
std::optional<Located> locate(std::uintptr_t address) {
  const std::uintptr_t in_shared = address - running.shared_base;
  if (in_shared < kArenaBytes) {
    const SharedVariable& v = simulation.shared_layout->nearest(std::int64_t(in_shared));
    return Located{{simulation.tape->recording.launches.size(), v.offset},
                   array_of(v.name, true, v.bytes, v.element_size),
                   in_shared - v.offset};
  }
  if (const Allocation* a = allocation_at(address))
    return Located{
        {0, a->start}, array_of(a->name, false, a->usable_bytes(), a->element_size), address - a->start};
  if (const Variable* v = device_variable_at(address))
    return Located{{0, v->start}, array_of(v->name, false, v->bytes, 0), address - v->start};
  return std::nullopt;
}

unsigned array_number(Located located) {
  Tape& r = *simulation.tape;
  const auto [found, is_new] = r.arrays.emplace(located.key, unsigned(r.recording.arrays.size()));
  if (!is_new) return found->second;
  if (located.array.name.empty()) located.array.name = "allocation " + std::to_string(++r.unnamed);
  r.recording.arrays.push_back(std::move(located.array));
  return found->second;
}

// ---- Warp instructions -------------------------------------------------------------------------------

/// Lanes that come to the same position for the same time are one instruction.
std::uint64_t instruction_number(const RecordedEvent& event, std::uint64_t position) {
  Tape& r = *simulation.tape;
  const unsigned visit = r.visits[{event.launch, event.block, event.thread, position}]++;
  const InstructionKey key{event.launch, event.block, event.thread / 32, position, visit};
  return r.instructions.emplace(key, r.instructions.size() + 1).first->second;
}

// ---- Events ------------------------------------------------------------------------------------------

class RecordListener final : public Listener {
 public:
  Events launch_started(const LaunchConfig& c) override;
  void launch_ended() override { settle_before_end(); }
  void thread_ended(Thread&) override { settle_before_end(); }
  void barrier_completed(Block& block) override;
  void warp_synced(Warp& warp, unsigned mask, unsigned lanes, Site site) override;
  void shuffled(const Shuffled& shuffle) override;
  FrequentEvents frequent_events() override { return {.access_checked = &access_checked}; }

 private:
  /// The counters have seen the access when it began, so it has the position of that instruction.
  static void access_checked(std::uintptr_t address, std::size_t size, Access access, const Where& where);
  /// Call it when the running thread ends: all its stores have happened. When no thread runs, all stores
  /// have.
  static void settle_before_end();
};

Events RecordListener::launch_started(const LaunchConfig& c) {
  if (!is_recording()) return {};
  simulation.tape->recording.launches.push_back(
      {c.kernel, {c.grid.x, c.grid.y, c.grid.z}, {c.block.x, c.block.y, c.block.z}, c.dynamic_shared_bytes});
  return Events(Event::launch_ended, Event::thread_ended, Event::barrier_completed, Event::warp_synced,
                Event::shuffled);
}

void RecordListener::access_checked(std::uintptr_t address, std::size_t size, Access access,
                                    const Where& where) {
  if (is_on_own_stack(address)) return;
  const InLibrary in_library;
  const Thread& self = *running.thread;
  settle(&self, address);
  const bool atomic = access == Access::read_write || where.site.file != nullptr;
  const Kind kind = atomic ? Kind::atomic : access == Access::read ? Kind::read : Kind::write;
  std::uint64_t instruction = 0;
  for (std::size_t at = 0; at < size; at += kWidest) {
    std::optional<Located> located = locate(address + at);
    RecordedEvent* event = located ? add(kind, *self.block, self.rank, where) : nullptr;
    if (event == nullptr) return;
    event->byte = located->byte;
    event->array = array_number(std::move(*located));
    event->bytes = unsigned(std::min<std::size_t>(kWidest, size - at));
    event->before = event->after = bits_at(address + at, event->bytes);
    if (at == 0) instruction = instruction_number(*event, position_of(self, where) * 2 + writes(access));
    event->instruction = instruction;
    if (kind != Kind::read)
      simulation.tape->open.push_back({simulation.tape->recording.events.size() - 1, address + at, &self});
  }
}

void RecordListener::barrier_completed(Block& block) {
  settle(running.thread);
  add(Kind::barrier, block, running.thread != nullptr ? running.thread->rank : 0, block.barrier_site);
}

void RecordListener::warp_synced(Warp& warp, unsigned, unsigned lanes, Site site) {
  settle(running.thread);
  if (RecordedEvent* event = add(Kind::warp_sync, *warp.first->block, warp.first->rank, site))
    event->lanes = lanes;
}

void RecordListener::shuffled(const Shuffled& shuffle) {
  settle(running.thread);
  RecordedEvent* event = add(Kind::shuffle, *shuffle.reader.block, shuffle.reader.rank, shuffle.site);
  if (event == nullptr) return;
  event->source = shuffle.source.rank;
  event->bytes = unsigned(std::min<std::size_t>(kWidest, shuffle.size));
  std::memcpy(&event->after, shuffle.value, event->bytes);
  event->instruction = instruction_number(*event, std::uint64_t(shuffle.site.line));
}

void RecordListener::settle_before_end() {
  const Thread* self = running.thread;
  for (OpenStore& store : simulation.tape->open) store.events_since += store.thread == self;
  settle(self);
}

}  // namespace

Listener& recorder() {
  static RecordListener listener;
  return listener;
}

}  // namespace core

using namespace core;

void record_application(const std::array<std::uint64_t, 4>& nodes, const void* return_address) {
  if (!is_recording() || running.thread == nullptr) return;
  const InLibrary in_library;
  const Thread& self = *running.thread;
  settle(&self);
  RecordedEvent* event = add(Kind::apply, *self.block, self.rank, Where(return_address));
  if (event == nullptr) return;
  event->is_comparator = nodes[3] != 0;
  event->left = std::uint32_t(nodes[0]);
  event->right = std::uint32_t(nodes[1]);
  event->low = std::uint32_t(nodes[2]);
  event->high = std::uint32_t(nodes[3]);
}

Recording take_recording() {
  Tape taken = std::exchange(*simulation.tape, {});
  simulation.recorded_events = 0;
  std::vector<const void*> pcs;
  for (const Where& where : taken.places)
    if (where.pc != nullptr) pcs.push_back(where.pc);
  const std::vector<SourceLine> lines = source_lines(pcs);
  std::size_t next = 0;
  for (const Where& where : taken.places) {
    Place& place = taken.recording.lines.emplace_back();
    place.file = where.pc != nullptr ? lines[next].file : where.site.file != nullptr ? where.site.file : "";
    place.line = where.pc != nullptr ? lines[next++].line : where.site.line;
  }
  return std::move(taken.recording);
}

}  // namespace wgsim
