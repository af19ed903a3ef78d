#include "classes/results_folder.hpp"

#include <fstream>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "system/process_info.hpp"

namespace warpgrade::classes {

void ResultsFolder::create() const {
  for (const auto& folder : {attempts(), pieces(), claims(), faults(), submissions(), students()}) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw std::runtime_error(fmt::format("can't make {}: {}", folder.string(), error.message()));
  }
}

/// A client of NFS asks anew for all that it remembers of a folder once it has changed the folder itself.
void ResultsFolder::see_changes() const {
  const std::filesystem::path mark = pieces() / fmt::format(".see.{}.{}", system::host_name(), ::getpid());
  std::ofstream(mark).flush();
  std::error_code ignored;
  std::filesystem::remove(mark, ignored);
}

}  // namespace warpgrade::classes
