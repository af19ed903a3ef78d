#include "judge/compile/cuda_toolchain.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <stdexcept>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "judge/compile/build_cache.hpp"
#include "judge/compile/build_commands.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/devices.hpp"
#include "simulator/driver/compiler_choice.hpp"
#include "simulator/driver/programs.hpp"
#include "system/file_text.hpp"
#include "system/parallel.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Command = std::vector<std::string>;

// ---- The CUDA Toolkit --------------------------------------------------------------------------------

fs::path find_nvcc() {
  std::vector<fs::path> folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* root = std::getenv(variable); root != nullptr && *root != '\0')
      folders.push_back(fs::path(root) / "bin");
  for (fs::path& folder : wgsim::driver::path_folders()) folders.push_back(std::move(folder));
  folders.emplace_back("/usr/local/cuda/bin");
  for (const fs::path& folder : folders)
    if (wgsim::driver::can_be_started(folder / "nvcc")) return folder / "nvcc";
  return {};
}

constexpr const char* kHeader = "cuda_runtime_api.h";
constexpr const char* kLibrary = "libcudart_static.a";
constexpr int kOldest = 12000;  // 12.0: the first that knows -std=c++20

/// 12040 for CUDA 12.4; 0: the header does not say.
int version_of(const CudaToolkit& toolkit) {
  const std::string header = system::file_text(toolkit.headers / kHeader).value_or("");
  const std::string_view before = "#define CUDART_VERSION";
  const std::size_t at = header.find(before);
  return at == std::string::npos ? 0 : std::atoi(header.c_str() + at + before.size());
}

/// The folder of a file of the toolkit. NVIDIA's own packages have them beside bin/, the packages of
/// distributions in /usr.
fs::path find_folder(const fs::path& nvcc, const char* file, const std::vector<const char*>& folders) {
  std::error_code error;
  const fs::path real = fs::canonical(nvcc, error);
  for (const fs::path& start : {nvcc, error ? nvcc : real})
    for (const char* folder : folders)
      if (const fs::path found = start.parent_path().parent_path() / folder;
          fs::is_regular_file(found / file, error))
        return found;
  return {};
}

CudaToolkit toolkit_of(const fs::path& nvcc) {
  return {
      nvcc,
      find_folder(nvcc, kHeader, {"include", "targets/x86_64-linux/include", "targets/sbsa-linux/include"}),
      find_folder(nvcc, kLibrary,
                  {"lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib",
                   "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"})};
}

/// An nvcc refuses compilers that are newer than itself. $NVCC_CCBIN is NVIDIA's own word for another one;
/// the packages of Debian and Ubuntu have a g++ of their own, which starts the newest that their nvcc knows.
std::string host_compiler(const fs::path& nvcc, const std::string& usual) {
  if (const char* chosen = std::getenv("NVCC_CCBIN"); chosen != nullptr && *chosen != '\0') return chosen;
  const fs::path own = find_folder(nvcc, "g++", {"lib/nvidia-cuda-toolkit/bin"});
  return own.empty() ? usual : (own / "g++").string();
}

// ---- What the device cuda needs ----------------------------------------------------------------------

constexpr double kTimeout_s = 600;  // of processor time, for each command
constexpr const char* kToolchain = "toolchain.json";

/// What is wrong with the toolkit or the compiler: the device cuda can't be used, and the rest can.
struct NoCuda {
  std::string why;
};

using Meanings = std::map<std::string, std::string>;  // "{nvcc}" → "/usr/local/cuda/bin/nvcc"

/// In all strings of a document.
void replace_all(Json& json, const Meanings& meanings) {
  if (json.is_structured()) {
    for (Json& part : json) replace_all(part, meanings);
  } else if (json.is_string()) {
    std::string text = json;
    for (const auto& [word, value] : meanings)
      if (const std::size_t at = text.find(word); at != std::string::npos)
        text.replace(at, word.size(), value);
    json = text;
  }
}

