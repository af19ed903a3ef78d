// What the key of a piece depends on besides the files that were handed in.
#pragma once

#include <cstdint>

#include "classes/roll.hpp"
#include "course/course.hpp"
#include "spec/spec.hpp"

namespace warpgrade::classes {

/// Reads the grader's own program, what it links with submissions, and the files of all exercises.
KeyBase make_key_base(const Installation& installation, const spec::Course& course, std::uint64_t seed);

}  // namespace warpgrade::classes
