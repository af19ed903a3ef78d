// What one warp instruction costs, by the rules that NVIDIA documents for all its present GPUs.
//
// Global memory is moved in sectors of 32 bytes. A request costs the sectors that its lanes touch, each
// once, and a word that several lanes read comes once for all of them. Shared memory has 32 banks of 4 bytes.
// In one pass each bank gives one word, to all lanes that want it. Requests of 8 bytes a lane need a pass for
// each half of the warp, requests of 16 bytes one for each quarter. Each pass beyond that is a conflict.
#include "count/traffic.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace wgsim::core {

namespace {

constexpr unsigned kBanks = 32, kWordBytes = 4;

/// Up to 32 values, most often ascending.
class Values {
 public:
  void add(std::uintptr_t value) {
    ascending_ = ascending_ && (count_ == 0 || values_[count_ - 1] <= value);
    values_[count_++] = value;
  }
  unsigned distinct() {
    if (!ascending_) std::sort(values_.begin(), values_.begin() + count_);
    return unsigned(std::unique(values_.begin(), values_.begin() + count_) - values_.begin());
  }

 private:
  std::array<std::uintptr_t, 64> values_;
  unsigned count_ = 0;
  bool ascending_ = true;
};

template <class F>
void for_each_address(const Issue& issue, std::uint32_t lanes, F f) {
  for (std::uint32_t left = issue.lanes & lanes; left != 0; left &= left - 1)
    f(issue.address[unsigned(std::countr_zero(left))]);
}

/// The number of passes over the banks that give these lanes their words.
unsigned passes_over_banks(const Issue& issue, std::uint32_t lanes) {
  std::array<std::array<std::uintptr_t, kBanks>, kBanks> words;  // of each bank, without repetition
  std::array<unsigned, kBanks> count{};
  unsigned most = 0;
  for_each_address(issue, lanes, [&](std::uintptr_t address) {
    for (std::uintptr_t word = address / kWordBytes; word * kWordBytes < address + issue.size; ++word) {
      auto& of_bank = words[word % kBanks];
      unsigned& n = count[word % kBanks];
      if (std::find(of_bank.begin(), of_bank.begin() + n, word) != of_bank.begin() + n) continue;
      of_bank[n++] = word;
      most = std::max(most, n);
    }
  });
  return most;
}

}  // namespace

GlobalTraffic global_traffic(const Issue& issue) {
  Values sectors, addresses;
  for_each_address(issue, ~0u, [&](std::uintptr_t address) {
    addresses.add(address);
    sectors.add(address / kSectorBytes);
    const std::uintptr_t last = (address + issue.size - 1) / kSectorBytes;
    if (last != address / kSectorBytes) sectors.add(last);  // not aligned
  });
  const unsigned bytes = addresses.distinct() * issue.size;
  return {bytes, sectors.distinct(), (bytes + kSectorBytes - 1) / kSectorBytes};
}

SharedTraffic shared_traffic(const Issue& issue) {
  const unsigned groups = issue.size <= 4 ? 1 : issue.size / 4u;
  SharedTraffic traffic{0, 0};
  for (unsigned g = 0; g < groups; ++g) {
    const unsigned lanes = 32 / groups;
    const auto group = std::uint32_t(((std::uint64_t(1) << lanes) - 1) << (g * lanes));
    if ((issue.lanes & group) == 0) continue;
    ++traffic.ideal_passes;
    traffic.passes += passes_over_banks(issue, group);
  }
  return traffic;
}

unsigned distinct_words(const Issue& issue) {
  Values first;
  for_each_address(issue, ~0u, [&](std::uintptr_t address) { first.add(address / kWordBytes); });
  return first.distinct() * std::max(1u, issue.size / kWordBytes);
}

unsigned distinct_addresses(const Issue& issue) {
  Values addresses;
  for_each_address(issue, ~0u, [&](std::uintptr_t address) { addresses.add(address); });
  return addresses.distinct();
}

}  // namespace wgsim::core
