// An oracle is the course's own, so it is compiled where it lies, without copies, rules and sandbox.
#include "judge/compile/oracle_build.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "judge/compile/build_cache.hpp"
#include "judge/compile/build_commands.hpp"
#include "judge/compile/rules/source_tokens.hpp"
#include "system/file_text.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

/// The file and, transitively, what it includes from the course. The kit's own headers are among the inputs
/// of the toolchain.
void collect(const fs::path& file, std::vector<fs::path>& files) {
  if (std::ranges::count(files, file) > 0) return;
  const auto text = system::file_text(file);
  if (!text) return;
  files.push_back(file);
  for (const Include& include : read_source(*text).includes)
    if (const fs::path beside = (file.parent_path() / include.path).lexically_normal();
        include.form == Include::Form::quoted && fs::is_regular_file(beside))
      collect(beside, files);
}

std::string key_of(const OracleToolchain& toolchain, const fs::path& source) {
  Ingredients ingredients;
  std::vector<fs::path> files;
  collect(source, files);
  for (const fs::path& file : files) ingredients.add_content(file);
  for (const auto& command : {toolchain.compile, toolchain.link})
    for (const std::string& word : command) ingredients.add("command", word);
  for (const fs::path& input : toolchain.inputs) ingredients.add_stamp(input);
  return ingredients.key();
}

[[noreturn]] void fail(const BuildResult& result) {
  std::vector<spec::Diagnostic> mistakes;
  for (const Finding& finding : result.findings) {
    if (finding.verdict != Verdict::compile_error) throw std::runtime_error(finding.message);
    mistakes.push_back({{finding.place.file, finding.place.line, finding.place.column},
                        fmt::format("the oracle does not compile: {}", finding.message)});
  }
  throw spec::SpecError(std::move(mistakes));
}

}  // namespace

fs::path build_oracle(const OracleToolchain& toolchain, const spec::Exercise& exercise,
                      const fs::path& cache_folder, const std::function<void()>& compiling,
                      const Waits& waits) {
  const fs::path source = fs::absolute(exercise.folder).lexically_normal() / "oracle.cpp";
  if (!fs::is_regular_file(source))
    throw spec::SpecError({{{source.string(), 1, 1},
                            fmt::format("this file is missing: the exercise {} needs it to make inputs and "
                                        "right answers (kit/oracle.hpp)",
                                        exercise.name)}});
  const std::string key = key_of(toolchain, source);
  const BuildCache cache(cache_folder);
  const system::FileLock lock = cache.lock(key, waits);
  if (const fs::path entry = cache.find(key); !entry.empty()) return entry / "runner";

  compiling();
  const system::TemporaryFolder temporary(cache.folder());
  const fs::path finished = temporary.path() / "finished";
  fs::create_directories(finished);
  const Paths paths{.include_folders = {source.parent_path()},
                    .source = source,
                    .object = temporary.path() / "oracle.o",
                    .output = finished / "runner"};
  BuildResult result;
  const Steps steps{
      .sandbox = {}, .permissions = {}, .limits = kWideLimits, .trusted = true, .result = result};
  for (const auto& command : {toolchain.compile, toolchain.link})
    if (!steps.run(fill_in(command, paths))) fail(result);
  return cache.publish(key, finished) / "runner";
}

}  // namespace warpgrade::judge
