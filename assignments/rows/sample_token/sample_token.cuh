// From logits to a token: what a language model does with its last layer's output, for a batch of rows.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

namespace sample_token {

// All pointers are device pointers; inputs are not changed, inputs and outputs don't overlap; outputs hold
// garbage before the call. The result is complete when the work on `stream` is. Scratch memory:
// cudaMallocAsync / cudaFreeAsync on `stream`.

/// 0 <= rows <= 64, 1 <= columns <= 50,000, pitch >= columns. Row r of the logits begins at
/// logits + r * pitch; what lies behind its columns is not to be read. Outputs are dense: row r begins at
/// r * columns. top_p, drawn, kept and token have one element for each row.
///
/// A logit is a finite number up to ±1000 or −∞, the latter for a token that is not allowed; at least one
/// logit of each row is finite. 0 < top_p <= 1 and 0 <= drawn < 1.
///
/// 1. probabilities = the softmax of each row: e^logit / Σ e^logit. That of −∞ is 0.
/// 2. sorted = the same probabilities, as they are stored, in descending order; order = their tokens (the
///    columns that they come from). Of equal probabilities, zeros too, the lower token comes first.
/// 3. kept = how many of the first sorted ones are kept: the fewest whose sum is at least top_p. If top_p is
///    1, all that are above 0.
/// 4. token = the first of the kept ones at which the running sum, its own probability included, is greater
///    than drawn · (the sum of all kept ones).
///
/// Sums round, so whether one reaches its threshold could depend on the order of additions. The grader's
/// top_p (below 1) and drawn lie far from all sums that they are compared with.
///
/// The method: Holtzman, Buys, Du, Forbes & Choi, The curious case of neural text degeneration, ICLR 2020.
void sample(const float* logits, const float* top_p, const float* drawn, float* probabilities, float* sorted,
            int* order, int* kept, int* token, int rows, int columns, std::size_t pitch, cudaStream_t stream);

}  // namespace sample_token
