// Softmax, fast, on Hopper and later: long rows, too, come from memory once.
// tasks: online
#include "ring_rows.cuh"
#include "softmax_work.cuh"

namespace softmax {

template <class Rule>
void online(const typename Rule::Element* in, typename Rule::Result* out, int rows, int columns,
            std::size_t pitch, Rule rule, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  kept_rows::launch_on_hopper(
      kept_rows::Matrix<RuleWork<Rule>>{in, out, rows, columns, pitch, {rule}, stream});
}

}  // namespace softmax
