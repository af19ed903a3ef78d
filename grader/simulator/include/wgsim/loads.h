// Loads and stores with a cache hint. The simulator has no caches, so they are plain accesses, at the line
// of the user.
#pragma once

#include "config.h"

#define WGSIM_LOAD(name)            \
  template <class T>                \
  WGSIM_INLINE T name(const T* p) { \
    return *p;                      \
  }
#define WGSIM_STORE(name)                 \
  template <class T>                      \
  WGSIM_INLINE void name(T* p, T value) { \
    *p = value;                           \
  }

WGSIM_LOAD(__ldg)   // read-only cache
WGSIM_LOAD(__ldca)  // all levels
WGSIM_LOAD(__ldcg)  // L2 only
WGSIM_LOAD(__ldcs)  // used once
WGSIM_LOAD(__ldlu)  // last use
WGSIM_LOAD(__ldcv)  // fetch again
WGSIM_STORE(__stwb)
WGSIM_STORE(__stcg)
WGSIM_STORE(__stcs)
WGSIM_STORE(__stwt)

#undef WGSIM_LOAD
#undef WGSIM_STORE
