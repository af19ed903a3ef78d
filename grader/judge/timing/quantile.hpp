// Quantiles of a few hundred times.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace warpgrade::judge {

/// The value that this share of the others lies below, 0 to 1; of an even number's middle two the lower. 0 of
/// none.
inline double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto at = values.begin() + std::ptrdiff_t(share * double(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace warpgrade::judge
