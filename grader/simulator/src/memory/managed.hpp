// Managed and pinned memory while host code of a submission runs (schedule/host_code.hpp): its pages are
// locked until the host touches them.
#pragma once

#include <cstddef>

#include "memory/allocations.hpp"

namespace wgsim::core {

/// Opens a page of managed memory. Counts the words in it that are news to the host, and if it writes, all
/// bytes of the page. False: it is no such page.
bool open_managed(const void* address, bool writes);
/// What a copy has brought there is no news: it was counted then, or comes from the host.
void tell_host_of_copy(const void* pointer, std::size_t bytes);
/// Nor is what the host itself has written, until now.
void note_pages_of_host();
void forget_known_to_host(const Allocation& freed);

}  // namespace wgsim::core
