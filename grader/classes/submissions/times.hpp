// Points in time as people and platforms write them.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace warpgrade::classes {

/// What is meant where the text leaves seconds, or hours, out.
enum class Unsaid { first_second, last_second };

/// "2026-11-20 23:59", "2026-11-20T23:59:30+01:00", "2026-11-20 10:00:00.123 Z", "2026-11-20". Without a zone
/// it is local time. nullopt: it is none of these, or no date.
std::optional<std::chrono::sys_seconds> read_time(const std::string& text,
                                                  Unsaid unsaid = Unsaid::first_second);

}  // namespace warpgrade::classes
