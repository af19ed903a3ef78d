// What the simulator counts of an exercise, and how much is allowed: every bound that a student can meet.
#pragma once

#include <string>

#include "spec/spec.hpp"

namespace warpgrade {

/// As a section of Markdown: a table for each task, then what each word in it counts. Hidden cases have no
/// part in it.
std::string section_on_bounds(const spec::Exercise& exercise);

/// The README.md of an exercise with this section at its end, in the place of one that it has.
std::string with_section_on_bounds(const std::string& readme, const spec::Exercise& exercise);

}  // namespace warpgrade
