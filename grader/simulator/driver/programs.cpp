#include "programs.hpp"

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <unistd.h>
#include <vector>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

namespace wgsim::driver {
namespace {

namespace fs = std::filesystem;

std::string on_path(const std::string& name) {
  for (const fs::path& folder : path_folders())
    if (const fs::path found = folder / name; can_be_started(found)) return found;
  return "";
}

}  // namespace

fs::path this_program() {
#ifdef __APPLE__
  char path[4096];
  std::uint32_t size = sizeof path;
  return _NSGetExecutablePath(path, &size) == 0 ? fs::canonical(path) : fs::path();
#else
  return fs::read_symlink("/proc/self/exe");
#endif
}

fs::path library_folder() { return this_program().parent_path().parent_path() / "lib/warpgrade"; }
fs::path share_folder() { return this_program().parent_path().parent_path() / "share/warpgrade"; }

std::vector<fs::path> path_folders() {
  std::vector<fs::path> folders;
  const char* path = std::getenv("PATH");
  std::istringstream list(path != nullptr ? path : "/usr/bin:/bin");
  for (std::string folder; std::getline(list, folder, ':');) folders.emplace_back(folder);
  return folders;
}

bool is_on_path(const std::string& program) { return !on_path(program).empty(); }

bool can_be_started(const fs::path& program) {
  std::error_code ignored;
  return ::access(program.c_str(), X_OK) == 0 && fs::is_regular_file(program, ignored);
}

std::string find_program(const std::string& program) {
  if (program.empty() || can_be_started(program)) return program;
  const std::string found = on_path(fs::path(program).filename());
  return found.empty() ? program : found;
}

}  // namespace wgsim::driver
