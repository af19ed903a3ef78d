#include "race/access_set.hpp"

#include <unordered_map>
#include <utility>

#include "state/simulation.hpp"

namespace wgsim::core {

struct SetsOfBlocks {
  std::unordered_map<const Block*, AccessSets> all;
  std::pair<const Block*, AccessSets*> looked_up;  ///< the last one
};

void AccessSets::clear() {
  members_.resize(1);
  members_[0] = {};
}

AccessSets& access_sets_of(const Block* block) {
  SetsOfBlocks& sets = *simulation.access_sets;
  auto& last = sets.looked_up;
  if (last.second == nullptr || last.first != block) last = {block, &sets.all[block]};
  return *last.second;
}

void forget_access_sets() { *simulation.access_sets = {}; }

}  // namespace wgsim::core
