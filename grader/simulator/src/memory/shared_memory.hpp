// __shared__ memory. Each resident block has an arena. A variable lies at the same place in the arena of each
// block of a launch; the place is chosen when the first thread comes to the declaration. There are gaps
// between variables (red zones: Serebryany et al., AddressSanitizer: a fast address sanity checker, 2012), so
// that an index outside of one array does not silently reach the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "state/accesses.hpp"
#include "state/simulation.hpp"
#include "wgsim/abi.h"

namespace wgsim::core {

/// The most that a block may declare, and the most that cudaFuncSetAttribute may allow it as dynamic shared
/// memory.
inline constexpr std::size_t kDefaultSharedBytes = 48 * 1024;
inline constexpr std::size_t kMaxDynamicSharedBytes = 227 * 1024;

/// Addresses of an arena. Only the memory of declared variables is ever touched.
inline constexpr std::size_t kArenaBytes = std::size_t(1) << 20;

struct SharedVariable {
  const void* key;
  const char* name;
  std::size_t offset, bytes, element_size;
  std::size_t alignment;  ///< as declared: on a GPU there need be no more
};

/// The variables of the launch that runs. Offset 0 of an arena lies in a gap.
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
  std::size_t high_water() const { return high_water_; }  ///< the most that a launch has used so far
  /// The variable at or nearest to an offset, which may be below 0.
  const SharedVariable& nearest(std::int64_t offset) const;
  const std::uint8_t* valid() const { return valid_.data(); }  ///< a bit per byte: inside a variable

 private:
  std::vector<SharedVariable> variables_;  ///< the first is the dynamic memory, which may have no bytes
  std::vector<std::uint8_t> valid_;
  std::size_t used_ = 0, static_bytes_ = 0, high_water_ = 0;
};

/// The memory of one resident block.
class SharedArena {
 public:
  explicit SharedArena(unsigned number);
  void start_block();  ///< marks all of it as unwritten
  void poison(const SharedVariable& variable);
  std::uintptr_t base() const { return base_; }
  std::uint8_t* written() { return written_.data(); }
  ShadowMemory* shadow() { return &shadow_; }

 private:
  std::uintptr_t base_ = 0;
  std::vector<std::uint8_t> written_;
  ShadowMemory shadow_;
};
/// The arena is kept from launch to launch.
SharedArena& shared_arena(unsigned number);

/// Is the address in the arena of the running block, or nearer to its begin than to the one below?
inline bool is_at_own_shared(std::uintptr_t address) {
  return address - running.shared_base + kArenaBytes / 2 < kArenaBytes / 2 + kArenaBytes;
}

/// Is the address in the arena of any block? (It may be resident no more.)
bool is_shared_arena(std::uintptr_t address);

}  // namespace wgsim::core
