// Which thread has the processor, with what the check of a memory access needs of its block.
#pragma once

#include <cstdint>

#include "race/shadow_memory.hpp"

namespace wgsim::core {

struct Block;
struct Thread;

struct Running {
  /// User code of a kernel has the processor, so hooks check what it does. It is false in the library,
  /// although that is not instrumented: its inline functions from std may be. The linker keeps one copy of
  /// std::string::append, and that may well be the one of the user's instrumented object file.
  bool user = false;
  Thread* thread = nullptr;      ///< nullptr: host code runs
  const Block* block = nullptr;  ///< whose values the variables below and blockIdx have
  bool check = true;             ///< Options::check
  bool count = false;            ///< Options::count, while a kernel runs
  std::uintptr_t shared_base = 0;
  std::uint8_t* shared_written = nullptr;
  Stamp stamp;                     ///< of an access now, without its kind and place
  Epoch block_ordered_before = 0;  ///< Block::ordered_before
  ShadowMemory* shared_shadow = nullptr;
};
inline constinit Running running;

/// Stands at the top of each library function that user code calls.
class InLibrary {
 public:
  InLibrary() { running.user = false; }
  ~InLibrary() { running.user = running.thread != nullptr; }
  InLibrary(const InLibrary&) = delete;
};

}  // namespace wgsim::core
