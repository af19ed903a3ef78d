// Which thread has the processor. Also keeps what the check of a memory access needs of its block.
#pragma once

#include <cstdint>

#include "race/shadow_memory.hpp"

namespace wgsim::core {

struct Block;
struct Thread;

struct Running {
  /// True while user code of a kernel runs, so that hooks check what it does. It is false in the library.
  /// The library itself is not instrumented, but inline functions of std that it calls may be: the linker
  /// keeps one copy of std::string::append, which may be the one in the user's instrumented object file.
  bool user = false;
  Thread* thread = nullptr;      ///< nullptr: host code runs
  const Block* block = nullptr;  ///< the variables below and blockIdx have its values
  bool check = true;             ///< Options::check
  bool watched = true;           ///< Block::watched, while a kernel runs
  bool count = false;            ///< Options::count, while a kernel runs
  bool record = false;           ///< Options::record, while a kernel runs
  std::uintptr_t shared_base = 0;
  std::uint8_t* shared_written = nullptr;
  Stamp stamp;                     ///< of an access now, without its kind and place
  Epoch block_ordered_before = 0;  ///< Block::ordered_before
  ShadowMemory* shared_shadow = nullptr;
};
inline constinit Running running;

/// Make one at the top of each library function that user code calls.
class InLibrary {
 public:
  InLibrary() { running.user = false; }
  ~InLibrary() { running.user = running.thread != nullptr; }
  InLibrary(const InLibrary&) = delete;
};

}  // namespace wgsim::core
