// Is a stub of student/ its reference with the TODO blocks emptied, and does it hold nothing of the solution?
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.hpp"

namespace warpgrade::verify {

/// A line of code with more characters than this tells how a solution works; shorter ones are the same in
/// many.
inline constexpr std::size_t kTellingLine = 25;

std::filesystem::path stub_of(const Installation& installation, const spec::Exercise& exercise);
std::filesystem::path reference_of(const Installation& installation, const spec::Exercise& exercise);

/// One sentence for each problem. Nothing where one of the two files is missing.
void check_stub(const Installation& installation, const spec::Exercise& exercise,
                std::vector<std::string>& problems);

}  // namespace warpgrade::verify
