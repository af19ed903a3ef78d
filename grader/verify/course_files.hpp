// What ./grade verify checks without running anything: that the folders of a course fit together.
#pragma once

#include <string>
#include <vector>

#include "course/course.hpp"
#include "verify/wrong_kernel.hpp"

namespace warpgrade::verify {

inline constexpr std::size_t kWrongKernelsPerTask = 5;

/// The wrong kernels of an exercise, by file name; what can't be read goes to `problems`.
std::vector<WrongKernel> wrong_kernels(const Installation& installation, const spec::Exercise& exercise,
                                       std::vector<std::string>& problems);

/// Other right solutions of an exercise, by file name: reference/<unit>/right/<exercise>/*.cu
std::vector<std::filesystem::path> right_kernels(const Installation& installation,
                                                 const spec::Exercise& exercise);

/// One sentence for each problem: missing and unlisted files, stubs that differ from their reference, tasks
/// with too few wrong kernels, quizzes whose seals do not fit their answers. Empty `exercises`: all of the
/// course, and only then what nobody lists.
std::vector<std::string> check_course_files(const Installation& installation, const spec::Course& course,
                                            const std::vector<const spec::Exercise*>& exercises);

}  // namespace warpgrade::verify
