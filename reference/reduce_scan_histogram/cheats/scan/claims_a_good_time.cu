// expect: no_gain device_exclusive
// cheat: claims the time of a very good scan, whatever it took.
// stopped by: the judge's clock
#include "claims.cuh"
#include "honest.cuh"
#include "scan.cuh"

namespace scan {

inline double good_ms = 0;

template <class T, class Op>
void device_exclusive(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  good_ms = 2.0 * double(n) * sizeof(T) / 4e9;  // input and output at 4 TB/s
  claims::edit = [](double) { return good_ms; };
  honest::scan(in, out, n, identity, op, stream);
}

}  // namespace scan
