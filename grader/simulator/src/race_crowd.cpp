#include "race_crowd.hpp"

#include <unordered_map>
#include <utility>

namespace wgsim::core {

namespace {

std::unordered_map<const Block*, Crowds> all_crowds;
std::pair<const Block*, Crowds*> looked_up;  ///< the last one

}  // namespace

void Crowds::clear() {
  members_.resize(1);
  members_[0] = {};
}

Crowds& crowds_of(const Block* block) {
  if (looked_up.second == nullptr || looked_up.first != block) looked_up = {block, &all_crowds[block]};
  return *looked_up.second;
}

void forget_crowds() {
  all_crowds.clear();
  looked_up = {};
}

}  // namespace wgsim::core
