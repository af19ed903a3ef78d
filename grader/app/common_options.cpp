#include "app/common_options.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <stdlib.h>
#include <string>
#include <unistd.h>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/subcommand.hpp"
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

bool can_be_written(const fs::path& folder) {
  return ::access((fs::exists(folder) ? folder : folder.parent_path()).c_str(), W_OK) == 0;
}

/// In a build folder what belongs to the build, unless that is read-only; else the user's.
fs::path cache_folder() {
  if (const char* named = std::getenv(kCacheVariable)) return named;
  const fs::path root = wgsim::driver::this_program().parent_path().parent_path();
  if (fs::exists(root / "CMakeCache.txt") && can_be_written(root / "cache")) return root / "cache";
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

namespace {

Installation installation_for(const fs::path& course) {
  Installation installation;
  installation.course = course_folder(course);
  const char* datasets = std::getenv("WARPGRADE_DATASETS");
  installation.datasets = datasets != nullptr ? fs::path(datasets) : installation.course / "datasets";
  const char* toolchain = std::getenv("WARPGRADE_TOOLCHAIN");
  installation.toolchain = toolchain != nullptr ? fs::path(toolchain) : own_toolchain();
  installation.cache = cache_folder();
  return installation;
}

}  // namespace

Installation find_grader(const fs::path& course) {
  Installation installation = installation_for(course);
  if (!sandbox::gpu_devices().empty()) use_cuda(installation, "");
  return installation;
}

Installation find_installation(const fs::path& course) {
  if (const Installation installation = installation_for(course);
      !fs::is_directory(installation.assignments()))
    throw UsageError(
        fmt::format("{} has no folder assignments/, so it is not a course. "
                    "Give the course's folder with --course DIR; `warpgrade --course DIR new UNIT/EXERCISE "
                    "--like map` begins one.",
                    installation.course.string()));
  return find_grader(course);
}

void use_cuda(Installation& installation, const std::string& architecture) {
  installation.toolchain = judge::toolchain_of_machine(
      installation.toolchain, installation.cache, architecture,
      [] { std::cerr << "grade: compiling what a GPU needs, once for this machine\n"; });
}

std::shared_ptr<judge::Oracles> oracles_of(const Installation& installation) {
  const judge::Toolchain toolchain = judge::read_toolchain(own_toolchain());
  return std::make_shared<judge::Oracles>(toolchain.oracle.require_compiler(), installation.cache,
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

void add_common_options(Subcommand& command, CommonOptions& options) {
  const auto set_device = [&options](const std::string& word) {
    const auto choice = judge::device_choice_from_string(word);
    if (!choice) throw WrongValue(fmt::format("'{}' is none of {}", word, device_words(", ")));
    options.device = *choice;
  };
  command
      .option_taken_by("--device", set_device, "auto: the simulator, and the GPU as well where there is one")
      .shown_as(device_words("|"));
  add_gpu_option(command, options.gpu);
  command.option("--jobs", options.jobs, "How much to do at a time (default: one per core)")
      .shown_as("N")
      .between(1, 1024);
  add_order_option(command, options.order,
                   "Run in this order of threads and blocks only (default: several; simulator)");
  add_sandbox_option(command, options.sandbox);
  command.flag("--sanitize", options.sanitize,
               "On the GPU, run small cases under the tools of NVIDIA's compute-sanitizer too");
  add_course_option(command, options.course);
}

std::string files_again(const CommonOptions& options) {
  std::string words;
  if (!options.course.empty()) words += " --course " + shell_word(options.course.string());
  if (!options.submission.empty()) words += " --submission " + shell_word(options.submission.string());
  return words;
}

void add_order_option(Subcommand& command, std::optional<Order>& order, const std::string& help) {
  std::vector<std::string> orders;
  for (const OrderInfo& known : kOrders) orders.emplace_back(known.name);
  command
      .option_taken_by(
          "--order", [&order](const std::string& name) { order = order_from_string(name); }, help)
      .one_of(orders);
}

void add_sandbox_option(Subcommand& command, sandbox::Choice& choice) {
  const auto set_choice = [&choice](const std::string& word) {
    for (const auto& [name, value] : sandbox::kChoices) {
      if (name != word) continue;
      choice = value;
      return;
    }
    throw WrongValue("'" + word + "' is none of auto, require, none");
  };
  command
      .option_taken_by("--sandbox", set_choice,
                       "How submissions are confined. auto: as well as it can (./grade doctor says how); "
                       "require: by bubblewrap, or not at all")
      .shown_as("auto|require|none");
}

void add_gpu_option(Subcommand& command, std::optional<int>& gpu) {
  command.option("--gpu", gpu, "Which GPU to use, counted from 0 as nvidia-smi does (default: the first)")
      .shown_as("N");
}

void add_seed_option(Subcommand& command, std::optional<std::uint64_t>& seed, const std::string& help) {
  const auto is_whole_number = [](const std::string& text) -> std::string {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) return "";
    return "'" + text + "' is no seed: give a whole number from 0 to 2^64 - 1";
  };
  command.option("--seed", seed, help).shown_as("N").check(is_whole_number);
}

void add_course_option(Subcommand& command, std::filesystem::path& course) {
  command.option("--course", course, "A folder with another assignments/, student/ and reference/")
      .shown_as("DIR");
  const auto use_cache = [](const std::string& folder) {
    ::setenv(kCacheVariable, fs::absolute(folder).c_str(), 1);
  };
  command
      .option_taken_by("--cache", use_cache, "Where what is compiled is kept; this folder is safe to delete")
      .shown_as("DIR");
}

}  // namespace warpgrade::app
