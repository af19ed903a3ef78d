#include "judge/machine_code/occupancy.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace warpgrade::judge {
namespace {

constexpr Card kCards[] = {
#define CARD(architecture, names, warps, blocks, shared, reserved) \
  {architecture, names, warps, blocks, shared, reserved},
#include "judge/machine_code/cards.def"
#undef CARD
};

// A multiprocessor has four parts, each with a quarter of the registers, and a warp lives in one of them.
constexpr int kLanes = 32, kParts = 4, kRegistersOfPart = 65'536 / kParts;
constexpr int kRegisterPortion = 256;          // of a warp
constexpr std::uint64_t kSharedPortion = 128;  // of a block

template <class T>
T in_portions(T amount, T portion) {
  return (amount + portion - 1) / portion * portion;
}

bool is_word(char c) { return c == ',' || c == ' '; }

/// Is `name` one of "H100, H200"?
bool is_among(std::string_view names, std::string_view name) {
  const std::size_t at = names.find(name);
  if (name.empty() || at == names.npos) return false;
  const std::size_t end = at + name.size();
  return (at == 0 || is_word(names[at - 1])) && (end == names.size() || names[end] == ',');
}

}  // namespace

std::span<const Card> cards() { return kCards; }

const Card* find_card(std::string_view name) {
  for (const Card& card : kCards)
    if (card.architecture() == name || is_among(card.names, name)) return &card;
  return nullptr;
}

Occupancy occupancy(const Card& card, const BlockNeeds& block) {
  const int warps = std::max(1, (block.threads + kLanes - 1) / kLanes);
  const int registers = in_portions(block.registers * kLanes, kRegisterPortion);
  const std::uint64_t shared = in_portions(block.shared_bytes + card.reserved_bytes, kSharedPortion);
  const int any = std::numeric_limits<int>::max();
  const int warps_by_registers = registers == 0 ? any : kRegistersOfPart / registers * kParts;
  struct Limit {
    const char* name;
    int blocks;
  };
  const std::array limits = {
      Limit{"threads", card.warps / warps},
      Limit{"registers", registers == 0 ? any : warps_by_registers / warps},
      Limit{"shared memory", shared == 0 ? any : int(card.shared_bytes / shared)},
      Limit{"the number of blocks", card.blocks},
  };
  const Limit& least = *std::ranges::min_element(limits, {}, &Limit::blocks);
  return {.blocks = least.blocks,
          .warps = least.blocks * warps,
          .share = double(least.blocks * warps) / card.warps,
          .limited_by = least.name};
}

}  // namespace warpgrade::judge
