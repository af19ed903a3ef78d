// Compact, fast: one pass over memory with decoupled look-back (compact_look_back.cuh). Runs on every card.
// tasks: fused
//
// What is left to choose is the size of a tile. A small array needs many blocks, so that each multiprocessor
// has one. A large one needs several blocks on each: some compact while others look back.
#include <algorithm>

#include "compact.cuh"
#include "compact_look_back.cuh"

namespace compact {

struct Tuning {
  using Small = Shape<512, 32>;
  using Middle = Shape<512, 64>;
  using Large = Shape<256, 128>;
  static constexpr std::size_t small_bytes = std::size_t(512) << 10, middle_bytes = std::size_t(24) << 20;
};

template <class T, class Keep>
void fused(const T* in, T* out, std::size_t n, unsigned* count, Keep keep, cudaStream_t stream) {
  const std::size_t bytes = n * std::max<std::size_t>(sizeof(T), 4);  // as if they took whole registers
  if (bytes <= Tuning::small_bytes)
    look_back_compact<Tuning::Small>(in, out, n, count, keep, stream);
  else if (bytes <= Tuning::middle_bytes)
    look_back_compact<Tuning::Middle>(in, out, n, count, keep, stream);
  else
    look_back_compact<Tuning::Large>(in, out, n, count, keep, stream);
}

}  // namespace compact
