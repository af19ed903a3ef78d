// Options of nvcc that mean nothing here. They are ignored, so that a build which calls nvcc can call
// warpgrade-sim instead.
#pragma once

#include <string>
#include <vector>

namespace wgsim::driver {

/// `arguments` without these options, and with `-std=c++17` as `--std=c++17`. What follows `--` stays.
std::vector<std::string> without_nvcc_options(const std::vector<std::string>& arguments);

}  // namespace wgsim::driver
