// Softmax, fast: a row comes from memory once, if registers can hold it. Runs on every card.
// tasks: online
#include "softmax_work.cuh"

namespace softmax {

template <class Rule>
void online(const typename Rule::Element* in, typename Rule::Result* out, int rows, int columns,
            std::size_t pitch, Rule rule, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  kept_rows::launch(kept_rows::Matrix<RuleWork<Rule>>{in, out, rows, columns, pitch, {rule}, stream});
}

}  // namespace softmax