void run(const Command& command, const Paths& paths) {
  BuildResult result;
  BuildLimits limits = kWideLimits;
  limits.processor_s = kTimeout_s;
  const Steps steps{.sandbox = {}, .permissions = {}, .limits = limits, .trusted = true, .result = result};
  if (steps.run(fill_in(command, paths))) return;
  const Finding& first = result.findings.front();
  const std::string where =
      first.place.file.empty() ? "" : fmt::format("{}:{}: ", first.place.file, first.place.line);
  const bool is_refused = first.message.find("-- unsupported") != std::string::npos;  // by host_config.h
  throw NoCuda{"what it needs does not compile with this CUDA Toolkit: " + where + first.message +
               (is_refused ? " Or set NVCC_CCBIN to a compiler that it knows, for example g++-12." : "")};
}

/// Compiles the sources, side by side, with the command for their kind of file; gives the objects.
std::vector<std::string> compile(const Json& commands, const std::vector<std::string>& sources,
                                 const fs::path& folder) {
  fs::create_directories(folder);
  std::vector<std::string> objects;
  for (const std::string& source : sources)
    objects.push_back(folder / (fs::path(source).stem().string() + ".o"));
  system::parallel_for(
      int(std::thread::hardware_concurrency()), sources.size(), [&](std::size_t, std::size_t i) {
        run(commands.at(fs::path(sources[i]).extension()), {.source = sources[i], .object = objects[i]});
      });
  return objects;
}

/// What tells one set of GPUs from another without asking CUDA, which takes a second.
std::string gpus_of_machine() {
  std::string text;
  std::error_code none;
  std::vector<fs::path> cards;
  for (fs::directory_iterator card("/proc/driver/nvidia/gpus", none), end; !none && card != end;
       card.increment(none))
    cards.push_back(card->path() / "information");
  std::ranges::sort(cards);
  cards.emplace_back("/proc/driver/nvidia/version");
  for (const fs::path& card : cards) text += system::file_text(card).value_or("");
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  return text + (visible == nullptr ? "" : visible);
}

class CudaBuild {
 public:
  CudaBuild(const fs::path& installed, const CudaToolkit& toolkit, std::string architecture)
      : architecture_(std::move(architecture)) {
    const std::string text = system::file_text(installed).value_or("");
    json_ = Json::parse(text, nullptr, false);
    if (json_.is_discarded() || !json_.contains("cuda")) {
      read_toolchain(installed);  // says what is wrong
      throw std::runtime_error(installed.string() + ": it does not say how to use a GPU");
    }
    const fs::path root = fs::absolute(installed).parent_path().parent_path().parent_path();
    const std::string compiler = wgsim::driver::find_compiler(json_.value("compiler", ""));
    meanings_ = {{"{root}", root.string()},
                 {"{nvcc}", toolkit.nvcc.string()},
                 {"{cuda_headers}", toolkit.headers.string()},
                 {"{cuda_libraries}", toolkit.libraries.string()},
                 {"{compiler}", compiler},
                 {"{host_compiler}", host_compiler(toolkit.nvcc, compiler)}};
    replace_all(json_, meanings_);
    add_ingredients(toolkit, root);
  }

  std::string key() const { return ingredients_.key(); }

  Json machine_code() {
    replace_all(json_, {{"{architecture}", architecture_}});
    return json_["cuda"].at("machine_code");
  }

  /// Writes into the entry of the cache; the files in it will lie in `place`.
  void build(const fs::path& entry, const fs::path& place, const fs::path& objects) try {
    const fs::path probe = program("probe", entry, objects);
    if (architecture_.empty() && !ask_for_architecture(probe)) {
      json_["cuda_probe"] = (place / "probe").string();  // says why there is no GPU, each time
      return write(entry);
    }
    replace_all(json_, {{"{architecture}", architecture_}, {"{runner}", (place / "runner").string()}});
    const Json& cuda = json_["cuda"];
    run(cuda.at("archive"), {.output = entry / "runner",
                             .objects = compile(cuda.at("compile"), cuda.at("runner"), objects / "runner")});
    program("referee", entry, objects);
    json_["cuda_probe"] = (place / "probe").string();
    json_["referee"] = (place / "referee").string();
    json_["devices"].push_back(cuda.at("device"));
    write(entry);
  } catch (const NoCuda& error) {
    json_["why_no_cuda"] = error.why;
    write(entry);
  }

