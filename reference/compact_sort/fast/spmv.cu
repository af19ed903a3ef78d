// Sparse matrix times vector, fast: each warp has a window of neighbouring rows, whose elements it streams
// through shared memory. Runs on every card.
// tasks: segmented
//
// A thread that adds up a row of its own reads memory badly; lanes that share a row idle when it is short.
// Here neighbouring lanes read neighbouring elements, whichever rows they are of, and leave the products in
// shared memory. There, where addresses may be as scattered as they like, each row is added up by one lane,
// or by two. So all a warp needs to know are the ends of its rows: no search, no scan.
//
// Where rows are long, lanes that share a row do not idle: they read straight from memory. So do those of
// small matrices, where what counts is how soon the first load is on its way.
//
// A row may be far longer than others (Greathouse & Daga, Efficient Sparse Matrix-Vector Multiplication on
// GPUs Using the CSR Storage Format, 2014, tell rows apart by length, too). The elements of the whole matrix
// are cut into pieces of 256. A warp that meets a long row adds it up only to where the next piece begins,
// with all its lanes, and writes down that the pieces from there on belong to this row. A second kernel adds
// them up.
#include <algorithm>

#include <warpgrade/student.cuh>

#include "spmv.cuh"
#include "spmv_windows.cuh"

namespace spmv {

struct Tuning {
  // The shapes, and up to which mean length of a row they are the fastest
  using Sparse = Shape<1, 4, 8, 16>;  // streamed
  using Usual = Shape<2, 2, 16>;      // streamed
  using Full = Shape<8, 1, 4>;        // straight from memory
  using Dense = Shape<32, 1, 8>;      // straight from memory
  static constexpr int sparse_mean = 10, usual_mean = 96, full_mean = 200;
  using Small = Shape<4, 2, 4>;  // straight from memory: up to so many elements
  static constexpr int small_elements = 2 << 20;
};

// ==== Pieces of long rows ==============================================================================

/// In each round each warp has one piece, so that those of one row are shared out among all warps. In the
/// next round all move on by an odd number of pieces: where long rows come at regular distances, a warp would
/// have either their pieces only, or none. A warp's lanes look up the owners of 32 rounds at once: most have
/// none.
static __global__ void __launch_bounds__(Blocks::block_threads, Blocks::resident)
    piece_kernel(Csr a, const float* x, float* y, const unsigned* owners) {
  constexpr unsigned moves_on = 37;
  const unsigned lane = threadIdx.x % 32, pieces = div_up(a.elements, Blocks::piece);
  const unsigned warps = gridDim.x * Blocks::warps_per_block;
  const unsigned warp = blockIdx.x * Blocks::warps_per_block + threadIdx.x / 32;
  for (unsigned first_round = 0; first_round * warps < pieces; first_round += 32) {
    const unsigned round = first_round + lane, p = round * warps + (warp + round * moves_on) % warps;
    const unsigned owner = p < pieces ? owners[p] : nobody;
    const unsigned row_end = owner != nobody ? __ldg(&a.row_offsets[owner + 1]) : 0;
    for (unsigned todo = __ballot_sync(warpgrade::kFullWarp, owner != nobody); todo != 0; todo &= todo - 1) {
      const int i = __ffs(int(todo)) - 1;
      const unsigned row = __shfl_sync(warpgrade::kFullWarp, owner, i);
      const unsigned begin = __shfl_sync(warpgrade::kFullWarp, p, i) * Blocks::piece;
      const unsigned end = min(begin + Blocks::piece, __shfl_sync(warpgrade::kFullWarp, row_end, i));
      const float sum = sum_of_piece(a, x, begin, end);
      if (lane == 0) atomicAdd(&y[row], sum);  // the other kernel has written the row's beginning
    }
  }
}

// ==== Host =============================================================================================

template <class S>
void launch(void (*kernel)(Csr, const float*, float*, unsigned*), Csr a, const float* x, float* y,
            cudaStream_t stream) {
  const unsigned pieces = div_up(a.elements, Blocks::piece);
  unsigned* owners = nullptr;
  WARPGRADE_CHECK(cudaMallocAsync(&owners, (pieces + 1) * sizeof *owners, stream));
  const unsigned blocks = div_up(a.rows, S::block_rows);
  kernel<<<blocks, S::block_threads, 0, stream>>>(a, x, y, owners);
  WARPGRADE_CHECK_LAUNCH();

  if (unsigned(a.elements) > S::long_row) {  // else no row can be long
    const unsigned piece_blocks = std::min(div_up(pieces, Blocks::warps_per_block),
                                           unsigned(Blocks::resident * warpgrade::multiprocessors()));
    piece_kernel<<<piece_blocks, Blocks::block_threads, 0, stream>>>(a, x, y, owners);
    WARPGRADE_CHECK_LAUNCH();
  }
  WARPGRADE_CHECK(cudaFreeAsync(owners, stream));
}

inline void segmented(Csr a, const float* x, float* y, cudaStream_t stream) {
  using T = Tuning;
  if (a.rows == 0) return;
  const int mean = a.elements / a.rows;
  if (mean > T::full_mean) return launch<T::Dense>(direct_kernel<T::Dense>, a, x, y, stream);
  if (mean > T::usual_mean) return launch<T::Full>(direct_kernel<T::Full>, a, x, y, stream);
  if (a.elements <= T::small_elements) return launch<T::Small>(direct_kernel<T::Small>, a, x, y, stream);
  if (mean < T::sparse_mean) return launch<T::Sparse>(stream_kernel<T::Sparse>, a, x, y, stream);
  launch<T::Usual>(stream_kernel<T::Usual>, a, x, y, stream);
}

}  // namespace spmv
