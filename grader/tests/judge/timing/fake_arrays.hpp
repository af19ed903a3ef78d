// 'Arrays of the GPU' of the fake referee and the fake contestants: files, mapped by both. A handle is a
// path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <span>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace warpgrade::support {

class FakeArray {
 public:
  FakeArray(const std::string& path, std::size_t bytes) : bytes_(bytes) {
    const int file = open(path.c_str(), O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, off_t(bytes)) != 0) throw std::runtime_error("can't make " + path);
    data_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (data_ == MAP_FAILED) throw std::runtime_error("can't map " + path);
  }
  ~FakeArray() {
    if (data_) munmap(data_, bytes_);
  }
  FakeArray(FakeArray&& other) noexcept : data_(std::exchange(other.data_, nullptr)), bytes_(other.bytes_) {}
  FakeArray& operator=(FakeArray&&) = delete;

  std::span<std::uint8_t> bytes() const { return {static_cast<std::uint8_t*>(data_), bytes_}; }
  std::span<std::int32_t> numbers() const { return {static_cast<std::int32_t*>(data_), bytes_ / 4}; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_;
};

/// FNV-1a, begun with a key.
inline std::uint64_t hash(std::span<const std::uint8_t> bytes, std::uint64_t key) {
  std::uint64_t value = 0xcbf29ce484222325u ^ key;
  for (const std::uint8_t byte : bytes) value = (value ^ byte) * 0x100000001b3u;
  return value;
}

}  // namespace warpgrade::support
