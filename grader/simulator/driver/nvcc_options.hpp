// Options of nvcc that mean nothing here, so that a build that calls nvcc can call warpgrade-sim instead.
#pragma once

#include <string>
#include <vector>

namespace wgsim::driver {

/// `arguments` without them, and with `-std=c++17` as `--std=c++17`. What stands behind `--` stays.
std::vector<std::string> without_nvcc_options(const std::vector<std::string>& arguments);

}  // namespace wgsim::driver
