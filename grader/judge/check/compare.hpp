// Are the outputs of a call right? Exact for integers and structs; floating types within the tolerance of the
// spec, and a number is right only if (difference <= tolerance), so that NaN never passes by accident.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kit/oracle.hpp"
#include "model/finding.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

using Bytes = std::vector<std::byte>;
using Tolerances = std::map<std::string, spec::Tolerance>;  ///< by scalar type, as in the spec

/// One number. A NaN equals a NaN and nothing else; an infinity equals the same infinity and nothing else.
bool is_close(double got, double expected, double tolerance);

/// Compares all outputs. Returns nothing if they are right, else one finding:
///   not_started    no output was touched at all: every byte still holds its poison
///   wrong_answer   the first mismatches, how many there are, and what they have in common
///   grader_error   arrays of the wrong size
/// In an output with room to spare only the values are compared, not the bytes behind them. `poison` is what
/// the outputs held before the call.
std::optional<Finding> compare_outputs(const kit::CaseData& data, const std::vector<Bytes>& got,
                                       const std::vector<Bytes>& poison, const Tolerances& tolerances);

}  // namespace warpgrade::judge
