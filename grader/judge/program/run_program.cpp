// The program gets a folder of its own, with the exercise's data in it. Its standard output goes into a file
// beside that folder, since what it prints is compared; its standard error is shown.
#include "judge/program/run_program.hpp"

#include <chrono>
#include <exception>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "judge/run/child_messages.hpp"
#include "judge/run/crash.hpp"
#include "judge/run/outcome.hpp"
#include "system/file_text.hpp"
#include "system/process_info.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPrinted = std::size_t(16) << 20;

struct RunPaths {
  fs::path folder, input, output;
};

RunPaths prepare(const fs::path& temporary, const spec::Exercise& exercise, const spec::ProgramRun& run) {
  RunPaths paths{temporary / "run", "", temporary / "printed.txt"};
  fs::create_directory(paths.folder);
  for (const std::string& file : exercise.program->data)
    fs::copy(exercise.folder / file, paths.folder / fs::path(file).filename(),
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  if (!run.input.empty()) {
    paths.input = temporary / "input";
    fs::copy_file(run.folder / run.input, paths.input);
  }
  return paths;
}

/// Throws NoAnswer, or std::system_error.
void run_in(const RunPaths& paths, const fs::path& program, const protocol::CallOptions& call,
            ChildOptions options, ProgramResult& result) {
  options.unfinished_work = "before it had come to its end";
  options.permissions.writable.push_back(paths.folder.parent_path());
  result.started = false;
  ProtocolChild child(program, options);
  const protocol::ProgramCall message{call, paths.folder, paths.input, paths.output};
  const auto limit = ProtocolChild::AnswerLimits::of_submission(call);
  try {
    result.hello = read_greeting<protocol::Hello>(child.hear_greeting());
    result.started = true;
    const auto begin = std::chrono::steady_clock::now();
    static_cast<protocol::Outcome&>(result) = read_outcome(child.ask("run", message, "done", limit));
    result.main_s = system::seconds_since(begin);
    result.completed = result.outputs_valid;
    result.status = child.wait_for_exit();
    if (!result.completed && result.status.signal != 0)  // after what the device saw, which may be forgiven
      result.findings.push_back(explain_crash(result.status, options.unfinished_work, std::nullopt));
  } catch (const NoAnswer& no_answer) {
    result.findings.push_back(no_answer.finding);
  }
  result.used_s = child.used_s();
  result.output = child.take_output();
}

}  // namespace

ProgramResult run_program(const fs::path& program, const spec::Exercise& exercise,
                          const spec::ProgramRun& run, const protocol::CallOptions& call,
                          ChildOptions options) {
  ProgramResult result;
  const auto begin = std::chrono::steady_clock::now();
  try {
    result.temporary = std::make_shared<const system::TemporaryFolder>();
    const RunPaths paths = prepare(result.temporary->path(), exercise, run);
    result.folder = paths.folder;
    options.arguments = run.arguments;
    run_in(paths, program, call, std::move(options), result);
    const system::FileBeneath printed =
        system::read_file_beneath(result.temporary->path(), paths.output.filename(), kMostPrinted);
    result.printed = printed.text.value_or("");
  } catch (const std::exception& error) {
    result.findings.push_back(
        explain_machine_fault(fmt::format("The grader can't run the program: {}.", error.what())));
  }
  result.seconds = system::seconds_since(begin);
  return result;
}

}  // namespace warpgrade::judge
