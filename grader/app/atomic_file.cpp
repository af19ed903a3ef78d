#include "app/atomic_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <unistd.h>

#include <fmt/format.h>

namespace warpgrade::app {

namespace fs = std::filesystem;

void write_file_atomically(const fs::path& path, std::string_view content) {
  const fs::path temporary = fmt::format("{}.{}.tmp", path.string(), ::getpid());
  const auto fail = [&] {
    const int reason = errno;
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw std::runtime_error(fmt::format("can't write {}: {}", path.string(), std::strerror(reason)));
  };
  {
    std::ofstream file(temporary, std::ios::binary);
    if (!file) fail();
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
    file.close();
    if (!file) fail();
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) fail();
}

}  // namespace warpgrade::app
