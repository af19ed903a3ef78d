// __shared__ memory. Each resident block has an arena; where a variable lies in it is the same for all blocks
// of a launch, and is decided when the first thread comes to its declaration. Between variables are gaps
// (red zones), so that an index out of one array does not silently reach the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "race/shadow_memory.hpp"
#include "wgsim/abi.h"

namespace wgsim::core {

/// What a block may declare, and what cudaFuncSetAttribute may raise its dynamic shared memory to.
inline constexpr std::size_t kDefaultSharedBytes = 48 * 1024;
inline constexpr std::size_t kMaxDynamicSharedBytes = 227 * 1024;

inline constexpr std::size_t kArenaBytes = std::size_t(1) << 20;  ///< of addresses; touched: what is declared

struct SharedVariable {
  const void* key;
  const char* name;
  std::size_t offset, bytes, element_size;
};

/// The variables of the launch that runs. offset 0 of an arena is a gap.
class SharedLayout {
 public:
  void start(std::size_t dynamic_bytes);
  const SharedVariable* find(const void* key) const {
    for (const SharedVariable& v : variables_)
      if (v.key == key) return &v;
    return nullptr;
  }
  const SharedVariable& add(const void* key, const char* name, std::size_t bytes, std::size_t alignment,
                            std::size_t element_size);
  void name_dynamic(const char* name, std::size_t element_size);
  const SharedVariable& dynamic() const { return variables_.front(); }
  std::size_t static_bytes() const { return static_bytes_; }
  std::size_t used() const { return used_; }
  std::size_t high_water() const { return high_water_; }  ///< the most that any launch so far used
  /// The variable at or nearest to an offset.
  const SharedVariable& nearest(std::size_t offset) const;
  const std::uint8_t* valid() const { return valid_.data(); }  ///< a bit per byte: inside a variable

 private:
  std::vector<SharedVariable> variables_;  ///< the first is the dynamic memory, which may have no bytes
  std::vector<std::uint8_t> valid_;
  std::size_t used_ = 0, static_bytes_ = 0, high_water_ = 0;
};
extern SharedLayout shared_layout;

/// The memory of one resident block.
class SharedArena {
 public:
  explicit SharedArena(unsigned number);
  void start_block();  ///< nothing is written yet
  void poison(const SharedVariable& variable);
  std::uintptr_t base() const { return base_; }
  std::uint8_t* written() { return written_.data(); }
  ShadowMemory* shadow() { return &shadow_; }

 private:
  std::uintptr_t base_ = 0;
  std::vector<std::uint8_t> written_;
  ShadowMemory shadow_;
};
/// Kept from launch to launch.
SharedArena& shared_arena(unsigned number);

}  // namespace wgsim::core
