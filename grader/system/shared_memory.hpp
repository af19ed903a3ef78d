// The file through which judge and runner exchange the bytes of a case. The judge never maps it: a runner
// that shrinks the file would then kill the judge, while a short read is just an error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "system/process.hpp"

namespace warpgrade::system {

class SharedMemory {
 public:
  SharedMemory();  ///< throws std::system_error

  int descriptor() const { return file_.get(); }
  /// All zeros again, so that nothing of an earlier case is left to be found. Throws std::system_error.
  void reset(std::uint64_t bytes);
  void write(std::uint64_t offset, std::span<const std::byte> bytes);  ///< throws std::system_error
  /// False if the file is shorter than that: the runner has tampered with it.
  [[nodiscard]] bool read(std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  Descriptor file_;
};

}  // namespace warpgrade::system
