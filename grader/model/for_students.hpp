// What students may see of a result. Whoever knows the sizes of hidden cases can write a submission that is
// right at these alone.
#pragma once

#include "model/result.hpp"

namespace warpgrade {

/// What stands in the place of a hidden case's name.
inline constexpr const char* kHiddenCase = "hidden";

/// The same result, where a hidden case tells no more than its verdict, and the lines of the findings:
/// neither its name, its size, nor anything that follows from them. And without the answers to questions on
/// the student's own kernel.
Result for_students(Result result);

}  // namespace warpgrade
