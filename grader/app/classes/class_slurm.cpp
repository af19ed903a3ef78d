#include <algorithm>
#include <filesystem>
#include <list>
#include <string_view>

#include <fmt/format.h>

#include "app/classes/class_parts.hpp"
#include "app/command_line.hpp"
#include "app/interrupt.hpp"
#include "classes/slurm.hpp"
#include "simulator/driver/programs.hpp"
#include "system/checksum.hpp"
#include "system/file_text.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

bool any_begins_with(const std::vector<std::string>& options, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(options, [&](const std::string& option) {
    return std::ranges::any_of(words, [&](std::string_view word) { return option.starts_with(word); });
  });
}

std::string checksum(const std::string& text) { return system::xxh3_128(text).substr(0, 8); }

/// One GPU, unless the user asks for GPUs in the words of the cluster.
std::vector<std::string> options_for(DeviceKind stage, const SlurmOptions& given) {
  std::vector<std::string> options = given.options;
  if (!traits(stage).takes_times) return options;
  options.insert(options.end(), given.gpu_options.begin(), given.gpu_options.end());
  if (!any_begins_with(options, {"--gpus", "--gres", "-G"})) options.insert(options.begin(), "--gres=gpu:1");
  return options;
}

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

/// The jobs outlive the command, as they outlive a connection to the cluster that breaks.
void say_what_runs_when_interrupted(const std::string& name) {
  static std::list<std::string> messages;  // the handler of a signal reads the last one
  messages.push_back(
      fmt::format("interrupted. Jobs of the cluster go on, and the same command goes on with them. To end "
                  "them: scancel --name={}",
                  name));
  end_cleanly_when_interrupted(messages.back().c_str());
}

}  // namespace

void add_slurm_options(Subcommand& command, SlurmOptions& options) {
  command.flag("--slurm", options.wanted,
               "Grade with jobs of a cluster, by sbatch, in place of this machine");
  command
      .option("--slurm-option", options.options,
              "What sbatch is told besides, as --slurm-option=--partition=cpu; again for each further one")
      .shown_as("OPTION")
      .one_at_a_time();
  command
      .option("--slurm-gpu-option", options.gpu_options, "The same, only for jobs that take times on a GPU")
      .shown_as("OPTION")
      .one_at_a_time();
}

void check_slurm(const SlurmOptions& options) {
  if (!options.wanted) {
    if (!options.options.empty() || !options.gpu_options.empty())
      throw UsageError("--slurm-option and --slurm-gpu-option are for jobs of a cluster: add --slurm.");
    return;
  }
  for (const char* program : {"sbatch", "squeue", "scancel"})
    if (!wgsim::driver::is_on_path(program))
      throw UsageError(
          fmt::format("--slurm needs {}, which is not on PATH. Give the command on a machine of the cluster "
                      "where jobs are submitted; without --slurm the class is graded on this machine.",
                      program));
  for (const auto* words : {&options.options, &options.gpu_options}) {
    for (const std::string& word : *words)
      if (!word.starts_with('-'))
        throw UsageError(
            fmt::format("'{}' is no option of sbatch. Write --slurm-option=--NAME=VALUE, as in "
                        "--slurm-option=--partition=cpu.",
                        word));
    if (any_begins_with(*words, {"--cluster", "-M"}))
      throw UsageError(
          "jobs of another cluster can't be watched from here. Give the command on a machine of that "
          "cluster.");
  }
}

void run_slurm_jobs(const BegunClass& begun, DeviceKind stage, const std::vector<std::string>& worker,
                    const SlurmOptions& options, int jobs, const classes::Work& work) {
  // What the class consists of, and what it is graded with: jobs that were begun for another pile end.
  const std::string roll = system::file_text(begun.results.attempts_list()).value_or("");
  const std::string folder = checksum(fs::canonical(begun.results.path()));
  const std::string family = begun.owner.empty()
                                 ? fmt::format("warpgrade-{}-", folder)
                                 : fmt::format("warpgrade-at-{}-{}-", folder, checksum(begun.owner));
  const classes::SlurmCrew crew{
      .family = family,
      .name = fmt::format("{}{}-{}", family, checksum(roll + begun.settings.sandbox), to_string(stage)),
      .command = shell_line(worker),
      .options = options_for(stage, options),
      .most = std::size_t(jobs),
      .outputs = begun.results.slurm()};
  say_what_runs_when_interrupted(crew.name);
  try {
    classes::run_on_slurm(crew, work);
  } catch (const classes::SlurmRefusal& error) {
    throw UsageError(fmt::format(
        "sbatch did not take the jobs. It said:\n{}\nWhat stands behind --slurm-option goes to sbatch as it "
        "is: `sinfo` shows the partitions{}.",
        error.what(),
        traits(stage).takes_times
            ? ", --slurm-gpu-option is for jobs with a GPU, and --device simulator takes no times"
            : ""));
  }
}

}  // namespace warpgrade::app
