// ./grade verify --show NAME: one wrong kernel.
#pragma once

#include <string>
#include <vector>

#include "course/course.hpp"

namespace warpgrade::app {

/// Prints the wrong kernels of that name: what each must get and why, how it differs from its base, and its
/// file. Returns the exit code. Throws UsageError if no exercise has one.
int show_wrong_kernel(const std::string& name, const Installation& installation,
                      const std::vector<const spec::Exercise*>& exercises);

}  // namespace warpgrade::app
