// Asynchronous copies of cooperative groups. The threads of the group copy at once, each its part, with plain
// loads and stores. So what one thread copied and another reads before cooperative_groups::wait is a race, as
// it should be; that a thread reads too early what it copied itself is not seen.
#pragma once

#include <cstddef>

#include "../cooperative_groups.h"

namespace cooperative_groups {

template <class Group, class T>
WGSIM_INLINE void memcpy_async(const Group& group, T* to, const T* from, std::size_t bytes) {
  const std::size_t count = bytes / sizeof(T);
  for (std::size_t i = group.thread_rank(); i < count; i += group.size()) to[i] = from[i];
}

/// For void* and for pointers of two types.
template <class Group, class To, class From>
WGSIM_INLINE void memcpy_async(const Group& group, To* to, const From* from, std::size_t bytes) {
  memcpy_async(group, reinterpret_cast<char*>(to), reinterpret_cast<const char*>(from), bytes);
}

/// As many elements as fit; the counts are of elements.
template <class Group, class T>
WGSIM_INLINE void memcpy_async(const Group& group, T* to, std::size_t room, const T* from,
                               std::size_t count) {
  memcpy_async(group, to, from, (count < room ? count : room) * sizeof(T));
}

template <class Group>
void wait(const Group& group, wgsim::Site site = wgsim::Site::here()) {
  group.sync(site);
}

/// Waits for all but the last `stages` copies; all have been made already.
template <unsigned stages, class Group>
void wait_prior(const Group& group, wgsim::Site site = wgsim::Site::here()) {
  group.sync(site);
}

}  // namespace cooperative_groups
