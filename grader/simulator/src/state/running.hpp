// Which thread runs now, and what the check of a memory access needs to know of its block.
#pragma once

#include <cstdint>

#include "state/accesses.hpp"

namespace wgsim::core {

struct Block;
struct Thread;

struct alignas(64) Running {
  /// True while user code of a kernel runs, so that hooks check what it does. It is false in the library.
  /// The library itself is not instrumented, but inline functions of std that it calls may be: the linker
  /// keeps one copy of std::string::append, which may be the one in the user's instrumented object file.
  bool user = false;
  bool check = true;             ///< Options::check
  bool watched = true;           ///< Block::watched, while a kernel runs
  bool each_access = false;      ///< a listener wants to know of each access and call, while a kernel runs
  std::uint8_t unfinished = 0;   ///< what listeners must do before another thread runs: a bit for each thing
  Thread* thread = nullptr;      ///< nullptr: host code runs
  const Block* block = nullptr;  ///< the variables below and blockIdx have its values
  std::uintptr_t shared_base = 0;
  std::uint8_t* shared_written = nullptr;
  ShadowMemory* shared_shadow = nullptr;
  unsigned turns_until_others = 0;  ///< how often the first waiting thread of the block may still go on
  Stamp stamp;                      ///< of an access now, without its kind and place
  Epoch block_ordered_before = 0;   ///< Block::ordered_before
  Epoch ordered_before = 1;         ///< accesses before this epoch happen before all that any block does now
  const std::uint8_t* shared_valid = nullptr;     ///< SharedLayout::valid() of the launch
  const std::uint64_t* race_site_keys = nullptr;  ///< RaceSites::keys(), if races are looked for
};

}  // namespace wgsim::core
