#include "model/card.hpp"

#include <algorithm>
#include <cctype>

namespace warpgrade {
namespace {

constexpr Card kCards[] = {
#define WARPGRADE_CARD(name, multiprocessors, mhz, gb_per_second, cache_mb) \
  {name, multiprocessors, mhz, gb_per_second, cache_mb},
#include "model/cards.def"
#undef WARPGRADE_CARD
};

}  // namespace

std::span<const Card> all_cards() { return kCards; }

const Card* find_card(std::string_view name) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  const auto* found = std::ranges::find_if(
      kCards, [&](const Card& card) { return std::ranges::equal(card.name, name, same); });
  return found == std::end(kCards) ? nullptr : found;
}

}  // namespace warpgrade
