// Page by page, and the first byte of each before all others: a page can be locked (schedule/host_turn.hpp),
// and no byte is read before it was checked.
#include "check/text.hpp"

#include <algorithm>
#include <cstring>

#include "check/access.hpp"

namespace wgsim::core {
namespace {

constexpr std::uintptr_t kPageBytes = 4096;  // pages may be larger

}  // namespace

std::size_t check_text(const char* text, const void* return_address, std::size_t most) {
  std::size_t length = 0;
  while (length < most) {
    const char* const piece = text + length;
    const auto address = reinterpret_cast<std::uintptr_t>(piece);
    const std::size_t size = std::min<std::size_t>(most - length, kPageBytes - address % kPageBytes);
    check_range(address, 1, Access::read, return_address);
    const std::size_t found = strnlen(piece, size);
    check_range(address + 1, std::min(found + 1, size) - 1, Access::read, return_address);
    length += found;
    if (found < size) break;
  }
  return length;
}

}  // namespace wgsim::core
