// Marks loops, branches and calls, for counting by warp. At the marks the simulator learns in which iteration
// a thread is, which way it goes, and how many steps it takes. All code of the text is marked, whatever
// keywords it has: a kernel can call constexpr functions, too, and here also those that nvcc would refuse. On
// the host the marks do nothing.
//
//   while (more) body  if (::wgsim::Loop wgsim_loop; false) {} else while (wgsim_loop.goes_on((more) ? …))
//                        if (wgsim_loop.next(); false) {} else body
//   if (condition)     if (::wgsim::branch((condition) ? true : false))
//   switch (value) {   if (::wgsim::Switch wgsim_switch; false) {} else switch (wgsim_switch.on(value)) {
//     case 1: case 2:    case 1: case 2: wgsim_switch.to(1);
//   f() { body }       f() {::wgsim::step(); body }        also of a lambda
//   goto again;        if (::wgsim::step(); false) {} else goto again;
//
// `?:`, `&&` and `||` are not marked. A compiler for GPUs turns them into selections and predicates, which
// all lanes execute together; lanes take different ways only where an operand is long. Nor can they repeat
// anything without a loop, a goto or a call, each of which is a step.
//
// The marks before a loop and after its head are complete in themselves, so the end of the loop need not be
// found. The scope `wgsim_loop` ends with the loop, whether a condition, break or return ends it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "passes.hpp"

namespace wgsim::rewriter {

struct Loop {
  std::size_t keyword = none;    ///< for, while or do; a mark before it runs once
  std::size_t head_end = none;   ///< the ')' or the `do`; a mark after it runs in each iteration
  std::size_t condition = none;  ///< the '(' around the condition
};

std::vector<Loop> loops_in(const Translation& t, const DeviceCode& code);

/// Marks the loops, branches, calls and jumps of the whole text.
void mark_steps(Translation& t, const Context& context);

/// Drops `#pragma unroll`: it would have to stand right before its loop, where the mark is now, and it means
/// nothing here.
std::string without_unrolling(std::string_view preprocessed);

}  // namespace wgsim::rewriter
