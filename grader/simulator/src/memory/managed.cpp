#include "memory/managed.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "memory/space.hpp"
#include "state/simulation.hpp"

namespace wgsim::core {

struct KnownToHost {
  std::map<std::uintptr_t, std::vector<std::uint8_t>>
      pages;                            ///< by address, as the host last found or left them
  std::vector<std::uintptr_t> written;  ///< those that it may write, since it runs
};

namespace {

const Allocation* managed_at(std::uintptr_t address) {
  const Allocation* const a = allocation_at(address);
  return a != nullptr && a->kind == AllocationKind::managed && a->state == Allocation::State::live ? a
                                                                                                   : nullptr;
}

std::uintptr_t page_of(std::uintptr_t address) { return address / round_to_pages(1) * round_to_pages(1); }

/// What lies on the page of [begin, end) and of the allocation.
struct PageSection {
  PageSection(const Allocation& a, std::uintptr_t the_page, std::uintptr_t begin, std::uintptr_t end)
      : page(the_page),
        first(std::max({a.start, begin, page})),
        last(std::min({a.start + a.bytes, end, page + round_to_pages(1)})) {}
  std::uintptr_t page, first, last;
};

/// How much of it the host does not know yet, in words of 4 bytes. From now on it does.
std::size_t tell_host(const PageSection& section, const Allocation& a) {
  std::vector<std::uint8_t>& known = simulation.known_to_host->pages[section.page];
  if (known.empty()) known.assign(round_to_pages(1), a.bytes <= kMostPoisoned ? kPoison : 0);
  std::size_t news = 0;
  for (std::uintptr_t at = section.first; at < section.last; at += 4) {
    const std::size_t bytes = std::min<std::size_t>(4, section.last - at);
    const auto* const now = reinterpret_cast<const void*>(at);
    if (std::memcmp(&known[at - section.page], now, bytes) == 0) continue;
    std::memcpy(&known[at - section.page], now, bytes);
    news += bytes;
  }
  return news;
}

}  // namespace

bool open_managed(const void* pointer, bool writes) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const Allocation* const a = managed_at(address);
  if (a == nullptr) return false;
  const PageSection section(*a, page_of(address), 0, UINTPTR_MAX);
  if (section.first >= section.last) return false;
  (writes ? map_pages : map_pages_to_read)(section.page, round_to_pages(1));
  simulation.host_work.bytes_read += tell_host(section, *a);
  if (!writes) return true;
  simulation.host_work.bytes_written += section.last - section.first;
  simulation.known_to_host->written.push_back(section.page);
  return true;
}

void tell_host_of_copy(const void* pointer, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
  const Allocation* const a = managed_at(begin);
  if (a == nullptr || !simulation.locks_device_memory) return;
  for (std::uintptr_t page = page_of(begin); page < begin + bytes; page += round_to_pages(1))
    tell_host({*a, page, begin, begin + bytes}, *a);
}

void note_pages_of_host() {
  for (const std::uintptr_t page : std::exchange(simulation.known_to_host->written, {}))
    if (const Allocation* const a = managed_at(page + round_to_pages(1) - 1))
      tell_host({*a, page, 0, UINTPTR_MAX}, *a);
}

void forget_known_to_host(const Allocation& freed) {
  auto& pages = simulation.known_to_host->pages;
  pages.erase(pages.lower_bound(page_of(freed.start)), pages.upper_bound(freed.start + freed.bytes));
}

}  // namespace wgsim::core
