// ./grade verify: is the course itself right? References and other right kernels pass, stubs are not started
// (those of repair tasks get the verdict of their mistake), wrong kernels get the verdict that they declare,
// and the folders fit together.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/common_options.hpp"
#include "app/course_program.hpp"
#include "app/interrupt.hpp"
#include "app/report_files.hpp"
#include "app/selection.hpp"
#include "app/session.hpp"
#include "app/subcommand.hpp"
#include "app/terminal.hpp"
#include "app/verify_show.hpp"
#include "judge/cases/oracle_check.hpp"
#include "judge/compile/cuda_toolchain.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/options.hpp"
#include "report/terminal.hpp"
#include "sandbox/system_files.hpp"
#include "verify/course_files.hpp"
#include "verify/cuda_builds.hpp"
#include "verify/kept_verdicts.hpp"
#include "verify/kernel_verdicts.hpp"
#include "verify/kernel_verdicts_json.hpp"
#include "verify/traces.hpp"

namespace warpgrade::app {
namespace {

using verify::Judgement;
using verify::Kernel;
using verify::KernelOutcome;

namespace fs = std::filesystem;

/// One of `of` parts of all kernels, counted from 1.
struct Part {
  int number = 1, of = 1;
};

struct VerifyOptions {
  CommonOptions common;
  std::vector<std::string> names;
  fs::path reference, json;
  bool all_cases = false;
  Part part;
  std::string show;
  std::vector<std::string> compile_for;
  bool fresh = false;
};

/// "2/3": the second of three parts.
Part part_from(const std::string& text) {
  Part part;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%d/%d%c", &part.number, &part.of, &rest) != 2 || part.number < 1 ||
      part.of < part.number || part.of > 100)
    throw WrongValue("write which part of how many, as in 2/3");
  return part;
}

std::vector<const spec::Exercise*> selected_exercises(const spec::Course& course,
                                                      const std::vector<std::string>& names) {
  std::vector<const spec::Exercise*> exercises;
  for (const judge::Selection& selected : select(course, names)) {
    if (!selected.task.empty())
      throw UsageError(
          fmt::format("verify works on whole exercises: `./grade verify {}`", selected.exercise));
    exercises.push_back(find_exercise(course, selected.exercise));
  }
  return exercises;
}

std::string name_of(const Kernel& kernel) {
  const std::string exercise = kernel.exercise->name;
  if (kernel.role == Kernel::Role::reference) return exercise + " (reference)";
  if (kernel.role == Kernel::Role::stub) return exercise + " (stub)";
  const std::string name = exercise + "/" + kernel.file.stem().string();
  if (kernel.role == Kernel::Role::fast) return name + " (fast)";
  return kernel.role == Kernel::Role::right ? name + " (right)" : name;
}

std::string remark_on(const KernelOutcome& outcome) {
  switch (outcome.judgement) {
    case Judgement::as_expected: return "";
    case Judgement::expected_today:
      return fmt::format("expected today; {} needs {}", to_string(outcome.kernel.expected),
                         outcome.kernel.until);
    case Judgement::unseen_by_gpu:
      return fmt::format("a GPU can't see {}", to_string(outcome.kernel.expected));
    case Judgement::unexpected: return verify::what_differs(outcome);
  }
  return "";
}

/// The rows of the table, each printed as soon as it is known.
class OutcomeTable {
 public:
  OutcomeTable(std::FILE* out, const Terminal& terminal, const std::vector<Kernel>& kernels)
      : out_(out), terminal_(terminal) {
    if (report::is_terminal(fileno(out))) width_ = std::size_t(terminal.width);
    for (const Kernel& kernel : kernels) {
      name_ = std::max(name_, name_of(kernel).size());
      task_ = std::max(task_, kernel.task.size());
    }
    print(" ", {"kernel", "task", "verdict", "device", "time", ""}, Tone::quiet);
  }

