// Which right and wrong kernels an exercise has beside its reference.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.hpp"
#include "verify/mutant.hpp"

namespace warpgrade::verify {

/// The kernels of a folder in wrong/ or right/, by name. Headers that some of them include (*.cuh) are none.
std::vector<std::filesystem::path> kernel_files(const std::filesystem::path& folder);

/// Other right solutions of an exercise, by file name: reference/<unit>/right/<exercise>/*.cu
std::vector<std::filesystem::path> right_kernels(const Installation& installation,
                                                 const spec::Exercise& exercise);

/// The mutants of an exercise, by name; their files are made in the cache. What can't be read or made goes to
/// `problems`.
std::vector<Mutant> mutants(const Installation& installation, const spec::Exercise& exercise,
                            std::vector<std::string>& problems);

/// The wrong kernels of an exercise, mutants and files, by name; what can't be read or made goes to
/// `problems`.
std::vector<WrongKernel> wrong_kernels(const Installation& installation, const spec::Exercise& exercise,
                                       std::vector<std::string>& problems);

}  // namespace warpgrade::verify
