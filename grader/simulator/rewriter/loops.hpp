// The loops and branches of device code, marked for counting by warp: there the simulator must know in which
// iteration a thread is, and which way it goes.
//
//   while (more) body  if (::wgsim::Loop wgsim_loop; false) {} else while (wgsim_loop.goes_on((more) ? …))
//                        if (wgsim_loop.next(); false) {} else body
//   if (condition)     if (::wgsim::branch((condition) ? true : false))
//   switch (value) {   if (::wgsim::Switch wgsim_switch; false) {} else switch (wgsim_switch.on(value)) {
//     case 1: case 2:    case 1: case 2: wgsim_switch.to(1);
//
// `?:`, `&&` and `||` are not marked: a GPU's compiler turns them into selections and predicates, which all
// lanes run through together, and parts the lanes only where an operand is long.
//
// What is put before a loop and behind its head is complete in itself, so a loop's end need not be found, and
// the scope ends with the loop whether it is left by its condition, break or return.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "passes.hpp"

namespace wgsim::rewriter {

struct Loop {
  std::size_t keyword = none;    ///< for, while or do: what goes before it runs once
  std::size_t head_end = none;   ///< the ')' or the `do`: what goes behind it runs in each iteration
  std::size_t condition = none;  ///< the '(' that it is in
};

std::vector<Loop> loops_in(const Translation& t, const DeviceCode& code);

/// Marks those of all device code.
void mark_loops_and_branches(Translation& t, const Context& context);

/// `#pragma unroll` must stand right before its loop, where the mark is now; it means nothing here.
std::string without_unrolling(std::string_view preprocessed);

}  // namespace wgsim::rewriter