  void add(const KernelOutcome& outcome) const {
    const bool bad = outcome.judgement == Judgement::unexpected;
    const Tone tone = bad                                           ? Tone::bad
                      : outcome.judgement == Judgement::as_expected ? Tone::good
                                                                    : Tone::quiet;
    print(bad ? terminal_.cross() : terminal_.tick(),
          {name_of(outcome.kernel), outcome.kernel.task, std::string(to_string(outcome.got)),
           std::string(to_string(outcome.kernel.device)),
           outcome.kept ? std::string("kept") : fmt::format("{:.2f} s", outcome.seconds), remark_on(outcome)},
          tone);
    if (bad) fmt::print(out_, "    {}\n    {}\n", as_typed(outcome.kernel.file).string(), outcome.detail);
    std::fflush(out_);
  }

  /// At the end once more: they may stand hundreds of rows above, and logs of CI are often cut.
  void repeat_unexpected(const std::vector<KernelOutcome>& outcomes) const {
    const auto is_unexpected = [](const KernelOutcome& o) { return o.judgement == Judgement::unexpected; };
    if (std::ranges::none_of(outcomes, is_unexpected)) return;
    fmt::print(out_, "\nUnexpected:\n");
    for (const KernelOutcome& outcome : outcomes)
      if (is_unexpected(outcome)) add(outcome);
  }

 private:
  struct Row {
    std::string kernel, task, verdict, device, time, remark;
  };

  /// What a terminal has no room for stands on lines of its own.
  void print(std::string_view mark, const Row& row, Tone tone) const {
    const std::string rest =
        fmt::format("{:<{}}  {:<18}  {:<9}  {:>8}", row.task, task_, row.verdict, row.device, row.time);
    std::string text = fmt::format("{} {:<{}}", mark, row.kernel, name_);
    std::size_t used = 2 + name_;
    for (const std::string& part : {rest, row.remark}) {
      if (part.empty()) continue;
      const bool fits = part.size() + used + 2 <= width_;
      text.erase(fits ? text.size() : text.find_last_not_of(' ') + 1);
      text += (fits ? "  " : "\n    ") + part;
      used = (fits ? used + 2 : 4) + part.size();
    }
    fmt::print(out_, "{}\n", terminal_.paint(text, tone));
  }

