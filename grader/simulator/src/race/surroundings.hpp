// What else the launch has done to memory, as far as shadow memory remembers it: a race alone does not tell
// whether one warp works on its own, whether its statement stands in a loop, or whether blocks hand data over
// by a flag.
#pragma once

#include "race/detector.hpp"

namespace wgsim::core {

/// Of a race in one warp: have other warps of the block used the array, but none of them at these two places?
bool is_work_of_one_warp(const EarlierAccess& e, const RaceAccess& now);
/// Of two stores by one statement: has one of the two threads stored by it to other elements, too?
bool is_repeated(const EarlierAccess& e, const RaceAccess& now);
/// Of a race between blocks: is there a word that both have accessed atomically, or as volatile?
bool is_handed_over(const EarlierAccess& e);

}  // namespace wgsim::core
