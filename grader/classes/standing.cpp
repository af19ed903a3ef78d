#include "classes/standing.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "system/atomic_file.hpp"
#include "system/file_text.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

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
  return results.pieces() / (key + ".to_time");
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

std::vector<std::string> read_tasks_to_time(const ResultsFolder& results, const std::string& key) {
  std::istringstream lines(system::file_text(list_of_tasks(results, key)).value_or(""));
  std::vector<std::string> tasks;
  for (std::string line; std::getline(lines, line);) tasks.push_back(line);
  return tasks;
}

void write_tasks_to_time(const ResultsFolder& results, const std::string& key,
                         const std::vector<std::string>& tasks) {
  if (!tasks.empty())
    system::write_file_atomically(list_of_tasks(results, key), fmt::format("{}\n", fmt::join(tasks, "\n")));
}

std::vector<Piece> pieces_to_time(const ResultsFolder& results, const std::vector<Piece>& pieces) {
  const std::set<std::string> names = names_in(results.pieces());
  std::vector<Piece> result;
  std::ranges::copy_if(pieces, std::back_inserter(result),
                       [&](const Piece& piece) { return names.contains(piece.key + ".to_time"); });
  return result;
}

}  // namespace warpgrade::classes
