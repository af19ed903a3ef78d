// When the last commit of a clone was made.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

namespace warpgrade::classes {

/// nullopt: it is no clone, has no commits, or there is no git. A repository's own configuration can start
/// programs, so git reads its objects through an empty repository, which is made in `work`.
std::optional<std::chrono::sys_seconds> last_commit_time(const std::filesystem::path& clone,
                                                         const std::filesystem::path& work);

/// Of a clone with its files: `.git` is a folder, and no link.
bool is_clone(const std::filesystem::path& folder);

}  // namespace warpgrade::classes
