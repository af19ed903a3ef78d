// What the simulator counted of a task, in one word. Submissions with the same word did the same work step by
// step, whatever their names, comments, spaces and order of functions are: so it finds copies that were
// renamed.
#pragma once

#include <string>

#include "model/result.hpp"

namespace warpgrade::classes {

/// A checksum of every cost at every size, and of the accesses of each line. The seed decides inputs and some
/// sizes, so only results of one seed can be compared.
std::string counts_of(const TaskResult& task);

}  // namespace warpgrade::classes
