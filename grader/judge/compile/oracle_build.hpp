// Building an oracle: oracle.cpp of an exercise becomes a shared library, which the program of oracles loads
// (oracle/oracle.cpp). Cached by content, as runners are.
#pragma once

#include <filesystem>
#include <functional>

#include "judge/compile/build_cache.hpp"
#include "judge/compile/toolchain.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// The library; `compiling` is called if it is not in the cache; `waits` if another process holds it. Throws
/// spec::SpecError with the mistakes in oracle.cpp, or if that file is missing; std::runtime_error if the
/// machine is at fault.
std::filesystem::path build_oracle(const OracleToolchain& toolchain, const spec::Exercise& exercise,
                                   const std::filesystem::path& cache, const std::function<void()>& compiling,
                                   const Waits& waits = {});

}  // namespace warpgrade::judge
