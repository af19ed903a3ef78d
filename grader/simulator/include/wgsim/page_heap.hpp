// A heap in pages of its own, so that one range of addresses says what belongs to it, and its pages can be
// locked. For one thread.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory_resource>
#include <new>
#include <sys/mman.h>

namespace wgsim {

/// A range of addresses, which become memory when they are used.
class ReservedPages {
 public:
  static constexpr std::size_t kBytes = std::size_t(64) << 30;

  ReservedPages()
      : begin_(::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                      -1, 0)) {
    if (begin_ == MAP_FAILED) throw std::bad_alloc();
  }
  void* begin() const { return begin_; }
  bool contains(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(begin_) < kBytes;
  }

 private:
  void* begin_;
};

/// The pool asks here for its chunks and for all that is too large for it, and gives the latter back when it
/// is freed. Sizes are rounded up to powers of two, so that what was freed fits again.
class ReusedBlocks final : public std::pmr::memory_resource {
 public:
  explicit ReusedBlocks(const ReservedPages& pages)
      : unused_(pages.begin(), ReservedPages::kBytes, std::pmr::null_memory_resource()) {}
  /// All that was ever used lies before it.
  const std::byte* end() const { return end_; }

 private:
  struct Free {
    Free* next;
  };
  static constexpr std::size_t kAlignment = 64;  // more than the pool asks for

  static std::size_t rounded(std::size_t bytes) { return std::bit_ceil(std::max(bytes, kAlignment)); }
  Free*& freed(std::size_t bytes) { return free_[std::size_t(std::countr_zero(rounded(bytes)))]; }

  void* do_allocate(std::size_t bytes, std::size_t) override {
    Free*& list = freed(bytes);
    if (list == nullptr) {
      void* const block = unused_.allocate(rounded(bytes), kAlignment);
      end_ = std::max<const std::byte*>(end_, static_cast<std::byte*>(block) + rounded(bytes));
      return block;
    }
    Free* const block = list;
    list = block->next;
    return block;
  }
  void do_deallocate(void* memory, std::size_t bytes, std::size_t) override {
    Free*& list = freed(bytes);
    list = new (memory) Free{list};
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  std::pmr::monotonic_buffer_resource unused_;
  const std::byte* end_ = nullptr;
  std::array<Free*, 64> free_{};
};

class PageHeap {
  struct alignas(16) Header {
    void* block;
    std::size_t bytes;  ///< of the block
  };

 public:
  PageHeap() = default;
  PageHeap(const PageHeap&) = delete;

  const void* begin() const { return pages_.begin(); }
  /// Behind all that was ever used.
  const void* end() const { return blocks_.end() == nullptr ? pages_.begin() : blocks_.end(); }
  bool contains(const void* address) const { return pages_.contains(address); }

  /// alignment: a power of two.
  void* allocate(std::size_t bytes, std::size_t alignment = alignof(Header)) {
    if (bytes > ReservedPages::kBytes / 2 || alignment > ReservedPages::kBytes / 4) throw std::bad_alloc();
    // A multiple of 16, or the pool may take a block of 24 bytes, which is not aligned (libstdc++ 12).
    const std::size_t all =
        sizeof(Header) + (bytes + 15) / 16 * 16 + (alignment > alignof(Header) ? alignment : 0);
    void* const block = pool_.allocate(all, alignof(Header));
    const std::uintptr_t behind_header = reinterpret_cast<std::uintptr_t>(block) + sizeof(Header);
    void* const memory = reinterpret_cast<void*>((behind_header + alignment - 1) / alignment * alignment);
    header_of(memory) = {block, all};
    return memory;
  }
  /// memory: of allocate(), and its owner may have spoiled what lies around it.
  void release(void* memory) {
    const Header header = header_of(memory);
    if (!pages_.contains(header.block) || header.block > memory) std::abort();
    pool_.deallocate(header.block, header.bytes, alignof(Header));
  }
  /// At least what was asked for.
  static std::size_t size_of(void* memory) {
    const Header& header = header_of(memory);
    return header.bytes -
           std::size_t(static_cast<std::byte*>(memory) - static_cast<std::byte*>(header.block));
  }

 private:
  static Header& header_of(void* memory) { return static_cast<Header*>(memory)[-1]; }

  ReservedPages pages_;
  ReusedBlocks blocks_{pages_};
  std::pmr::unsynchronized_pool_resource pool_{&blocks_};
};

}  // namespace wgsim
