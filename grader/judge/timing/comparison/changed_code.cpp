// smaps has a heading for each mapping ("begin-end rights offset device inode path") and below it lines of
// figures ("Anonymous:  4 kB"). Code is what may be executed and has a path that begins with a slash.
#include "judge/timing/comparison/changed_code.hpp"

#include <fstream>
#include <sstream>
#include <string>

namespace warpgrade::judge {

std::optional<std::uint64_t> changed_code_bytes(int process) {
  std::ifstream smaps("/proc/" + std::to_string(process) + "/smaps");
  if (!smaps) return std::nullopt;
  return changed_code_bytes(smaps);
}

std::uint64_t changed_code_bytes(std::istream& smaps) {
  std::uint64_t bytes = 0;
  bool is_code = false;
  for (std::string line; std::getline(smaps, line);) {
    std::istringstream words(line);
    std::string first, rights, offset, device, inode, path;
    words >> first;
    if (!first.ends_with(':')) {
      words >> rights >> offset >> device >> inode >> path;
      is_code = rights.find('x') != std::string::npos && path.starts_with('/');
    } else if (is_code && first == "Anonymous:") {
      std::uint64_t kilobytes = 0;
      words >> kilobytes;
      bytes += kilobytes << 10;
    }
  }
  return bytes;
}

}  // namespace warpgrade::judge
