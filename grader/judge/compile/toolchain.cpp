// Reads toolchain.json, which CMake writes (grader/cmake/warpgrade_toolchain.cmake).
#include "judge/compile/toolchain.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sandbox/system_files.hpp"
#include "simulator/driver/compiler_choice.hpp"
#include "simulator/driver/programs.hpp"

namespace warpgrade::judge {

using Json = nlohmann::json;

namespace {

/// The words of a toolchain.json: {root} becomes the folder that its lib/ is in, {compiler} the C++ compiler
/// of this machine.
class CommandWords {
 public:
  CommandWords(const std::filesystem::path& toolchain_json, const std::string& compiler_of_build)
      : meanings_{
            {"{root}", std::filesystem::absolute(toolchain_json).parent_path().parent_path().parent_path()},
            {"{compiler}", wgsim::driver::find_compiler(compiler_of_build)}} {}

  std::string word(std::string text) const {
    for (const auto& [word, meaning] : meanings_)
      if (const std::size_t at = text.find(word); at != std::string::npos)
        text.replace(at, word.size(), meaning);
    return text;
  }
  /// A program of the toolchain. On another machine than the one that built the grader it is looked for by
  /// its name.
  static std::string program(const std::string& path) {
    return path.starts_with('/') ? wgsim::driver::find_program(path) : path;
  }
  std::vector<std::string> command(const Json& list) const {
    std::vector<std::string> result;
    for (const std::string text : list) result.push_back(word(text));
    if (!result.empty()) result.front() = program(result.front());
    return result;
  }
  std::vector<std::filesystem::path> paths(const Json& list) const {
    std::vector<std::filesystem::path> result;
    for (const std::string text : list) result.emplace_back(word(text));
    return result;
  }

 private:
  std::map<std::string, std::string> meanings_;
};

DeviceToolchain read_device(DeviceKind kind, const Json& entry, const CommandWords& words) {
  DeviceToolchain device;
  device.device = kind;
  device.compile = words.command(entry.at("compile"));
  device.link = words.command(entry.at("link"));
  const auto read_if_there = [&](const char* key, std::vector<std::string>& command) {
    if (const auto found = entry.find(key); found != entry.end()) command = words.command(*found);
  };
  read_if_there("seal", device.seal);
  read_if_there("program_compile", device.program_compile);
  read_if_there("program_link", device.program_link);
  if (const std::string nm = entry.value("nm", ""); !nm.empty()) device.nm = CommandWords::program(nm);
  device.inputs = words.paths(entry.at("inputs"));
  if (const auto tools = entry.find("tools"); tools != entry.end())
    for (const std::string tool : *tools) device.tools.emplace_back(words.word(tool));
  return device;
}

OracleToolchain read_oracle(const Json& entry, const CommandWords& words) {
  return {.compile = words.command(entry.at("compile")),
          .link = words.command(entry.at("link")),
          .inputs = words.paths(entry.at("inputs"))};
}

}  // namespace

const DeviceToolchain* Toolchain::find(DeviceKind device) const {
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
  for (const std::vector<std::string>& command : {compile, seal, link}) {
    if (!command.empty() && std::ranges::count(inputs, std::filesystem::path(command.front())) == 0)
      add_tool(command.front());
    for (const std::string& word : command)  // libraries
      if (word.starts_with('/') && std::filesystem::is_regular_file(word))
        allowed.readable.emplace_back(word);
  }
  for (const std::filesystem::path& tool : tools) add_tool(tool);
  return allowed;
}

const OracleToolchain& OracleToolchain::require_compiler() const {
  if (const std::string why = wgsim::driver::why_not_compiler(compile.at(0)); !why.empty())
    throw std::runtime_error(why);
  return *this;
}

DeviceToolchain read_device(const std::filesystem::path& toolchain_json, DeviceKind kind, const Json& entry) {
  return read_device(kind, entry, CommandWords(toolchain_json, ""));
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
    const CommandWords words(toolchain_json, json.value("compiler", ""));
    Toolchain toolchain;
    toolchain.cuda_probe = words.word(json.value("cuda_probe", ""));
    toolchain.referee = words.word(json.value("referee", ""));
    toolchain.why_no_cuda = json.value("why_no_cuda", "");
    if (const auto oracle = json.find("oracle"); oracle != json.end())
      toolchain.oracle = read_oracle(*oracle, words);
    for (const Json& entry : json.at("devices")) {
      const std::string name = entry.at("device");
      const auto kind = device_from_string(name);
      if (!kind) throw fault(fmt::format("it has an unknown device '{}'", name));
      toolchain.devices.push_back(read_device(*kind, entry, words));
    }
    return toolchain;
  } catch (const Json::exception& error) {
    throw fault(fmt::format("it is damaged ({})", error.what()));
  }
}

}  // namespace warpgrade::judge
