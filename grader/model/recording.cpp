#include "model/recording.hpp"

#include <algorithm>

namespace warpgrade {

bool Recording::is_right() const {
  return findings.empty() && std::ranges::all_of(outputs, &RecordedOutput::right);
}

}  // namespace warpgrade
