// Options of nvcc, so that a build which calls nvcc can call warpgrade-sim instead.
#pragma once

#include <string>
#include <vector>

namespace wgsim::driver {

/// `arguments` without those options of nvcc that mean nothing here, and with the others as warpgrade-sim
/// spells them: `-std=c++17` becomes `--std=c++17`. What follows `--` stays.
std::vector<std::string> without_nvcc_options(const std::vector<std::string>& arguments);

}  // namespace wgsim::driver
