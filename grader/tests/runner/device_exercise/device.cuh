// An exercise that tests the devices: each task does one thing, right or wrong.
#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime.h>

namespace device {

void copies(const int* in, int* out, int n, cudaStream_t stream);
void does_nothing(const int* in, int* out, int n, cudaStream_t stream);
void writes_past_end(const int* in, int* out, int n, cudaStream_t stream);
void writes_before_begin(const int* in, int* out, int n, cudaStream_t stream);
void changes_input(const int* in, int* out, int n, cudaStream_t stream);
void reads_wildly(const int* in, int* out, int n, cudaStream_t stream);
void launches_too_many_threads(const int* in, int* out, int n, cudaStream_t stream);
void checks_its_launch(const int* in, int* out, int n, cudaStream_t stream);
void exits_on_error(const int* in, int* out, int n, cudaStream_t stream);
void fails_assertion(const int* in, int* out, int n, cudaStream_t stream);
void frees_input(const int* in, int* out, int n, cudaStream_t stream);
void never_ends(const int* in, int* out, int n, cudaStream_t stream);
void never_stops_operating(const int* in, int* out, int n, cudaStream_t stream);
template <class Sort>
void sorts_by_given_sort(const std::uint32_t* in, std::uint32_t* out, std::size_t n, Sort sort,
                         cudaStream_t stream);

}  // namespace device
