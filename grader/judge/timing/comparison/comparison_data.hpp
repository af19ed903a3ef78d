// The arrays of a comparison. The exercise's oracle describes them by a smaller case. An array with as many
// elements as that case grows with n; any other (a result, bins) stays as it is. For an output with room to
// spare, its room counts. An oracle may also say how its arrays grow (kit/oracle.hpp: Growth). The referee
// makes the large inputs from the small ones (the pool), which takes a GPU a fraction of a millisecond.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "judge/timing/comparison/comparison.hpp"
#include "model/element_type.hpp"
#include "protocol/referee_messages.hpp"

namespace warpgrade::judge {

struct ComparisonData {
  protocol::Task task;
  protocol::OpenComparison comparison;
  std::vector<std::byte> pool;
  std::vector<std::pair<std::string, ElementType>> outputs;  ///< names and types
  std::uint64_t input_bytes = 0, output_bytes = 0;           ///< at full size

  bool rounds() const;  ///< is there an output whose elements may differ a little?
};

ComparisonData make_comparison_data(const ComparisonRequest& request, const kit::Oracle& oracle);

}  // namespace warpgrade::judge
