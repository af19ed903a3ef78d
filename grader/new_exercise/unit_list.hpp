// The list of exercises in a unit.toml.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade::new_exercise {

/// The text of the file with the exercise at the end of its list, or as it is where it is listed already. All
/// else stays, comments too. Throws spec::SpecError with the mistakes of the file.
std::string with_exercise(const std::filesystem::path& unit_toml, const std::string& exercise);

}  // namespace warpgrade::new_exercise
