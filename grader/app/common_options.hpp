// Options that several subcommands share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "course/course.hpp"
#include "judge/device_choice.hpp"
#include "judge/oracles/oracles.hpp"
#include "model/order.hpp"
#include "sandbox/sandbox.hpp"

namespace warpgrade::app {

class Subcommand;

/// A command offers some of them; session.hpp makes a grading of all.
struct CommonOptions {
  judge::DeviceChoice device = judge::DeviceChoice::automatic;
  std::optional<int> gpu = {};      ///< its number among those that CUDA shows; none: the first one
  int jobs = 0;                     ///< 0: one per core
  std::optional<Order> order = {};  ///< of threads and blocks, on the simulator; nothing: several orders
  sandbox::Choice sandbox = sandbox::Choice::automatic;
  bool sanitize = false;                   ///< under NVIDIA's compute-sanitizer too
  std::optional<std::uint64_t> seed = {};  ///< nothing: a fresh one
  std::filesystem::path course = {};       ///< empty: the course of this installation
  std::filesystem::path submission = {};   ///< empty: student/
};

void add_common_options(Subcommand& command, CommonOptions& options);
/// The options that say which files are graded, for a command that does it again.
std::string files_again(const CommonOptions& options);
/// `help`: what the numbers of this command decide.
void add_seed_option(Subcommand& command, std::optional<std::uint64_t>& seed, const std::string& help);
void add_gpu_option(Subcommand& command, std::optional<int>& gpu);
void add_order_option(Subcommand& command, std::optional<Order>& order, const std::string& help);
void add_sandbox_option(Subcommand& command, sandbox::Choice& choice);
/// And --cache, which holds for all that this process does and starts.
void add_course_option(Subcommand& command, std::filesystem::path& course);

/// The folder of the course, absolute: the one that is named; else WARPGRADE_COURSE; else the course that the
/// current folder lies in; else the current folder.
std::filesystem::path course_folder(const std::filesystem::path& named);

/// `course`: another course than the one that the command was built for; empty: that one. The environment may
/// name other datasets (WARPGRADE_DATASETS), and the toolchain.json of another build, whose compiler then
/// makes the submissions (WARPGRADE_TOOLCHAIN). Throws UsageError.
Installation find_installation(const std::filesystem::path& course = {});
/// The same, also where there is no course.
Installation find_grader(const std::filesystem::path& course = {});

/// For what CUDA compiles, with a GPU or without one: the toolchain becomes that of this machine, with what
/// it lacks built first. find_installation() has done so where there is a GPU. `architecture`: sm_90; empty:
/// what the GPU is.
void use_cuda(Installation& installation, const std::string& architecture);

/// The oracles of the course, to be built where they are needed first. They are the grader's, so always of
/// its own toolchain.
std::shared_ptr<judge::Oracles> oracles_of(const Installation& installation);

}  // namespace warpgrade::app
