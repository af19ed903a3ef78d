#include "verify/kept_verdicts.hpp"

#include <exception>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "judge/compile/build_cache.hpp"
#include "judge/compile/submission_files.hpp"
#include "judge/grading_key.hpp"
#include "system/atomic_file.hpp"
#include "system/file_text.hpp"

namespace warpgrade::verify {
namespace {

namespace fs = std::filesystem;

bool can_be_kept(const Kernel& kernel) { return kernel.device == DeviceKind::simulator; }

}  // namespace

KeptVerdicts::KeptVerdicts(fs::path folder, const Installation& installation,
                           const std::vector<const spec::Exercise*>& exercises,
                           const judge::GradingOptions& options, WrongKernelCases cases)
    : folder_(std::move(folder)),
      grader_(fmt::format("{} {} {} {}", judge::checksum_of_grader(installation.toolchain), options.seed,
                          options.order ? to_string(*options.order) : "several", int(cases))) {
  for (const spec::Exercise* exercise : exercises)
    exercises_[exercise->name] = judge::checksum_of_exercise(*exercise, installation.reference());
  fs::create_directories(folder_);
}

fs::path KeptVerdicts::file_of(const Kernel& kernel) const {
  judge::Ingredients ingredients;
  ingredients.add("grader", grader_);
  ingredients.add("exercise", exercises_.at(kernel.exercise->name));
  ingredients.add("kernel",
                  fmt::format("{} {} {}", int(kernel.role), to_string(kernel.expected), kernel.task));
  const auto submission = judge::collect_submission(
      *kernel.exercise, kernel.file, kernel.file.filename().string(), kernel.role == Kernel::Role::fast);
  for (const judge::SubmissionFile& file : submission.files) ingredients.add(file.name.string(), file.text);
  return folder_ / ingredients.key();
}

std::optional<KernelOutcome> KeptVerdicts::find(const Kernel& kernel) const try {
  if (!can_be_kept(kernel)) return std::nullopt;
  const auto text = system::file_text(file_of(kernel));
  if (!text) return std::nullopt;
  const auto json = nlohmann::json::parse(*text);
  KernelOutcome outcome;
  outcome.kernel = kernel;
  const auto verdict = verdict_from_string(json.at("verdict").get<std::string>());
  if (!verdict) return std::nullopt;
  outcome.got = *verdict;
  outcome.places = json.at("places").get<std::vector<Place>>();
  outcome.judgement = judge_kernel(kernel, outcome.got);
  outcome.kept = true;
  // What is expected may have changed since then: the run that says so must say why.
  if (outcome.judgement == Judgement::unexpected || !names_line(kernel, outcome.places)) return std::nullopt;
  return outcome;
} catch (const std::exception&) {
  return std::nullopt;  // damaged, or not readable: it is graded again
}

void KeptVerdicts::keep(const KernelOutcome& outcome) const {
  if (!can_be_kept(outcome.kernel) || outcome.judgement == Judgement::unexpected) return;
  const nlohmann::json json = {{"verdict", to_string(outcome.got)}, {"places", outcome.places}};
  system::write_file_atomically(file_of(outcome.kernel), json.dump());
}

}  // namespace warpgrade::verify
