#include "referee/arrays.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "protocol/ipc_handle.hpp"

namespace warpgrade::referee {
namespace {

constexpr std::size_t kPiece = std::size_t(2) << 20;  // what CUDA cuts small allocations from

std::string lend_array(const DeviceArray& array) {
  cudaIpcMemHandle_t handle;
  require(cudaIpcGetMemHandle(&handle, array.data()), "lend an array to another process");
  return protocol::to_text(handle);
}

std::vector<std::uint8_t> read_word(const DeviceArray& array, std::size_t at) {
  std::vector<std::uint8_t> bytes(std::min<std::size_t>(16, array.bytes() - at));
  require(cudaMemcpy(bytes.data(), static_cast<const std::byte*>(array.data()) + at, bytes.size(),
                     cudaMemcpyDeviceToHost),
          "read a part of an array");
  return bytes;
}

}  // namespace

DeviceArray::DeviceArray(std::size_t bytes) : bytes_(bytes) {
  const std::size_t pieces = (bytes + 15) / kPiece + 1;
  require(cudaMalloc(&data_, pieces * kPiece), "allocate the arrays of this size");
}

DeviceArray::~DeviceArray() { cudaFree(data_); }

DeviceArray::DeviceArray(DeviceArray&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(other.bytes_) {}

ComparisonArrays::ComparisonArrays(const protocol::OpenComparison& request, const std::byte* pool)
    : wanted_inputs_(request.inputs),
      outputs_(request.outputs),
      sums_(8 * (request.inputs.size() + request.outputs.size())),
      comparison_(64) {
  for (const protocol::TimedArray& input : request.inputs) {
    const bool in_strips = input.strips.elements > 0;
    const DeviceArray& array = pools_.emplace_back(in_strips ? input.pool_bytes : input.pool_bytes / 16 * 16);
    require(cudaMemcpy(array.data(), pool + input.pool_offset, array.bytes(), cudaMemcpyHostToDevice),
            "fill the pool of an input");
  }
  const auto allocate = [](const std::vector<protocol::TimedArray>& wanted) {
    std::vector<DeviceArray> arrays;
    arrays.reserve(wanted.size());
    for (const protocol::TimedArray& array : wanted) arrays.emplace_back(array.bytes);
    return arrays;
  };
  input_sets_.push_back(allocate(request.inputs));
  for (const bool shares : request.shares_inputs) {
    if (!shares) input_sets_.push_back(allocate(request.inputs));
    contestants_.push_back({shares ? 0 : input_sets_.size() - 1, allocate(request.outputs)});
  }
}

std::vector<protocol::LentArrays> ComparisonArrays::lend() const {
  std::vector<protocol::LentArrays> lent;
  for (const Contestant& contestant : contestants_) {
    protocol::LentArrays& arrays = lent.emplace_back();
    for (const DeviceArray& input : input_sets_[contestant.inputs])
      arrays.inputs.push_back(lend_array(input));
    for (const DeviceArray& output : contestant.outputs) arrays.outputs.push_back(lend_array(output));
  }
  return lent;
}

void ComparisonArrays::fill(std::size_t input_set) {
  std::vector<DeviceArray>& inputs = input_sets_[input_set];
  constexpr std::uint64_t kFarApart =
      0x9E3779B97F4A7C15;  // otherwise one array would be a shifted copy of another
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const protocol::TimedArray::Strips& strips = wanted_inputs_[i].strips;
    if (strips.elements > 0)
      fill_from_strips(inputs[i].data(), inputs[i].bytes(), pools_[i].data(),
                       {strips.elements, strips.step, strips.count, strips.in_pool}, seed_);
    else
      // not from seed_ itself, which picks the strips
      fill_from_pool(inputs[i].data(), inputs[i].bytes(), pools_[i].data(), pools_[i].bytes(),
                     seed_ + (i + 1) * kFarApart);
  }
}

void ComparisonArrays::begin(std::uint64_t seed, std::uint64_t poison) {
  seed_ = seed;
  poison_ = poison;
}

void ComparisonArrays::stage(std::size_t contestant) {
  const Contestant& it = contestants_[contestant];
  fill(it.inputs);  // for all alike, so that one turn is like another
  for (const DeviceArray& output : it.outputs)
    poison(output.data(), output.bytes(), poison_ ^ (contestant + 1));
}

/// If two contestants give different lengths, the output with the length already shows that they differ.
Extent ComparisonArrays::extent(const Contestant& contestant, std::size_t i) const {
  const protocol::TimedArray::Length& length = outputs_[i].length;
  Extent extent{.bytes = contestant.outputs[i].bytes()};
  if (length.output < 0) return extent;
  extent.length = static_cast<const unsigned*>(contestant.outputs.at(std::size_t(length.output)).data());
  extent.element_bytes = length.element_bytes;
  return extent;
}

protocol::Sums ComparisonArrays::sum(std::size_t contestant) const {
  const Contestant& it = contestants_[contestant];
  const std::vector<DeviceArray>& inputs = input_sets_[it.inputs];
  auto* const on_device = static_cast<std::uint64_t*>(sums_.data());
  std::size_t count = 0;
  // Outputs come first, and all sums are queued before the host waits for any: the sooner they are read, the
  // less can still change.
  for (std::size_t i = 0; i < it.outputs.size(); ++i)
    add_up(it.outputs[i].data(), extent(it, i), seed_, on_device + count++);
  for (const DeviceArray& input : inputs) add_up(input.data(), {input.bytes()}, seed_, on_device + count++);
  std::vector<std::uint64_t> all(count);
  require(cudaMemcpy(all.data(), on_device, 8 * count, cudaMemcpyDeviceToHost), "read the sums");
  const auto middle = all.begin() + std::ptrdiff_t(it.outputs.size());
  return {.inputs = {middle, all.end()}, .outputs = {all.begin(), middle}};
}

protocol::Differences ComparisonArrays::compare(std::size_t contestant, std::size_t with) const {
  protocol::Differences differences;
  for (std::size_t i = 0; i < contestants_[contestant].outputs.size(); ++i) {
    const DeviceArray &mine = contestants_[contestant].outputs[i], &right = contestants_[with].outputs[i];
    auto* on_device = static_cast<Comparison*>(comparison_.data());
    const protocol::TimedArray::Rounding& rounding = outputs_[i].rounding;
    const Extent counts = extent(contestants_[with], i);
    if (rounding.share > 0)
      compare_rounded(right.data(), mine.data(), counts, rounding.scalar, rounding.share, on_device);
    else
      referee::compare(right.data(), mine.data(), counts, on_device);
    Comparison result{};
    require(cudaMemcpy(&result, on_device, sizeof result, cudaMemcpyDeviceToHost), "read a comparison");
    if (result.count == 0) continue;
    const std::size_t at = 16 * result.first;
    differences.outputs.push_back({.output = int(i),
                                   .first_byte = at,
                                   .count = result.count,
                                   .expected = read_word(right, at),
                                   .got = read_word(mine, at),
                                   .allowed = rounding.share * result.largest});
  }
  return differences;
}

}  // namespace warpgrade::referee
