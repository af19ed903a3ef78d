// Barriers, fences, clocks and the ends of a thread: __syncthreads() and the like.
#pragma once

#include <time.h>

#include "abi.h"
#include "config.h"

WGSIM_INLINE void __syncthreads(wgsim::Site site = wgsim::Site::here()) { wgsim::barrier(site); }
WGSIM_INLINE int __syncthreads_count(int predicate, wgsim::Site site = wgsim::Site::here()) {
  return wgsim::barrier_reduce(wgsim::BarrierReduction::count, predicate, site);
}
WGSIM_INLINE int __syncthreads_and(int predicate, wgsim::Site site = wgsim::Site::here()) {
  return wgsim::barrier_reduce(wgsim::BarrierReduction::logical_and, predicate, site);
}
WGSIM_INLINE int __syncthreads_or(int predicate, wgsim::Site site = wgsim::Site::here()) {
  return wgsim::barrier_reduce(wgsim::BarrierReduction::logical_or, predicate, site);
}
WGSIM_INLINE void __syncwarp(unsigned mask = 0xffffffffu, wgsim::Site site = wgsim::Site::here()) {
  wgsim::warp_sync(mask, site);
}

WGSIM_INLINE void __threadfence_block() { wgsim::fence(wgsim::Scope::block); }
WGSIM_INLINE void __threadfence() { wgsim::fence(wgsim::Scope::device); }
WGSIM_INLINE void __threadfence_system() { wgsim::fence(wgsim::Scope::system); }

/// Lets the other threads run; simulated time does not pass.
WGSIM_INLINE void __nanosleep(unsigned /*nanoseconds*/) { wgsim::nanosleep_hint(); }

/// Nanoseconds of the clock of this machine. They never go back, and say nothing about a GPU. clock() is
/// that of the C library.
long long clock64();

WGSIM_INLINE void __trap(wgsim::Site site = wgsim::Site::here()) { wgsim::trap(site); }
WGSIM_INLINE void __brkpt() {}  ///< a breakpoint for a debugger that is not there
