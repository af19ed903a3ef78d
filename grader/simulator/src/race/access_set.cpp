#include "race/access_set.hpp"

#include <unordered_map>
#include <utility>

namespace wgsim::core {

namespace {

std::unordered_map<const Block*, AccessSets> all_sets;
std::pair<const Block*, AccessSets*> looked_up;  ///< the last one

}  // namespace

void AccessSets::clear() {
  members_.resize(1);
  members_[0] = {};
}

AccessSets& access_sets_of(const Block* block) {
  if (looked_up.second == nullptr || looked_up.first != block) looked_up = {block, &all_sets[block]};
  return *looked_up.second;
}

void forget_access_sets() {
  all_sets.clear();
  looked_up = {};
}

}  // namespace wgsim::core
