#include "app/common_options.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <stdlib.h>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/command_line.hpp"
#include "judge/compile/cuda_toolchain.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/options.hpp"
#include "sandbox/system_files.hpp"
#include "simulator/driver/programs.hpp"

namespace warpgrade::app {

namespace fs = std::filesystem;

namespace {

bool is_course(const fs::path& folder) {
  std::error_code unreadable;
  const fs::directory_iterator units(folder / "assignments", unreadable);
  return std::ranges::any_of(units, [](const fs::directory_entry& unit) {
    std::error_code ignored;
    return fs::exists(unit.path() / "unit.toml", ignored);
  });
}

/// The course that the current folder lies in. ./grade names its own.
fs::path default_course() {
  if (const char* named = std::getenv("WARPGRADE_COURSE")) return named;
  const fs::path here = fs::current_path();
  for (fs::path folder = here;; folder = folder.parent_path()) {
    if (is_course(folder)) return folder;
    if (folder == folder.parent_path()) return here;
  }
}

constexpr const char* kCacheVariable = "WARPGRADE_CACHE";  // --cache sets it, for the commands of watch, too

/// In a build folder what belongs to the build; else the user's.
fs::path cache_folder() {
  if (const char* named = std::getenv(kCacheVariable)) return named;
  const fs::path root = wgsim::driver::this_program().parent_path().parent_path();
  if (fs::exists(root / "CMakeCache.txt")) return root / "cache";
  if (const char* caches = std::getenv("XDG_CACHE_HOME"); caches != nullptr && *caches != '\0')
    return fs::path(caches) / "warpgrade";
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr ? home : "/tmp") / ".cache/warpgrade";
}

/// The one beside this program.
fs::path own_toolchain() { return wgsim::driver::library_folder() / "toolchain.json"; }

}  // namespace

fs::path course_folder(const fs::path& named) {
  const fs::path folder = fs::absolute(named.empty() ? default_course() : named).lexically_normal();
  return folder.has_filename() ? folder : folder.parent_path();
}

Installation find_installation(const fs::path& course) {
  Installation installation;
  installation.course = course_folder(course);
  const char* datasets = std::getenv("WARPGRADE_DATASETS");
  installation.datasets = datasets != nullptr ? fs::path(datasets) : installation.course / "datasets";
  const char* toolchain = std::getenv("WARPGRADE_TOOLCHAIN");
  installation.toolchain = toolchain != nullptr ? fs::path(toolchain) : own_toolchain();
  installation.cache = cache_folder();
  if (!fs::is_directory(installation.assignments()))
    throw UsageError(
        fmt::format("{} has no folder assignments/, so it is not a course. "
                    "Give the course's folder with --course DIR; `warpgrade --course DIR new UNIT/EXERCISE "
                    "--like map` begins one.",
                    installation.course.string()));
  if (!sandbox::gpu_devices().empty()) use_cuda(installation, "");
  return installation;
}

void use_cuda(Installation& installation, const std::string& architecture) {
  installation.toolchain = judge::toolchain_of_machine(
      installation.toolchain, installation.cache, architecture,
      [] { std::cerr << "grade: compiling what a GPU needs, once for this machine\n"; });
}

std::shared_ptr<judge::Oracles> oracles_of(const Installation& installation) {
  return std::make_shared<judge::Oracles>(judge::read_toolchain(own_toolchain()).oracle, installation.cache,
                                          installation.datasets);
}

namespace {

/// What may stand behind --device.
std::string device_words(const char* between) {
  std::string words;
  for (const auto& [name, choice] : judge::kDeviceChoices)
    words += fmt::format("{}{}", words.empty() ? "" : between, name);
  return words;
}

}  // namespace

void add_common_options(CLI::App& command, CommonOptions& options) {
  const auto set_device = [&options](const std::string& word) {
    const auto choice = judge::device_choice_from_string(word);
    if (!choice)
      throw CLI::ValidationError("--device", fmt::format("'{}' is none of {}", word, device_words(", ")));
    options.device = *choice;
  };
  command
      .add_option_function<std::string>("--device", set_device,
                                        "auto: the simulator, and the GPU as well where there is one")
      ->type_name(device_words("|"));
  add_gpu_option(command, options.gpu);
  command.add_option("--jobs", options.jobs, "How much to do at a time (default: one per core)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  add_order_option(command, options.order,
                   "Run in this order of threads and blocks only (default: several; simulator)");
  add_sandbox_option(command, options.sandbox);
  command.add_flag("--sanitize", options.sanitize,
                   "On the GPU, run small cases under the tools of NVIDIA's compute-sanitizer too");
  add_course_option(command, options.course);
}

void add_order_option(CLI::App& command, std::optional<Order>& order, const std::string& help) {
  std::vector<std::string> orders;
  for (const OrderInfo& known : kOrders) orders.emplace_back(known.name);
  command
      .add_option_function<std::string>(
          "--order", [&order](const std::string& name) { order = order_from_string(name); }, help)
      ->check(CLI::IsMember(orders));
}

void add_sandbox_option(CLI::App& command, sandbox::Choice& choice) {
  const auto set_choice = [&choice](const std::string& word) {
    for (const auto& [name, value] : sandbox::kChoices) {
      if (name != word) continue;
      choice = value;
      return;
    }
    throw CLI::ValidationError("--sandbox", "'" + word + "' is none of auto, require, none");
  };
  command
      .add_option_function<std::string>(
          "--sandbox", set_choice,
          "How submissions are confined. auto: as well as it can (./grade doctor says how); "
          "require: by bubblewrap, or not at all")
      ->type_name("auto|require|none");
}

void add_gpu_option(CLI::App& command, std::optional<int>& gpu) {
  command
      .add_option("--gpu", gpu, "Which GPU to use, counted from 0 as nvidia-smi does (default: the first)")
      ->type_name("N");
}

void add_seed_option(CLI::App& command, std::optional<std::uint64_t>& seed, const std::string& help) {
  const auto is_whole_number = [](const std::string& text) -> std::string {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) return "";
    return "'" + text + "' is no seed: give a whole number from 0 to 2^64 - 1";
  };
  command.add_option("--seed", seed, help)->type_name("N")->check(CLI::Validator(is_whole_number, ""));
}

void add_course_option(CLI::App& command, std::filesystem::path& course) {
  command.add_option("--course", course, "A folder with another assignments/, student/ and reference/")
      ->type_name("DIR");
  const auto use_cache = [](const std::string& folder) {
    ::setenv(kCacheVariable, fs::absolute(folder).c_str(), 1);
  };
  command
      .add_option_function<std::string>("--cache", use_cache,
                                        "Where what is compiled is kept; this folder is safe to delete")
      ->type_name("DIR");
}

}  // namespace warpgrade::app
