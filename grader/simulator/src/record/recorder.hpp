// Writes down what a launch does (wgsim/recording.hpp). Call these only while running.record is set.
//
// A hook is called before its access happens, so what a store leaves in memory is not known yet. It is read
// later, when another thread runs or the same one has gone on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory/access_kind.hpp"
#include "report/findings.hpp"
#include "schedule/grid.hpp"

namespace wgsim::core {

void record_launch(const LaunchConfig& config);
/// An access that was checked, and that was counted just before: it has the position of that instruction.
void record_access(std::uintptr_t address, std::size_t size, Access access, const Where& where);
/// All threads of the block have come to it.
void record_barrier(const Block& block);
void record_warp_sync(const Warp& warp, unsigned lanes, Site site);
/// `value`: what the lane gets, of `size` bytes.
void record_shuffle(const Thread& thread, const Thread& source, const void* value, std::size_t size,
                    Site site);
/// The stores of the running thread have happened: it ends. Without one: all have.
void settle_recording();

}  // namespace wgsim::core
