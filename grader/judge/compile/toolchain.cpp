// Reads toolchain.json, which CMake writes (grader/cmake/warpgrade_toolchain.cmake).
#include "judge/compile/toolchain.hpp"

#include <fstream>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sandbox/system_files.hpp"

namespace warpgrade::judge {

using Json = nlohmann::json;

namespace {

std::vector<std::filesystem::path> paths(const Json& list) {
  std::vector<std::filesystem::path> result;
  for (const std::string path : list) result.emplace_back(path);
  return result;
}

}  // namespace

const DeviceToolchain* Toolchain::find(const std::string& device) const {
  for (const DeviceToolchain& candidate : devices)
    if (candidate.device == device) return &candidate;
  return nullptr;
}

sandbox::Permissions DeviceToolchain::permissions() const {
  sandbox::Permissions allowed{.readable = inputs};
  const auto add_tool = [&allowed](const std::filesystem::path& program) {
    for (std::filesystem::path& path : sandbox::files_of_tool(program))
      allowed.readable.push_back(std::move(path));
  };
  std::vector<std::vector<std::string>> commands = seal;
  commands.push_back(compile);
  commands.push_back(link);
  for (const std::vector<std::string>& command : commands) {
    if (!command.empty()) add_tool(command.front());
    for (const std::string& word : command)  // libraries
      if (word.starts_with('/') && std::filesystem::is_regular_file(word))
        allowed.readable.emplace_back(word);
  }
  for (const std::filesystem::path& tool : tools) add_tool(tool);
  return allowed;
}

Toolchain read_toolchain(const std::filesystem::path& toolchain_json) {
  const auto fault = [&](const std::string& what) {
    return std::runtime_error(fmt::format("{}: {}. Remove the build folder and run ./grade: it builds anew.",
                                          toolchain_json.string(), what));
  };
  std::ifstream file(toolchain_json);
  if (!file) throw fault("this file is missing; CMake writes it");
  try {
    const Json json = Json::parse(file);
    if (json.at("format") != 1) throw fault("it was written for another version of the grader");
    Toolchain toolchain;
    toolchain.cuda_probe = json.value("cuda_probe", "");
    toolchain.referee = json.value("referee", "");
    if (const auto oracle = json.find("oracle"); oracle != json.end()) {
      toolchain.oracle.program = oracle->at("program").get<std::string>();
      oracle->at("compile").get_to(toolchain.oracle.compile);
      oracle->at("link").get_to(toolchain.oracle.link);
      toolchain.oracle.inputs = paths(oracle->at("inputs"));
    }
    for (const Json& entry : json.at("devices")) {
      DeviceToolchain& device = toolchain.devices.emplace_back();
      device.device = entry.at("device");
      entry.at("compile").get_to(device.compile);
      entry.at("link").get_to(device.link);
      if (entry.contains("seal")) entry.at("seal").get_to(device.seal);
      device.nm = entry.value("nm", "");
      device.inputs = paths(entry.at("inputs"));
      if (entry.contains("tools")) device.tools = paths(entry.at("tools"));
    }
    return toolchain;
  } catch (const Json::exception& error) {
    throw fault(fmt::format("it is damaged ({})", error.what()));
  }
}

}  // namespace warpgrade::judge
