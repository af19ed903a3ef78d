// Operations of a warp: shuffles, votes, match, reduce. The overloads are exactly CUDA's, so arguments
// convert as on a GPU, and results have the same types. The work is done by functions of abi.h.
#pragma once

#include "abi.h"
#include "config.h"

// ---- Shuffles -------------------------------------------------------------------------------------------
namespace wgsim {
template <class T>
WGSIM_UNINSTRUMENTED T shuffle_value(unsigned mask, T value, Shuffle kind, int lane_or_delta, int width,
                                     Site site) {
  // A GPU looks at five bits of the lane or delta only.
  shuffle(mask, &value, &value, sizeof value, kind, lane_or_delta & 31, width, site);
  return value;
}
}  // namespace wgsim

/// Also for the types of sixteen_bit_type.h.
#define WGSIM_SHUFFLES(T)                                                                                 \
  WGSIM_INLINE T __shfl_sync(unsigned mask, T value, int lane, int width = 32,                            \
                             wgsim::Site site = wgsim::Site::here()) {                                    \
    return wgsim::shuffle_value(mask, value, wgsim::Shuffle::index, lane, width, site);                   \
  }                                                                                                       \
  WGSIM_INLINE T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32,                   \
                                wgsim::Site site = wgsim::Site::here()) {                                 \
    return wgsim::shuffle_value(mask, value, wgsim::Shuffle::up, static_cast<int>(delta), width, site);   \
  }                                                                                                       \
  WGSIM_INLINE T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32,                 \
                                  wgsim::Site site = wgsim::Site::here()) {                               \
    return wgsim::shuffle_value(mask, value, wgsim::Shuffle::down, static_cast<int>(delta), width, site); \
  }                                                                                                       \
  WGSIM_INLINE T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32,                   \
                                 wgsim::Site site = wgsim::Site::here()) {                                \
    return wgsim::shuffle_value(mask, value, wgsim::Shuffle::exclusive_or, lane_mask, width, site);       \
  }

WGSIM_SHUFFLES(int)
WGSIM_SHUFFLES(unsigned int)
WGSIM_SHUFFLES(long)
WGSIM_SHUFFLES(unsigned long)
WGSIM_SHUFFLES(long long)
WGSIM_SHUFFLES(unsigned long long)
WGSIM_SHUFFLES(float)
WGSIM_SHUFFLES(double)

// ---- Votes ----------------------------------------------------------------------------------------------
WGSIM_INLINE unsigned __activemask(wgsim::Site site = wgsim::Site::here()) {
  return wgsim::active_mask(site);
}
WGSIM_INLINE unsigned __ballot_sync(unsigned mask, int predicate, wgsim::Site site = wgsim::Site::here()) {
  return wgsim::ballot(mask, predicate != 0, site);
}
WGSIM_INLINE int __any_sync(unsigned mask, int predicate, wgsim::Site site = wgsim::Site::here()) {
  return wgsim::ballot(mask, predicate != 0, site) != 0;
}
/// True if no lane says no. Lanes that have exited do not count.
WGSIM_INLINE int __all_sync(unsigned mask, int predicate, wgsim::Site site = wgsim::Site::here()) {
  return wgsim::ballot(mask, predicate == 0, site) == 0;
}

// ---- Match: which lanes hold the same value ---------------------------------------------------------------
namespace wgsim {
template <class T>
WGSIM_UNINSTRUMENTED unsigned match_any_value(unsigned mask, T value, Site site) {
  return match_any(mask, &value, sizeof value, site);
}
template <class T>
WGSIM_UNINSTRUMENTED unsigned match_all_value(unsigned mask, T value, int* all_equal, Site site) {
  return match_all(mask, &value, sizeof value, all_equal, site);
}
}  // namespace wgsim

#define WGSIM_MATCHES(T)                                                                                   \
  WGSIM_INLINE unsigned __match_any_sync(unsigned mask, T value, wgsim::Site site = wgsim::Site::here()) { \
    return wgsim::match_any_value(mask, value, site);                                                      \
  }                                                                                                        \
  WGSIM_INLINE unsigned __match_all_sync(unsigned mask, T value, int* all_equal,                           \
                                         wgsim::Site site = wgsim::Site::here()) {                         \
    return wgsim::match_all_value(mask, value, all_equal, site);                                           \
  }

WGSIM_MATCHES(int)
WGSIM_MATCHES(unsigned int)
WGSIM_MATCHES(long)
WGSIM_MATCHES(unsigned long)
WGSIM_MATCHES(long long)
WGSIM_MATCHES(unsigned long long)
WGSIM_MATCHES(float)
WGSIM_MATCHES(double)

#undef WGSIM_MATCHES

// ---- Reduce (compute capability 8.0 on) -------------------------------------------------------------------
#define WGSIM_REDUCE_SIGNED(name)                                                   \
  WGSIM_INLINE int __reduce_##name##_sync(unsigned mask, int value,                 \
                                          wgsim::Site site = wgsim::Site::here()) { \
    return wgsim::warp_reduce_i32(mask, value, wgsim::WarpReduction::name, site);   \
  }
#define WGSIM_REDUCE_UNSIGNED(name, reduction)                                           \
  WGSIM_INLINE unsigned __reduce_##name##_sync(unsigned mask, unsigned value,            \
                                               wgsim::Site site = wgsim::Site::here()) { \
    return wgsim::warp_reduce_u32(mask, value, wgsim::WarpReduction::reduction, site);   \
  }

WGSIM_REDUCE_SIGNED(add)
WGSIM_REDUCE_SIGNED(min)
WGSIM_REDUCE_SIGNED(max)
WGSIM_REDUCE_UNSIGNED(add, add)
WGSIM_REDUCE_UNSIGNED(min, min)
WGSIM_REDUCE_UNSIGNED(max, max)
WGSIM_REDUCE_UNSIGNED(and, bit_and)
WGSIM_REDUCE_UNSIGNED(or, bit_or)
WGSIM_REDUCE_UNSIGNED(xor, bit_xor)

#undef WGSIM_REDUCE_SIGNED
#undef WGSIM_REDUCE_UNSIGNED
