#include "classes/results_folder.hpp"

#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

namespace warpgrade::classes {

void ResultsFolder::create() const {
  for (const auto& folder : {attempts(), pieces(), claims(), faults(), submissions(), students()}) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw std::runtime_error(fmt::format("can't make {}: {}", folder.string(), error.message()));
  }
}

}  // namespace warpgrade::classes
