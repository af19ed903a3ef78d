#include "app/at_host.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "course/course.hpp"
#include "judge/compile/submission_files.hpp"
#include "remote/messages.hpp"
#include "system/piped_program.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;
using remote::Answer;

constexpr std::size_t kMostAnswerBytes = std::size_t(256) << 20;  // a result with pictures of all cases

/// The program that reaches HOST. WARPGRADE_SSH may give it options, as "ssh -p 2222".
std::vector<std::string> ssh_to(const std::string& host) {
  const char* given = std::getenv("WARPGRADE_SSH");
  std::istringstream words(given == nullptr ? "ssh" : given);
  std::vector<std::string> command;
  for (std::string word; words >> word;) command.push_back(word);
  command.insert(command.end(), {"-T", host, std::string(remote::kCommand)});
  return command;
}

remote::Request request_for(const AtHost& at, const spec::Course& course, const fs::path& submission,
                            const std::vector<std::string>& exercises) {
  remote::Request request{WARPGRADE_VERSION, exercises, {}, at.shown_as};
  for (const std::string& name : exercises) {
    const spec::Exercise& exercise = *find_exercise(course, name);
    const judge::SubmissionFiles found =
        judge::collect_submission(exercise, submission / exercise.unit / exercise.source, exercise.source);
    for (const judge::SubmissionFile& file : found.files)
      request.files[(fs::path(exercise.unit) / file.name).string()] = file.text;
  }
  return request;
}

/// Whole exercises are graded there; of them those tasks are shown that were asked for.
void replace(ExerciseResult& here, const ExerciseResult& there) {
  for (TaskResult& task : here.tasks) {
    const auto found = std::ranges::find(there.tasks, task.name, &TaskResult::name);
    if (found != there.tasks.end()) task = *found;
  }
}

void replace(Result& result, const Result& from_host, const std::string& host) {
  for (const ExerciseResult& there : from_host.exercises)
    for (ExerciseResult& here : result.exercises)
      if (here.name == there.name) replace(here, there);
  for (const DeviceKind kind : from_host.device.kinds)
    if (std::ranges::count(result.device.kinds, kind) == 0) result.device.kinds.push_back(kind);
  result.device.name = fmt::format("{} here, {} at {}", result.device.name, from_host.device.name, host);
  result.device.facts.insert(from_host.device.facts.begin(), from_host.device.facts.end());
  result.seconds += from_host.seconds;
}

/// Until the last answer. What came before an end without one is told by ssh itself.
Answer last_answer(system::PipedProgram& ssh, const AtHost& at, std::vector<std::string>& said) {
  while (const auto line = ssh.read_line(kMostAnswerBytes)) {
    Answer answer = remote::answer_from(*line);
    switch (answer.kind) {
      case Answer::Kind::waits: at.progress(fmt::format("{}: {} before you", at.host, answer.number)); break;
      case Answer::Kind::does: at.progress(fmt::format("{}: {}", at.host, answer.text)); break;
      case Answer::Kind::says: said.push_back(fmt::format("{}: {}", at.host, answer.text)); break;
      default: return answer;
    }
  }
  const int code = ssh.end();
  throw UsageError(
      code == 255
          ? fmt::format("ssh could not reach {}; what it said stands above. `ssh {} true` must work.",
                        at.host, at.host)
          : fmt::format("{} ended the connection before it was done (exit code {}). Your files may be "
                        "kept there: give the same command again.",
                        at.host, code));
}

}  // namespace

void require_host_name(const std::string& host) {
  const auto fits = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("._-@:[]%").find(c) != std::string_view::npos;
  };
  if (host.empty() || host.front() == '-' || !std::ranges::all_of(host, fits))
    throw UsageError(
        fmt::format("'{}' is no name of a host: --at gpu.example.edu, or --at ada@gpu.example.edu", host));
}

std::vector<std::string> exercises_to_time(const Result& result) {
  std::vector<std::string> names;
  for (const ExerciseResult& exercise : result.exercises)
    if (std::ranges::any_of(exercise.tasks, [](const TaskResult& task) {
          return traits(task.verdict).results_are_right && task.waiting_points > 0;
        }))
      names.push_back(exercise.name);
  return names;
}

std::vector<std::string> grade_at(const AtHost& at, const spec::Course& course, const fs::path& submission,
                                  const std::vector<std::string>& exercises, Result& result) {
  at.progress("asking " + at.host);
  const std::string request = to_line(request_for(at, course, submission, exercises));
  if (request.size() > remote::kMostRequestBytes)
    throw UsageError("the files are larger than what can be sent: 4 MB together.");
  std::vector<std::string> said;
  try {
    system::PipedProgram ssh(ssh_to(at.host));
    ssh.write(request);  // where that fails, the answer says why
    Answer answer = last_answer(ssh, at, said);
    if (answer.kind == Answer::Kind::result)
      replace(result, answer.result, at.host);
    else if (answer.kind == Answer::Kind::refused)
      throw UsageError(fmt::format("{} did not take it: {}", at.host, answer.text));
    else
      throw std::runtime_error(
          fmt::format("{} could not grade it, which is no fault of yours: {}", at.host, answer.text));
  } catch (const std::system_error& error) {
    throw UsageError(
        fmt::format("--at needs ssh, which can't be started: {}. Install it: openssh-client.", error.what()));
  } catch (const remote::MessageError& error) {
    throw UsageError(fmt::format(
        "{}: {}. Its administrator has to let your key run `{}`, and to install the version {} of warpgrade.",
        at.host, error.what(), remote::kCommand, WARPGRADE_VERSION));
  }
  return said;
}

}  // namespace warpgrade::app
