// How this installation compiles and links submissions: toolchain.json, which CMake writes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/device_kind.hpp"
#include "sandbox/sandbox.hpp"

namespace warpgrade::judge {

/// toolchain.json as written by CMake: the command lines per device. In them {source}, {object} and {output}
/// are replaced by paths, {includes} by -I options ({own_includes}: the submission's folder for quotes only),
/// {defines} by -D options, {libraries} by -l options.
struct DeviceToolchain {
  DeviceKind device = kDefaultDevice;
  std::vector<std::string> compile, link;
  std::vector<std::string> program_compile = {},
                           program_link = {};  ///< of a program with a main() of its own
  /// Makes all names of an object local: afterwards none of its functions can take the place of one of the
  /// runner, the simulator or the C library. Empty if the first command does that, and if this machine has no
  /// tool for it.
  std::vector<std::string> seal;
  std::filesystem::path nm;  ///< lists an object's symbols (symbols.hpp); empty: they are not checked
  std::vector<std::filesystem::path> inputs;      ///< libraries and tools: part of the cache key
  std::vector<std::filesystem::path> tools = {};  ///< programs that these commands start: the C++ compiler

  /// What its commands read besides the system's files.
  sandbox::Permissions permissions() const;
};
/// How oracles are compiled and linked. In the command lines {source}, {object}, {includes} and {output} are
/// replaced.
struct OracleToolchain {
  std::vector<std::string> compile, link;
  std::vector<std::filesystem::path> inputs;  ///< part of the cache key

  /// Throws std::runtime_error with what to ask for if there is none.
  const OracleToolchain& require_compiler() const;
};

struct Toolchain {
  OracleToolchain oracle;
  std::vector<DeviceToolchain> devices;
  // Of the device cuda, where the toolchain is that of this machine (cuda_toolchain.hpp).
  std::filesystem::path cuda_probe;  ///< lists the GPUs or says why there is none
  std::filesystem::path referee;     ///< of timed races
  std::string why_no_cuda;           ///< what is wrong with the CUDA Toolkit here
  const DeviceToolchain* find(DeviceKind device) const;
};
/// One entry of a toolchain.json, which lies at this path.
DeviceToolchain read_device(const std::filesystem::path& toolchain_json, DeviceKind kind,
                            const nlohmann::json& entry);
Toolchain read_toolchain(const std::filesystem::path& toolchain_json);  ///< throws std::runtime_error

}  // namespace warpgrade::judge
