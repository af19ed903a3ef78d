#include "app/installation.hpp"

#include <fmt/format.h>

#include "app/usage_error.hpp"

namespace warpgrade::app {

namespace fs = std::filesystem;

Installation find_installation(const fs::path& course) {
  Installation installation;
  installation.course = fs::absolute(course.empty() ? fs::path(WARPGRADE_ROOT) : course).lexically_normal();
  installation.toolchain = fs::path(WARPGRADE_BUILD) / "toolchain.json";
  installation.cache = fs::path(WARPGRADE_BUILD) / "cache";
  if (!fs::is_directory(installation.assignments()))
    throw UsageError(
        fmt::format("{} has no folder assignments/, so it is not a course. "
                    "Give the course's folder with --course DIR.",
                    installation.course.string()));
  return installation;
}

fs::path as_typed(const fs::path& path) {
  std::error_code error;
  const fs::path relative = fs::relative(path, error);
  if (error || relative.empty()) return path;
  return relative.native().size() < path.native().size() ? relative : path;
}

}  // namespace warpgrade::app
