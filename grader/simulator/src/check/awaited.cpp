#include "check/awaited.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "grid/grid.hpp"
#include "memory/allocations.hpp"
#include "memory/bits.hpp"
#include "memory/shared_memory.hpp"
#include "report/describe.hpp"
#include "schedule/end_kernel.hpp"
#include "schedule/streams.hpp"
#include "state/simulation.hpp"
#include "wgsim/abi.h"
#include "wgsim/simulator.hpp"

namespace wgsim {

namespace core {

struct AwaitedArrays {
  std::set<const void*> bases;
};

// ---- Copies in the background ------------------------------------------------------------------------

namespace {

template <class F>
void for_each_piece(const AsyncCopy& copy, F f) {
  for (std::size_t i = 0; i < copy.pieces; ++i) f(copy.to + i * copy.stride, copy.from + i * copy.stride);
}

bool covers(const AsyncCopy& copy, std::uintptr_t address, std::size_t size) {
  bool found = false;
  for_each_piece(copy, [&](std::uintptr_t to, std::uintptr_t) {
    found = found || (address < to + copy.bytes && to < address + size);
  });
  return found;
}

Facts facts_of(std::uintptr_t address) {
  return {{"memory", describe_address(reinterpret_cast<const void*>(address))}};
}

void found_change(Problem problem, std::uintptr_t address, const AsyncCopy& copy) {
  if (!already_found(FindingKind::race, copy.site)) report(problem, facts_of(address), copy.site);
}

/// The thread has waited for it: now others may read, and the source may be written.
void finish(const AsyncCopy& copy) {
  for_each_piece(copy, [&](std::uintptr_t to, std::uintptr_t from) {
    const std::size_t offset = to - running.shared_base;
    if (bits::find(running.shared_written, offset, copy.bytes, true) >= 0)
      found_change(Problem::copy_destination_written, to, copy);
    else if (std::memcmp(reinterpret_cast<const void*>(to), reinterpret_cast<const void*>(from),
                         copy.bytes) != 0)
      found_change(Problem::copy_source_written, from, copy);
    bits::fill(running.shared_written, offset, copy.bytes, true);
  });
}

template <class IsFinished>
void finish_those(Thread& thread, IsFinished is_finished) {
  for (const AsyncCopy& copy : thread.copies)
    if (is_finished(copy)) finish(copy);
  thread.block->copies_under_way -= std::erase_if(thread.copies, is_finished);
}

}  // namespace

bool found_copy_under_way(std::uintptr_t address, std::size_t size, const Where& where) {
  if (running.thread->block->copies_under_way == 0) return false;
  for (const Thread& thread : running.thread->block->threads)
    for (const AsyncCopy& copy : thread.copies) {
      if (!covers(copy, address, size)) continue;
      if (already_found(FindingKind::race, where)) return true;
      const bool own = &thread == running.thread;
      report(own ? Problem::own_copy_under_way : Problem::others_copy_under_way, facts_of(address), where,
             OtherParty{copy.site, &thread});
      return true;
    }
  return false;
}

// ---- Arrays that a stream fills ----------------------------------------------------------------------

namespace {

/// The stream has come to the call.
void arrive(const void* base, bool is_filled) {
  const Classified array = classify(base);
  if (simulation.awaited_arrays->bases.erase(base) == 0 || array.region != Region::device) return;
  if (is_filled) return mark_written(base, array.size);
  if (is_unwritten(base, array.size)) return;
  report(Problem::written_before_call, {{"memory", describe_address(base)}}, Site{nullptr, 0});
  mark_unwritten(base, array.size);
}

}  // namespace

bool found_awaited(std::uintptr_t address, const Facts& access, const Where& where) {
  if (!simulation.awaited_arrays->bases.contains(classify(reinterpret_cast<const void*>(address)).base))
    return false;
  report(Problem::read_before_call, access, where);
  return true;
}

void forget_awaited_arrays() { simulation.awaited_arrays->bases.clear(); }

}  // namespace core

using namespace core;

void copy_under_way(void* to, const void* from, std::size_t bytes, std::size_t stride, std::size_t pieces,
                    Site site) {
  const auto address = reinterpret_cast<std::uintptr_t>(to);
  // The hardware copies from global to shared memory only; everything else is done at once.
  if (!running.user || !running.check || address - running.shared_base >= kArenaBytes) return;
  const InLibrary in_library;
  Thread& self = *running.thread;
  const AsyncCopy copy{
      address, reinterpret_cast<std::uintptr_t>(from), bytes, stride, pieces, site, self.committed_copies};
  for_each_piece(copy, [&](std::uintptr_t begin, std::uintptr_t) {
    bits::fill(running.shared_written, begin - running.shared_base, bytes, false);
  });
  self.copies.push_back(copy);
  ++self.block->copies_under_way;
}

/// How memory is aligned wherever a GPU places its variables: a power of 2.
static std::uintptr_t alignment_of(std::uintptr_t address) {
  const std::uintptr_t offset = address - running.shared_base;
  if (offset >= kArenaBytes) return address & -address;
  const SharedVariable& variable = simulation.shared_layout->nearest(std::int64_t(offset));
  const std::uintptr_t bits = (offset - variable.offset) | variable.alignment;
  return bits & -bits;
}

void check_promise(const void* to, const void* from, std::size_t bytes, std::size_t alignment, Site site) {
  if (!running.user || !running.check) return;
  const InLibrary in_library;
  for (const void* const memory : {to, from}) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    if (alignment_of(address) >= alignment && bytes % alignment == 0) continue;
    end_kernel(Problem::promised_alignment,
               {{"size", alignment}, {"memory", describe_address(const_cast<void*>(memory))}}, site,
               cudaErrorMisalignedAddress);
  }
}

void commit_copies() {
  if (running.user) ++running.thread->committed_copies;
}

void wait_for_copies(std::size_t batches_left) {
  if (!running.user || running.thread->copies.empty()) return;
  const InLibrary in_library;
  Thread& self = *running.thread;
  finish_those(self, [&](const AsyncCopy& copy) {
    return copy.barrier == nullptr && copy.batch + batches_left < self.committed_copies;
  });
}

void bind_copies(const void* barrier) {
  if (!running.user) return;
  for (AsyncCopy& copy : running.thread->copies)
    if (copy.barrier == nullptr && copy.batch == running.thread->committed_copies) copy.barrier = barrier;
}

void finish_bound_copies(const void* barrier) {
  if (!running.user || running.thread->block->copies_under_way == 0) return;
  const InLibrary in_library;
  for (Thread& thread : running.thread->block->threads)
    finish_those(thread, [=](const AsyncCopy& copy) { return copy.barrier == barrier; });
}

void fill_by_stream(void* stream, const void* base) {
  const Classified array = classify(base);
  if (simulation.options.stream_order == StreamOrder::at_once || array.region != Region::device) return;
  const bool is_filled = first_unwritten(base, array.size) < 0;
  simulation.awaited_arrays->bases.insert(base);
  mark_unwritten(base, array.size);
  submit(stream, {"What was to be done before the call", {nullptr, 0}, [=] { arrive(base, is_filled); }});
}

}  // namespace wgsim
