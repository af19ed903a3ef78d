// reference/<unit>/wrong/<exercise>.toml: the mutants of an exercise. Its keys: docs/wrong_kernels.md.
#pragma once

#include <filesystem>
#include <vector>

#include "verify/mutant.hpp"

namespace warpgrade::verify {

/// The mutants by name, without their files. `unit` is the folder of the unit's references. Throws
/// spec::SpecError with all mistakes.
std::vector<Mutant> read_mutants(const std::filesystem::path& table, const std::filesystem::path& unit,
                                 const spec::Exercise& exercise);

}  // namespace warpgrade::verify
