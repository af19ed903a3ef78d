// Which right and wrong kernels an exercise has beside its reference, as files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.hpp"
#include "verify/wrong_kernel.hpp"

namespace warpgrade::verify {

/// Other right solutions of an exercise, by file name: reference/<unit>/right/<exercise>/*.cu
std::vector<std::filesystem::path> right_kernels(const Installation& installation,
                                                 const spec::Exercise& exercise);

/// The wrong kernels of an exercise, by name; their files are made in the cache. What can't be read or made
/// goes to `problems`.
std::vector<WrongKernel> wrong_kernels(const Installation& installation, const spec::Exercise& exercise,
                                       std::vector<std::string>& problems);

/// The text of a mutant's base. Headers that lie beside it stand in it in the place of their #include, so
/// that edits reach them, too. Throws std::runtime_error if it can't be read.
std::string base_text(const WrongKernel& kernel);

/// The kernel's own code, or its base's text with the edits made. Throws spec::SpecError for edits that do
/// not fit it.
std::string text_of(const WrongKernel& kernel);

}  // namespace warpgrade::verify
