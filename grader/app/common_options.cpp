#include "app/common_options.hpp"

#include <array>
#include <string>
#include <utility>

namespace warpgrade::app {
namespace {

constexpr std::array<std::pair<std::string_view, judge::DeviceChoice>, 4> kDevices{{
    {"auto", judge::DeviceChoice::automatic},
    {"simulator", judge::DeviceChoice::simulator},
    {"cuda", judge::DeviceChoice::cuda},
    {"both", judge::DeviceChoice::both},
}};

}  // namespace

std::string_view device_name(judge::DeviceChoice device) {
  for (const auto& [name, choice] : kDevices)
    if (choice == device) return name;
  return "auto";
}

void add_common_options(CLI::App& command, CommonOptions& options) {
  const auto set_device = [&options](const std::string& word) {
    for (const auto& [name, choice] : kDevices) {
      if (name != word) continue;
      options.device = choice;
      return;
    }
    throw CLI::ValidationError("--device", "'" + word + "' is none of auto, simulator, cuda, both");
  };
  command
      .add_option_function<std::string>("--device", set_device,
                                        "auto: the simulator, and the GPU as well where there is one")
      ->type_name("auto|simulator|cuda|both");
  command.add_option("--jobs", options.jobs, "How much to do at a time (default: one per core)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  add_course_option(command, options.course);
}

void add_course_option(CLI::App& command, std::filesystem::path& course) {
  command.add_option("--course", course, "A folder with another assignments/, student/ and reference/")
      ->type_name("DIR");
}

}  // namespace warpgrade::app
