// Points in time as people and platforms write them, and when the last commit of a clone was made.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace warpgrade::classes {

/// What is meant where the text leaves seconds, or hours, out.
enum class Unsaid { first_second, last_second };

/// "2026-11-20 23:59", "2026-11-20T23:59:30+01:00", "2026-11-20 10:00:00.123 Z", "2026-11-20". Without a zone
/// it is local time; of an hour that comes twice the first one, and the last one for Unsaid::last_second.
/// nullopt: it is none of these, or no date.
std::optional<std::chrono::sys_seconds> read_time(const std::string& text,
                                                  Unsaid unsaid = Unsaid::first_second);

/// "2026-11-20 23:59:59 CET (UTC+0100)"
std::string as_local_time(std::chrono::sys_seconds time);

/// "deadline: …" as everybody understands it, and what is odd in it: the hour that a night of autumn has
/// twice (the later one counts, for the students), and the one that a night of spring lacks. Empty: the text
/// is no time.
std::string about_deadline(const std::string& text);

/// nullopt: it is no clone, has no commits, or there is no git. A repository's own configuration can start
/// programs, so git reads its objects through an empty repository, which is made in `work`.
std::optional<std::chrono::sys_seconds> last_commit_time(const std::filesystem::path& clone,
                                                         const std::filesystem::path& work);

/// Of a clone with its files: `.git` is a folder, and no link.
bool is_clone(const std::filesystem::path& folder);

}  // namespace warpgrade::classes
