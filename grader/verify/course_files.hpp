// What ./grade verify checks without running anything: that the folders of a course fit together.
#pragma once

#include <string>
#include <vector>

#include "course/course.hpp"

namespace warpgrade::verify {

inline constexpr std::size_t kWrongKernelsPerTask = 5;

/// One sentence for each problem: missing and unlisted files (layout.hpp), stubs that differ from their
/// reference, tasks with too few wrong kernels, quizzes whose seals do not fit their answers, and what an
/// author has left to write.
std::vector<std::string> check_course_files(const Installation& installation, const spec::Course& course,
                                            const std::vector<const spec::Exercise*>& exercises);

}  // namespace warpgrade::verify