 private:
  void add_ingredients(const CudaToolkit& toolkit, const fs::path& root) {
    ingredients_.add("toolchain", json_.dump());
    ingredients_.add("architecture", architecture_.empty() ? gpus_of_machine() : architecture_);
    ingredients_.add_stamp(toolkit.nvcc);
    ingredients_.add_stamp(meanings_.at("{compiler}"));
    ingredients_.add_stamp(root / "share/warpgrade/grader");
    ingredients_.add_stamp(root / "lib/warpgrade/libwarpgrade_protocol.a");
    ingredients_.add_stamp(root / "lib/warpgrade/libwarpgrade_model.a");
  }

  fs::path program(const char* name, const fs::path& entry, const fs::path& objects) const {
    const Json& cuda = json_["cuda"];
    run(cuda.at("link"),
        {.output = entry / name, .objects = compile(cuda.at("compile"), cuda.at(name), objects / name)});
    return entry / name;
  }

  bool ask_for_architecture(const fs::path& probe) {
    const DeviceStatus status = ask_probe(probe);
    if (!status.usable) return false;
    architecture_ = fmt::format("sm_{}", status.gpus.front().compute_capability);
    return true;
  }

  void write(const fs::path& entry) const { std::ofstream(entry / kToolchain) << json_.dump(1) << '\n'; }

  std::string architecture_;
  Json json_;
  Meanings meanings_;
  Ingredients ingredients_;
};

/// When this was made the probe found no GPU that it could use, and now it does.
bool has_found_its_gpu(const fs::path& toolchain_json) {
  const Toolchain toolchain = read_toolchain(toolchain_json);
  return !toolchain.cuda_probe.empty() && toolchain.find(DeviceKind::cuda) == nullptr &&
         ask_probe(toolchain.cuda_probe).usable;
}

}  // namespace

std::optional<CudaToolkit> find_cuda_toolkit() {
  const fs::path nvcc = find_nvcc();
  if (nvcc.empty()) return std::nullopt;
  CudaToolkit toolkit = toolkit_of(nvcc);
  if (toolkit.headers.empty() || toolkit.libraries.empty() || version_of(toolkit) < kOldest)
    return std::nullopt;
  return toolkit;
}

std::string why_no_cuda_toolkit() {
  const fs::path nvcc = find_nvcc();
  if (nvcc.empty())
    return "there is no nvcc in $CUDA_HOME/bin, on the PATH, or in /usr/local/cuda/bin: install NVIDIA's "
           "CUDA Toolkit, or set CUDA_HOME to its folder";
  const CudaToolkit toolkit = toolkit_of(nvcc);
  if (toolkit.headers.empty() || toolkit.libraries.empty())
    return fmt::format("{} has no {} beside it: this CUDA Toolkit is not whole", nvcc.string(),
                       toolkit.headers.empty() ? kHeader : kLibrary);
  const int version = version_of(toolkit);
  return fmt::format(
      "{} is of CUDA {}.{}, and kernels are compiled as C++20, which needs CUDA {}.0 or later: install a "
      "newer CUDA Toolkit, and set CUDA_HOME to its folder",
      nvcc.string(), version / 1000, version % 1000 / 10, kOldest / 1000);
}

DeviceToolchain machine_code_toolchain(const fs::path& installed, const std::string& architecture) {
  const auto toolkit = find_cuda_toolkit();
  if (!toolkit) throw std::runtime_error(why_no_cuda_toolkit());
  return read_device(installed, DeviceKind::cuda,
                     CudaBuild(installed, *toolkit, architecture).machine_code());
}

fs::path toolchain_of_machine(const fs::path& installed, const fs::path& cache_folder,
                              const std::string& architecture, const std::function<void()>& building) {
  const auto toolkit = find_cuda_toolkit();
  if (!toolkit) return installed;
  CudaBuild build(installed, *toolkit, architecture);
  const BuildCache cache(cache_folder);
  const std::string key = build.key();
  const system::FileLock lock = cache.lock(key, [&building](const std::string&) { building(); });
  if (const fs::path entry = cache.find(key); !entry.empty()) {
    if (!has_found_its_gpu(entry / kToolchain)) return entry / kToolchain;
    fs::remove_all(entry);
  }

  building();
  const system::TemporaryFolder temporary(cache.folder());
  const fs::path finished = temporary.path() / "finished";
  fs::create_directories(finished);
  build.build(finished, cache.folder() / key, temporary.path() / "objects");
  return cache.publish(key, finished) / kToolchain;
}

}  // namespace warpgrade::judge
