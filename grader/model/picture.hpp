// A picture of a case, to look at: before and after, and where it is wrong.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpgrade {

struct PictureFile {
  std::string name;  ///< "before", "yours", "right", "difference"
  std::vector<std::uint8_t> png;
};

}  // namespace warpgrade
