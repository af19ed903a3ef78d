// What a GPU can do at most. cards.def is the list.
#pragma once

#include <span>
#include <string_view>

namespace warpgrade {

struct Card {
  std::string_view name;
  double multiprocessors = 0;
  double mhz = 0;            ///< the highest clock
  double gb_per_second = 0;  ///< of its memory
  double cache_mb = 0;       ///< level 2
};

std::span<const Card> all_cards();

/// The card of this name; capital letters don't matter. Null if it is not in the list.
const Card* find_card(std::string_view name);

}  // namespace warpgrade
