// What the wrong elements of an array have in common, in words that point a student to the mistake. Each
// statement is checked against all of the wrong elements before it is made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kit/oracle.hpp"

namespace warpgrade::judge {

/// One output array and what came out of it.
struct WrongArray {
  const kit::Array* expected = nullptr;
  const std::vector<std::byte>* got = nullptr;
  const std::vector<kit::Array>* inputs = nullptr;
  std::vector<std::uint64_t> wrong;  ///< indices of the wrong elements, ascending, not empty
};

/// Where they are: "all elements from index 1024 on are wrong". Empty if there is nothing to say.
std::string describe_positions(const std::vector<std::uint64_t>& wrong, std::uint64_t count);

/// What they hold: "each holds what belongs one place to the right". Empty if there is nothing to say.
std::string describe_values(const WrongArray& array);

}  // namespace warpgrade::judge
