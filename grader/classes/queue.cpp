#include "classes/queue.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "model/stored_result.hpp"
#include "system/atomic_file.hpp"
#include "system/file_text.hpp"
#include "system/process_info.hpp"

namespace warpgrade::classes {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Fault, said, host, tries, losses, run)

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using namespace std::chrono_literals;

std::string in_words(const Finding& finding) {
  return finding.remedy.empty() ? finding.message : finding.message + " " + finding.remedy;
}

/// What the grader itself did wrong; nothing: nothing.
std::optional<std::string> fault_in(const Result& result) {
  if (result.exit_code() != 2) return std::nullopt;
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks) {
      for (const Finding& finding : task.findings)
        if (finding.verdict == Verdict::grader_error) return in_words(finding);
      for (const CaseResult& one : task.cases)
        for (const Finding& finding : one.findings)
          if (finding.verdict == Verdict::grader_error)
            return fmt::format("{}, case {}: {}", task.name, one.name, in_words(finding));
    }
  return "the grader could not run it";
}

void write_bytes(const fs::path& file, const std::vector<std::uint8_t>& bytes) {
  system::write_file_atomically(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace

Queue::Queue(ResultsFolder results, DeviceKind stage, std::string run)
    : results_(std::move(results)), stage_(stage), run_(std::move(run)) {}

fs::path Queue::result_file(const std::string& key) const {
  return results_.pieces() / fmt::format("{}.{}", key, to_string(stage_));
}
fs::path Queue::fault_file(const std::string& key) const {
  return results_.faults() / fmt::format("{}.{}", key, to_string(stage_));
}
fs::path Queue::claim_file(const std::string& key) const {
  return results_.claims() / fmt::format("{}.{}", key, to_string(stage_));
}

bool Queue::is_done(const std::string& key) const { return fs::exists(result_file(key)); }

std::optional<Fault> Queue::fault(const std::string& key) const {
  const auto text = system::file_text(fault_file(key));
  if (!text) return std::nullopt;
  const json j = json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!j.is_object()) return std::nullopt;
  return j.get<Fault>();
}

bool Queue::is_open(const std::string& key) const {
  if (is_done(key)) return false;
  const std::optional<Fault> known = fault(key);
  return !known || known->run != run_ || (known->tries < kTries && known->losses < kLosses);
}

bool Queue::is_claimed(const std::string& key) const { return classes::is_claimed(claim_file(key)); }

Result Queue::result(const std::string& key) const {
  const std::string text = system::require_file_text(result_file(key));
  try {
    return restored({text.begin(), text.end()});
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(
        fmt::format("{}: {}. Remove this file, and grade again.", result_file(key).string(), error.what()));
  }
}

void Queue::keep(const std::string& key, const Result& result) const {
  write_bytes(result_file(key), stored(result));
  std::error_code ignored;
  fs::remove(fault_file(key), ignored);
}

void Queue::forget(const std::string& key) const {
  std::error_code ignored;
  fs::remove(result_file(key), ignored);
  fs::remove(fault_file(key), ignored);
}

Fault Queue::fault_in_this_run(const std::string& key) const {
  const std::optional<Fault> known = fault(key);
  return known && known->run == run_ ? *known : Fault{"", "", 0, 0, run_};
}

void Queue::write_fault(const std::string& key, const Fault& fault) const {
  system::write_file_atomically(fault_file(key),
                                json(fault).dump(1, ' ', false, json::error_handler_t::replace));
}

void Queue::note_fault(const std::string& key, const std::string& said) const {
  Fault fault = fault_in_this_run(key);
  fault.said = said;
  fault.host = system::host_name();
  ++fault.tries;
  write_fault(key, fault);
}

void Queue::note_lost(const std::string& key, const LostWorker& worker) const {
  if (worker.run != run_) return;  // the end of a run is nobody's fault
  Fault fault = fault_in_this_run(key);
  fault.said = worker.with_machine ? "The machine that graded it was lost, or its worker."
                                   : "The worker that graded it ended in the middle.";
  fault.host = worker.host;
  ++(worker.with_machine ? fault.losses : fault.tries);
  write_fault(key, fault);
}

bool Queue::failed_here(const std::string& key) const {
  return fault_in_this_run(key).host == system::host_name();
}

Queue::Attempted Queue::try_one(const Piece& piece, const std::function<Result(const Piece&)>& grade,
                                Silence& silence) const {
  if (!is_open(piece.key)) return Attempted::nothing_to_do;
  const std::optional<Claim> claim = Claim::take(claim_file(piece.key), run_, silence);
  if (!claim) return Attempted::others_have_it;
  if (claim->lost()) note_lost(piece.key, *claim->lost());
  results_.see_changes();
  if (!is_open(piece.key)) return Attempted::nothing_to_do;  // done, or given up, before the claim was ours
  try {
    const Result result = grade(piece);
    if (const auto fault = fault_in(result)) {
      note_fault(piece.key, *fault);
    } else {
      keep(piece.key, result);
    }
  } catch (const std::exception& error) {
    note_fault(piece.key, error.what());
  }
  return Attempted::graded;
}

std::size_t Queue::work(const std::vector<Piece>& pieces,
                        const std::function<Result(const Piece&)>& grade) const {
  std::size_t graded = 0;
  Silence silence;
  results_.see_changes();
  for (bool wait_for_others = true; wait_for_others;) {
    wait_for_others = false;
    for (const Piece& piece : pieces) {
      while (is_open(piece.key)) {  // again after a fault
        const bool is_left_to_others = failed_here(piece.key) && others_are_at_work(results_.claims());
        const Attempted what = is_left_to_others ? Attempted::others_have_it : try_one(piece, grade, silence);
        graded += what == Attempted::graded;
        wait_for_others |= what == Attempted::others_have_it;
        if (what != Attempted::graded) break;
      }
    }
    if (wait_for_others) std::this_thread::sleep_for(500ms);
  }
  return graded;
}

namespace {

/// Names of a folder's files, which is one question to a file server in place of thousands.
std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    names.insert(at->path().filename().string());
  return names;
}

/// How many results an hour came in the ten minutes before the newest one.
std::optional<double> rate_of(std::vector<fs::file_time_type> times) {
  if (times.size() < 2) return std::nullopt;
  std::ranges::sort(times);
  const auto first = std::ranges::lower_bound(times, times.back() - 10min);
  const auto count = times.end() - first;
  const double hours = std::chrono::duration<double, std::ratio<3600>>(times.back() - *first).count();
  if (count < 2 || hours <= 0) return std::nullopt;
  return double(count - 1) / hours;
}

fs::path list_of_tasks(const ResultsFolder& results, const std::string& key) {
  return results.pieces() / (key + ".for_gpu");
}

}  // namespace

