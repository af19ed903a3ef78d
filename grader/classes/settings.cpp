#include "classes/settings.hpp"

#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "system/atomic_file.hpp"
#include "system/file_text.hpp"

namespace warpgrade::classes {

namespace fs = std::filesystem;
using nlohmann::json;

std::optional<Settings> read_settings(const fs::path& file) {
  if (!fs::exists(file)) return std::nullopt;
  try {
    const json j = json::parse(system::file_text(file).value_or(""));
    Settings settings;
    settings.submissions = j.at("submissions").get<std::string>();
    settings.course = j.at("course").get<std::string>();
    settings.exercises = j.at("exercises").get<std::vector<std::string>>();
    settings.seed = j.at("seed").get<std::uint64_t>();
    settings.sandbox = j.at("sandbox").get<std::string>();
    settings.command = j.at("command").get<std::string>();
    settings.run = j.at("run").get<std::string>();
    return settings;
  } catch (const json::exception& error) {
    throw std::runtime_error(fmt::format(
        "{} can't be read ({}). Remove the folder and grade the class anew, or grade it into another "
        "folder.",
        file.string(), error.what()));
  }
}

void write_settings(const fs::path& file, const Settings& settings) {
  const json j{{"format", 1},
               {"submissions", settings.submissions.string()},
               {"course", settings.course.string()},
               {"exercises", settings.exercises},
               {"seed", settings.seed},
               {"sandbox", settings.sandbox},
               {"command", settings.command},
               {"run", settings.run}};
  system::write_file_atomically(file, j.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace warpgrade::classes
