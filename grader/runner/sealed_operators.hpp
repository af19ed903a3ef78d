// The operators over sealed elements (kit/sealed.cuh): of one call at a time.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace warpgrade::runner {

/// Call it before a call of a task: tells which operator the elements are for, and their key. Any other
/// operator means that the call has no sealed elements.
void begin_sealed(const std::string& op, std::uint64_t key);

/// How often the task has applied the function over traced elements (kit/probes.cuh) since the last call.
std::uint64_t take_applications();

/// Told of each application in a call that is recorded: the nodes left, right, low and high of
/// model/recording.hpp.
using NoteApplication = void (*)(const std::array<std::uint64_t, 4>& nodes, const void* return_address);

/// After begin_sealed: the elements of this call are traced ones, and know where they come from. `levels`
/// holds the number of a node; the judge has numbered the inputs from 1 to `inputs`.
void record_sealed(std::uint32_t inputs, NoteApplication note);

}  // namespace warpgrade::runner
