#include "kit/mistakes.hpp"

namespace warpgrade::kit {

bool Mistakes::make(std::string_view words) {
  offered_.emplace_back(words);
  return words == asked_for_;
}

std::uint64_t Mistakes::make_with_tiles(std::string_view words) {
  constexpr std::uint64_t smallest = 32, largest = 4096;
  std::uint64_t made = 0;
  for (std::uint64_t tile = smallest; tile <= largest && tile < n_; tile *= 2) {
    std::string with_size(words);
    with_size.replace(with_size.find('#'), 1, std::to_string(tile));
    if (make(with_size)) made = tile;
  }
  return made;
}

}  // namespace warpgrade::kit
