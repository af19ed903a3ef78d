// What ./grade verify found, as JSON for scripts: one entry for each kernel and device.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "verify/kernel_verdicts.hpp"

namespace warpgrade::verify {

/// {"format": 1, "kernels": [{"kernel", "role", "exercise", "task", "expected", "device", "verdict",
/// "as_expected", "seconds", "sanitizers"}]}; the last only where the sanitizers ran.
std::string kernels_json(const std::vector<KernelOutcome>& outcomes);

}  // namespace warpgrade::verify
