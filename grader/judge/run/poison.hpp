// What an output holds before a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kit/oracle.hpp"

namespace warpgrade::judge {

/// Other bytes for each seed. No element is the right one, so that an element that nobody writes is wrong. Of
/// whole numbers every second array looks like a result, small numbers, and the others like nothing: who
/// looks at an output for poison, to work only where it is, learns nothing.
std::vector<std::byte> make_poison(const kit::ExpectedArray& output, std::uint64_t seed);

}  // namespace warpgrade::judge
