// --gpu N: which GPU all children of this command see.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "judge/grading.hpp"

namespace warpgrade::app {

/// Sets CUDA's environment variables for this process and its children, so call it before anything asks for
/// a GPU; without --gpu it does nothing. Throws UsageError that lists the GPUs if there is none of that
/// number.
void choose_gpu(std::optional<int> gpu, judge::DeviceChoice device, const std::filesystem::path& toolchain);

/// What CUDA_VISIBLE_DEVICES must be for GPU `n` of those that CUDA shows. `visible`: what the variable is
/// now; a scheduler may have set it, and then `n` counts among those. Throws UsageError.
std::string visible_device(const judge::DeviceStatus& cuda, int n, const std::string& visible);

}  // namespace warpgrade::app