  std::FILE* out_;
  Terminal terminal_;
  std::size_t width_ = std::string::npos;  ///< for who reads it from a file, a kernel has a line
  std::size_t name_ = 6, task_ = 4;
};

int print_summary(std::FILE* out, const Terminal& terminal, const std::vector<KernelOutcome>& outcomes,
                  std::size_t problems, std::uint64_t seed) {
  const auto count = [&](Judgement judgement) {
    return static_cast<std::size_t>(std::count_if(
        outcomes.begin(), outcomes.end(), [&](const KernelOutcome& o) { return o.judgement == judgement; }));
  };
  const std::size_t unexpected = count(Judgement::unexpected);
  std::string line =
      fmt::format("{} kernels: {} as expected", outcomes.size(), count(Judgement::as_expected));
  if (const auto today = count(Judgement::expected_today))
    line += fmt::format(", {} expected to pass today", today);
  if (const auto unseen = count(Judgement::unseen_by_gpu))
    line += fmt::format(", {} that a GPU can't see", unseen);
  line += fmt::format(", {} unexpected; {} problem{} in the files. Seed {}.", unexpected, problems,
                      problems == 1 ? "" : "s", seed);
  const bool good = unexpected == 0 && problems == 0;
  fmt::print(out, "\n{}\n", terminal.paint(line, good ? Tone::good : Tone::bad));
  return good ? 0 : 2;
}

/// In turn, so that each part has some of every exercise.
void keep_part(std::vector<Kernel>& kernels, Part part) {
  std::size_t i = 0;
  std::erase_if(kernels,
                [&](const Kernel&) { return i++ % std::size_t(part.of) != std::size_t(part.number - 1); });
}

int jobs_of(const VerifyOptions& options) {
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return options.common.jobs > 0 ? options.common.jobs : cores;
}

/// What does not compile of the course's own CUDA code for cards of this architecture. `all`: of stubs and
/// other right kernels, too; then it is a problem if there is no nvcc.
std::vector<std::string> check_cuda_builds(const VerifyOptions& options, const Session& session,
                                           const std::vector<const spec::Exercise*>& exercises,
                                           const std::string& architecture, bool all) {
  Installation installation = session.installation;
  if (all || sandbox::gpu_devices().empty()) use_cuda(installation, architecture);
  const judge::Toolchain toolchain = judge::read_toolchain(installation.toolchain);
  if (!toolchain.why_no_cuda.empty()) return {"the device cuda: " + toolchain.why_no_cuda};
  const int capability = verify::cuda_capability(toolchain);
  if (capability == 0) return all ? std::vector{judge::why_no_cuda_toolkit()} : std::vector<std::string>{};
  auto builds = verify::cuda_builds(installation, exercises, capability);
  if (all)
    std::ranges::move(verify::further_cuda_builds(installation, exercises), std::back_inserter(builds));
  report::ProgressLine line(std::cerr, report::is_terminal(STDERR_FILENO));
  line.show(0, 0, fmt::format("compiling {} kernels with nvcc", builds.size()));
  const auto workshop = judge::make_workshop(toolchain, session.grading);
  auto problems = verify::check_they_compile(builds, session.installation, *workshop, jobs_of(options));
  line.clear();
  if (all)
    fmt::print("{}: {} of {} kernels compile\n", architecture, builds.size() - problems.size(),
               builds.size());
  return problems;
}

/// --compile-for: nothing is graded.
int only_compile(const VerifyOptions& options, const Session& session,
                 const std::vector<const spec::Exercise*>& exercises) {
  int exit_code = 0;
  for (const std::string& architecture : options.compile_for) {
    for (const std::string& problem : check_cuda_builds(options, session, exercises, architecture, true)) {
      fmt::print("{} for {}: {}\n", Terminal::of_stdout().cross(), architecture, problem);
      exit_code = 2;
    }
  }
  return exit_code;
}

/// Builds the oracles, and checks that each exercise's spec uses only names that its oracle knows.
void build_oracles(const VerifyOptions& options, judge::Oracles& oracles,
                   const std::vector<const spec::Exercise*>& exercises) {
  report::ProgressLine line(std::cerr, report::is_terminal(STDERR_FILENO));
  std::mutex mutex;
  const auto building = [&](const std::string& exercise) {
    const std::lock_guard lock(mutex);
    line.show(0, 0, "building the oracle of " + exercise);
  };
  oracles.build(exercises, jobs_of(options), building, [&](const std::string& why) {
    const std::lock_guard lock(mutex);
    line.clear();
    std::cerr << "grade: " << why << std::endl;
  });
  for (const spec::Exercise* exercise : exercises)
    if (!exercise->program) judge::check_against_oracle(*exercise, oracles.of(*exercise));
}

verify::WrongKernelCases cases_of(const VerifyOptions& options) {
  return options.all_cases ? verify::WrongKernelCases::all : verify::WrongKernelCases::until_verdict;
}

/// Of other runs with the same seed. Nothing for a seed of its own, since no run has it again.
std::optional<verify::KeptVerdicts> kept_verdicts(const VerifyOptions& options, const Session& session,
                                                  const std::vector<const spec::Exercise*>& exercises) {
  if (options.fresh || !options.common.seed) return std::nullopt;
  return verify::KeptVerdicts(session.installation.cache / "verdicts", session.installation, exercises,
                              session.grading, cases_of(options));
}

std::vector<KernelOutcome> grade_all(const VerifyOptions& options, const judge::GradingOptions& grading,
                                     const std::vector<Kernel>& kernels, const verify::KeptVerdicts* kept,
                                     const OutcomeTable& table, const std::optional<ReportFile>& json) {
  report::ProgressLine line(std::cerr, report::is_terminal(STDERR_FILENO));
  std::vector<KernelOutcome> done;
  return verify::grade_kernels(kernels, grading, cases_of(options), jobs_of(options), kept,
                               [&](const KernelOutcome& outcome) {
                                 done.push_back(outcome);
                                 line.clear();
                                 table.add(outcome);
                                 line.show(done.size(), kernels.size(), name_of(outcome.kernel));
                                 // Written after each kernel, so that the results so far remain if a long run
                                 // is stopped.
                                 if (json && (json->is_replaced() || done.size() == kernels.size()))
                                   json->write(verify::kernels_json(done));
                               });
}

std::string why_no_architecture(const std::string& word) {
  const bool is_one = word.starts_with("sm_") && word.find_first_of("0123456789") == 3;
  return is_one ? "" : fmt::format("'{}' is no architecture: write it as in sm_75", word);
}

int verify(const VerifyOptions& options) {
  Installation given = find_installation(options.common.course);
  if (!options.reference.empty()) given.reference_folder = fs::absolute(options.reference);
  if (!fs::is_directory(given.reference()))
    throw UsageError(
        fmt::format("{} does not exist: verify is for instructors, who have the references. Where "
                    "they lie elsewhere, give --reference DIR.",
                    as_typed(given.reference()).string()));
  const Session session(options.common, given);
  const Installation& installation = session.installation;
  const auto exercises = selected_exercises(session.course, options.names);
  if (!options.show.empty()) return show_wrong_kernel(options.show, installation, exercises);
  if (!options.compile_for.empty()) return only_compile(options, session, exercises);
  build_oracles(options, *session.grading.oracles, exercises);
  auto problems = verify::check_course_files(installation, session.course, exercises);
  const judge::Devices devices =
      judge::choose_devices(options.common.device, judge::read_toolchain(installation.toolchain));
  const int capability = devices.gpu ? devices.gpu->compute_capability : 0;
  std::optional<ReportFile> json;
  if (!options.json.empty()) json.emplace("--json", options.json);

  end_cleanly_when_interrupted("interrupted; what is finished is above.");
  std::ranges::move(check_cuda_builds(options, session, exercises, "sm_90", false),
                    std::back_inserter(problems));
  std::ranges::move(verify::check_traces(installation, exercises, session.grading, jobs_of(options)),
                    std::back_inserter(problems));
  // A report on standard output stands there alone.
  const bool use_stderr = json && json->is_standard_output();
  std::FILE* const out = use_stderr ? stderr : stdout;
  const Terminal terminal = use_stderr ? Terminal::of_stderr() : Terminal::of_stdout();
  for (const std::string& problem : problems)
    fmt::print(out, "{}\n", terminal.paint(fmt::format("{} {}", terminal.cross(), problem), Tone::bad));
  std::vector<Kernel> kernels = verify::kernels_of(installation, exercises, devices.kinds, capability);
  keep_part(kernels, options.part);
  const OutcomeTable table(out, terminal, kernels);
  const auto kept = kept_verdicts(options, session, exercises);
  const auto outcomes = grade_all(options, session.grading, kernels, kept ? &*kept : nullptr, table, json);
  table.repeat_unexpected(outcomes);
  return print_summary(out, terminal, outcomes, problems.size(), session.grading.seed);
}

}  // namespace

