// A child's view of the memory that it shares with the judge, mapped for one case. (The judge never maps it;
// system/shared_memory.hpp says why.)
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <sys/mman.h>
#include <system_error>

#include "protocol/runner_messages.hpp"

namespace warpgrade::protocol {

class SharedView {
 public:
  /// Throws std::system_error.
  explicit SharedView(std::uint64_t bytes) : size_(bytes) {
    base_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, kSharedMemory, 0);
    if (base_ == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "no shared memory");
  }
  ~SharedView() { munmap(base_, size_); }
  SharedView(const SharedView&) = delete;
  SharedView& operator=(const SharedView&) = delete;

  std::span<std::byte> bytes() const { return {static_cast<std::byte*>(base_), size_}; }
  std::span<std::byte> of(const Buffer& buffer) const {
    return bytes().subspan(buffer.offset, buffer.count * ElementType::parse(buffer.type).size());
  }

 private:
  void* base_;
  std::size_t size_;
};

}  // namespace warpgrade::protocol
