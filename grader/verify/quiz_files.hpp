// Do the sealed answers of a quiz, which handouts have, fit the answers in reference/?
#pragma once

#include <string>
#include <vector>

#include "course/course.hpp"

namespace warpgrade::verify {

/// One sentence for each problem. Nothing for an exercise without a quiz.
void check_quiz(const Installation& installation, const spec::Exercise& exercise,
                std::vector<std::string>& problems);

}  // namespace warpgrade::verify
