// An access that shadow memory remembers, and whether it happens before the present one.
#pragma once

#include <cstdint>

#include "state/stamp.hpp"

namespace wgsim::core {

struct EarlierAccess {
  Stamp stamp;
  bool write;
  std::uint64_t block;  ///< number in the launch
};

/// What a stamp (of one access) says.
EarlierAccess earlier_access(Stamp stamp, bool write, bool shared);
/// Does it happen before what the running thread does now?
bool happens_before(const EarlierAccess& e, bool shared);
/// Would it happen before, if the running thread executed a fence now? Then the thread has seen a flag that
/// was set after this access.
bool is_before_a_seen_flag(const EarlierAccess& e);

}  // namespace wgsim::core
