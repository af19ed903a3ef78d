// Quantiles of a few hundred times.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace warpgrade::judge {

/// The value that has this share (0 to 1) of the others below it. The median of an even number of values is
/// the lower one of the two in the middle. Without values: 0.
inline double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto at = values.begin() + std::ptrdiff_t(share * double(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace warpgrade::judge
