// A formula in n, as a person types it: `2(n - 1)`, `n log2 n`, `ceil(n/256)`.
//
//   + - * / ^, parentheses, n, numbers (1,024 and 1_024 too), log2, ceil and floor
//   A product needs no `*` before a name or a parenthesis. log2 n is log2(n). Signs such as · × − ² ⌈ ⌉ are
//   read.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace warpgrade::spec {

/// What is wrong with a formula, and what to write.
struct FormulaError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Its value; without `n` it must be a number. Throws FormulaError, also where it has no finite value.
double evaluate_formula(std::string_view text, std::optional<double> n = std::nullopt);

/// Nine significant digits: equal for formulas that differ by rounding only.
std::string canonical_number(double value);

}  // namespace warpgrade::spec