Standing standing_of(const ResultsFolder& results, const Queue& queue, const std::vector<Piece>& pieces) {
  const std::set<std::string> done = names_in(results.pieces()), claimed = names_in(results.claims()),
                              faults = names_in(results.faults());
  Standing standing{.pieces = pieces.size()};
  std::vector<fs::file_time_type> times;
  for (const Piece& piece : pieces) {
    const std::string name = fmt::format("{}.{}", piece.key, to_string(queue.stage()));
    if (done.contains(name)) {
      ++standing.done;
      std::error_code error;
      const auto time = fs::last_write_time(results.pieces() / name, error);
      if (!error) times.push_back(time);
    } else if (faults.contains(name) && !queue.is_open(piece.key)) {
      standing.given_up.push_back(piece.key);
    } else if (claimed.contains(name) && queue.is_claimed(piece.key)) {
      ++standing.in_work;
    }
  }
  standing.per_hour = rate_of(std::move(times));
  return standing;
}

std::vector<std::string> read_tasks_for_gpu(const ResultsFolder& results, const std::string& key) {
  std::istringstream lines(system::file_text(list_of_tasks(results, key)).value_or(""));
  std::vector<std::string> tasks;
  for (std::string line; std::getline(lines, line);) tasks.push_back(line);
  return tasks;
}

void write_tasks_for_gpu(const ResultsFolder& results, const std::string& key,
                         const std::vector<std::string>& tasks) {
  const fs::path list = list_of_tasks(results, key);
  std::error_code ignored;
  if (tasks.empty())
    fs::remove(list, ignored);  // of an earlier grading, which may have been another one
  else
    system::write_file_atomically(list, fmt::format("{}\n", fmt::join(tasks, "\n")));
}

std::vector<Piece> pieces_for_gpu(const ResultsFolder& results, const std::vector<Piece>& pieces) {
  const std::set<std::string> names = names_in(results.pieces());
  std::vector<Piece> result;
  std::ranges::copy_if(pieces, std::back_inserter(result),
                       [&](const Piece& piece) { return names.contains(piece.key + ".for_gpu"); });
  return result;
}

}  // namespace warpgrade::classes
