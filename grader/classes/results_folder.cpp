#include "classes/results_folder.hpp"

#include <fstream>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "system/atomic_file.hpp"
#include "system/file_text.hpp"
#include "system/process_info.hpp"

namespace warpgrade::classes {

namespace fs = std::filesystem;
using nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Settings, submissions, course, exercises, seed, sandbox, csv, earlier,
                                   command, run)

void ResultsFolder::create() const {
  for (const auto& folder : {attempts(), pieces(), claims(), faults(), submissions(), students()}) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw std::runtime_error(fmt::format("can't make {}: {}", folder.string(), error.message()));
  }
}

/// A client of NFS asks anew for all that it remembers of a folder once it has changed the folder itself.
void ResultsFolder::see_changes() const {
  const fs::path mark = pieces() / fmt::format(".see.{}.{}", system::host_name(), ::getpid());
  std::ofstream(mark).flush();
  std::error_code ignored;
  fs::remove(mark, ignored);
}

std::optional<Settings> read_settings(const fs::path& file) {
  if (!fs::exists(file)) return std::nullopt;
  try {
    return json::parse(system::file_text(file).value_or("")).get<Settings>();
  } catch (const json::exception& error) {
    throw std::runtime_error(fmt::format(
        "{} can't be read ({}). Remove the folder and grade the class anew, or grade it into another "
        "folder.",
        file.string(), error.what()));
  }
}

void write_settings(const fs::path& file, const Settings& settings) {
  json j = settings;
  j["format"] = 1;
  system::write_file_atomically(file, j.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace warpgrade::classes
