// The arrays of one comparison on the GPU, and what is done with them. See
// judge/timing/comparison/comparison.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "protocol/referee_messages.hpp"
#include "referee/kernels.hpp"

namespace warpgrade::referee {

/// Memory on the GPU that can be lent to another process. A handle lends the whole piece of memory that CUDA
/// cut it from, so each is a multiple of that piece's size: no neighbour goes with it.
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t bytes);
  ~DeviceArray();
  DeviceArray(DeviceArray&& other) noexcept;
  DeviceArray& operator=(DeviceArray&&) = delete;

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }  ///< as asked for

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

class ComparisonArrays {
 public:
  ComparisonArrays(const protocol::OpenComparison& request, const std::byte* pool);

  std::vector<protocol::LentArrays> lend() const;
  /// From now on a new input, the same for all, and other poison.
  void begin(std::uint64_t seed, std::uint64_t poison);
  /// The contestant's arrays as they must be before its call.
  void stage(std::size_t contestant);
  protocol::Sums sum(std::size_t contestant) const;
  protocol::Differences compare(std::size_t contestant, std::size_t with) const;

 private:
  struct Contestant {
    std::size_t inputs = 0;  ///< index into input_sets_
    std::vector<DeviceArray> outputs = {};
  };
  void fill(std::size_t input_set);
  /// How much of a contestant's output i counts, by its own word.
  Extent extent(const Contestant& contestant, std::size_t i) const;

  std::vector<protocol::TimedArray> wanted_inputs_, outputs_;
  std::vector<DeviceArray> pools_;
  std::vector<std::vector<DeviceArray>> input_sets_;  ///< 0: of all trusted contestants
  std::vector<Contestant> contestants_;
  DeviceArray sums_, comparison_;
  std::uint64_t seed_ = 0, poison_ = 0;
};

}  // namespace warpgrade::referee