void add_verify(CLI::App& app, Run& run) {
  auto options = std::make_shared<VerifyOptions>();
  Subcommand command(app, "verify", course_command_help("verify"));
  command.option("names", options->names, "Exercises; none: the whole course").shown_as("EXERCISE");
  command.option("--reference", options->reference, "Where the references are (default: reference/)")
      .shown_as("DIR");
  add_seed_option(command, options->common.seed,
                  "Make the same inputs and random orders as an earlier run (default: fresh ones)");
  command.flag("--all-cases", options->all_cases,
               "Run all cases of wrong kernels too, not only until one has the declared verdict");
  command
      .option_taken_by(
          "--part", [options](const std::string& text) { options->part = part_from(text); },
          "Grade only one part of the kernels, as 1/7: then 2/7, 3/7, …")
      .shown_as("I/N");
  command.flag("--fresh", options->fresh,
               "With --seed: grade those kernels too whose verdict is kept from an earlier run");
  command.option("--show", options->show, "Show the wrong kernel NAME, and how it differs from a right one")
      .shown_as("NAME");
  command
      .option("--compile-for", options->compile_for,
              "Only compile references, right kernels and stubs with nvcc, for these cards, as sm_75,sm_90: "
              "needs no GPU")
      .shown_as("SM,…")
      .separated_by(',')
      .one_at_a_time()
      .check(why_no_architecture);
  command.option("--json", options->json, "Write the verdicts to FILE").shown_as("FILE");
  add_common_options(command, options->common);
  command.sets(run, [options] { return verify(*options); });
}

}  // namespace warpgrade::app
