// What ./grade verify found, as JSON for scripts: one entry for each kernel and device.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/verify_kernels.hpp"

namespace warpgrade::app {

/// {"format": 1, "kernels": [{"kernel", "role", "exercise", "task", "expected", "device", "verdict",
/// "as_expected", "seconds", "sanitizers"}]}; the last only where the sanitizers ran.
std::string verify_json(const std::vector<KernelOutcome>& outcomes);

}  // namespace warpgrade::app
