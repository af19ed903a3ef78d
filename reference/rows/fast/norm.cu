// Norms, fast: a row comes from memory once, if registers can hold it. Runs on every card.
// tasks: rms_norm layer_norm
#include "norm_work.cuh"

namespace norms {

void rms_norm(const __half* in, const __half* weight, __half* out, int rows, int columns, std::size_t pitch,
              float epsilon, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  const RmsWork work{weight, columns, epsilon};
  kept_rows::launch(kept_rows::Matrix<RmsWork>{in, out, rows, columns, pitch, work, stream});
}

void layer_norm(const __half* in, const __half* weight, const __half* bias, __half* out, int rows,
                int columns, std::size_t pitch, float epsilon, cudaStream_t stream) {
  if (rows == 0 || columns == 0) return;
  const LayerWork work{weight, bias, columns, epsilon};
  kept_rows::launch(kept_rows::Matrix<LayerWork>{in, out, rows, columns, pitch, work, stream});
}

}  // namespace norms
