// Asynchronous copies of cooperative groups. The threads of the group copy at once, each its part, with plain
// loads and stores. But until a thread has waited for its part, nobody may use that part of the copy.
#pragma once

#include <cstddef>

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define WGSIM_HERE wgsim::Site site = wgsim::Site::here()

namespace details {

/// The caller says what finishes the copy.
template <class Group, class To, class From>
WGSIM_INLINE void start_copy(const Group& group, To* destination, const From* source, std::size_t bytes,
                             WGSIM_HERE) {
  using T = std::conditional_t<std::is_same_v<To, From> && !std::is_void_v<To>, To, char>;
  T* const to = reinterpret_cast<T*>(destination);
  const T* const from = reinterpret_cast<const T*>(source);
  const std::size_t count = bytes / sizeof(T), rank = group.thread_rank(), step = group.size();
  for (std::size_t i = rank; i < count; i += step) to[i] = from[i];
  if (rank < count)
    wgsim::copy_under_way(to + rank, from + rank, sizeof(T), step * sizeof(T),
                          (count - rank + step - 1) / step, site);
}

}  // namespace details

template <class Group, class To, class From>
WGSIM_INLINE void memcpy_async(const Group& group, To* to, const From* from, std::size_t bytes, WGSIM_HERE) {
  details::start_copy(group, to, from, bytes, site);
  wgsim::commit_copies();
}

/// As many elements as fit; the counts are of elements.
template <class Group, class T>
WGSIM_INLINE void memcpy_async(const Group& group, T* to, std::size_t room, const T* from, std::size_t count,
                               WGSIM_HERE) {
  memcpy_async(group, to, from, (count < room ? count : room) * sizeof(T), site);
}

/// Waits for all but the last `batches` copies.
template <unsigned batches, class Group>
void wait_prior(const Group& group, WGSIM_HERE) {
  wgsim::wait_for_copies(batches);
  group.sync(site);
}

template <class Group>
void wait(const Group& group, WGSIM_HERE) {
  wait_prior<0>(group, site);
}

#undef WGSIM_HERE

}  // namespace cooperative_groups
