// Building a whole program: a compile of each source, and one link. The sources that are given are compiled
// once, and not for each submission.
#pragma once

#include <filesystem>
#include <vector>

#include "judge/compile/build.hpp"
#include "judge/compile/build_cache.hpp"
#include "judge/compile/build_commands.hpp"
#include "judge/compile/toolchain.hpp"

namespace warpgrade::judge {

/// Is a file of a program compiled, and not only included?
bool is_source(const std::filesystem::path& file);

/// What a program is compiled with besides the student's files: files that are given, and all that lies in
/// folders for #include. Absolute paths.
std::vector<std::filesystem::path> files_of_program(const spec::Exercise& exercise);

/// `paths`: where objects and the program go; the first of the folders for #include holds the student's
/// files. False: the result of `steps` says why.
bool build_program(const DeviceToolchain& toolchain, const BuildRequest& request, const BuildCache& cache,
                   const Steps& steps, Paths paths);

}  // namespace warpgrade::judge
