// The steps of a build: collect the student's files and look for what is forbidden; compute the key, a
// checksum of everything that the runner depends on. If the cache has a runner with this key, take it. Else
// copy the files into a temporary folder, compile bind.cu there, check which symbols the object needs, seal
// the object, link it, and put the runner into the cache.
#include "judge/compile/build.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

#include "judge/compile/build_cache.hpp"
#include "judge/compile/build_commands.hpp"
#include "judge/compile/build_program.hpp"
#include "judge/compile/compiler_diagnostics.hpp"
#include "judge/compile/missing_functions.hpp"
#include "judge/compile/submission_files.hpp"
#include "judge/compile/symbols.hpp"
#include "judge/compile/toolchain.hpp"
#include "system/file_text.hpp"
#include "system/process_info.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostFindings = 20;  // a file may break a rule in each of its lines

/// A path as a person in the current folder would write it.
std::string shorten(const fs::path& path) {
  const fs::path relative = fs::absolute(path).lexically_normal().lexically_relative(fs::current_path());
  return relative.empty() || *relative.begin() == ".." ? path.string() : relative.string();
}

// ---- The key -----------------------------------------------------------------------------------------

/// What a submission of the exercise may include, or is compiled with.
std::vector<fs::path> exercise_files(const BuildRequest& request) {
  if (request.exercise->program) return files_of_program(*request.exercise);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::absolute(request.exercise->folder)))
    if (entry.path().extension() == ".cu" || entry.path().extension() == ".cuh")
      files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

std::string key_of(const DeviceToolchain& toolchain, const BuildRequest& request,
                   const SubmissionFiles& submission) {
  Ingredients ingredients;
  ingredients.add("folder", fs::current_path().string());  // it is in the debug information
  for (const SubmissionFile& file : submission.files) {
    ingredients.add(file.name.string(), file.shown_as);
    ingredients.add(file.name.string(), file.text);
  }
  for (const fs::path& file : exercise_files(request)) ingredients.add_content(file);
  ingredients.add("task", request.exercise->program ? "" : request.only_task);
  ingredients.add("operator", request.only_operator);
  for (const std::string& word : toolchain.compile) ingredients.add("compile", word);
  for (const std::string& word : toolchain.link) ingredients.add("link", word);
  if (request.exercise->program) {
    for (const std::string& word : toolchain.program_compile) ingredients.add("compile", word);
    for (const std::string& word : toolchain.program_link) ingredients.add("link", word);
    for (const std::string& macro : request.exercise->program->define) ingredients.add("define", macro);
  }
  for (const std::string& library : request.libraries) ingredients.add("library", library);
  for (const fs::path& folder : request.include_folders) ingredients.add_stamp(folder);
  ingredients.add("nm", request.trusted ? "" : toolchain.nm.string());
  ingredients.add("rules", symbol_rules());
  for (const std::string& word : toolchain.seal) ingredients.add("seal", word);
  for (const fs::path& input : toolchain.inputs) ingredients.add_stamp(input);
  return ingredients.key();
}

// ---- Compiling and linking ---------------------------------------------------------------------------

/// What is compiled: bind.cu, which includes the student's file. The task's name is here and not on the
/// command line, where nvcc would strip its quotes.
void write_main_source(const BuildRequest& request, const fs::path& path) {
  std::ofstream file(path);
  if (!request.only_task.empty()) file << "#define WARPGRADE_ONLY_TASK \"" << request.only_task << "\"\n";
  if (!request.only_operator.empty())
    file << "#define WARPGRADE_ONLY_OPERATOR \"" << request.only_operator << "\"\n";
  const std::string bind = fs::absolute(request.exercise->folder) / "bind.cu";
  const bool is_quoted = bind.find('"') == bind.npos;  // a name in quotes can hold none
  file << "#include " << (is_quoted ? '"' : '<') << bind << (is_quoted ? '"' : '>') << "\n";
  if (!file.flush())
    throw std::runtime_error(fmt::format("cannot write {}: is the disk full?", path.string()));
}

/// What the compiler may read. The folders of the course are not among it, since they hold the answers.
sandbox::Permissions permissions_for(const DeviceToolchain& toolchain, const BuildRequest& request,
                                     const fs::path& folder) {
  sandbox::Permissions permissions = toolchain.permissions();
  permissions.writable = {folder};
  for (fs::path& file : exercise_files(request)) permissions.readable.push_back(std::move(file));
  for (const fs::path& include : request.include_folders) permissions.readable.push_back(include);
  return permissions;
}

BuildLimits limits_of(const DeviceToolchain& toolchain, const BuildRequest& request) {
  if (request.limits) return *request.limits;
  return request.trusted || traits(toolchain.device).uses_nvcc ? kWideLimits : BuildLimits{};
}

/// Of a function that the grader calls, the linker names a line of bind.cu.
void explain_missing_functions(const BuildRequest& request, const SubmissionFiles& submission,
                               BuildResult& result) {
  std::vector<Finding> explained;
  for (const std::string& name : undefined_functions(result.compiler_output))
    if (auto finding = explain_missing_function(name, *request.exercise, submission))
      explained.push_back(*std::move(finding));
  if (!explained.empty()) result.findings = std::move(explained);
}

/// One call of the compiler, of bind.cu with the student's file in it.
bool build_functions(const DeviceToolchain& toolchain, const BuildRequest& request,
                     const SubmissionFiles& submission, const Steps& steps, const Paths& paths) {
  BuildResult& result = steps.result;
  write_main_source(request, paths.source);
  if (!steps.run(fill_in(toolchain.compile, paths))) return false;
  if (!request.trusted && !toolchain.nm.empty()) {
    const auto confine = [&steps](system::ProcessOptions nm) {
      return steps.sandbox.confine(std::move(nm), steps.permissions);
    };
    result.findings = find_forbidden_symbols(
        toolchain.nm, paths.object, traits(toolchain.device).uses_nvcc ? ObjectOf::nvcc : ObjectOf::simulator,
        confine);
    if (!result.findings.empty()) return false;
  }
  if (!toolchain.seal.empty() && !steps.run(fill_in(toolchain.seal, paths))) return false;
  if (steps.run(fill_in(toolchain.link, paths))) return true;
  explain_missing_functions(request, submission, result);
  return false;
}

void build_into_cache(const DeviceToolchain& toolchain, const BuildRequest& request,
                      const SubmissionFiles& submission, const BuildCache& cache, const std::string& key,
                      BuildResult& result) {
  const system::TemporaryFolder temporary(cache.folder());
  const fs::path finished = temporary.path() / "finished";
  const fs::path copies = temporary.path() / "submission";
  Paths paths{.include_folders = {copies, fs::absolute(request.exercise->folder)},
              .source = temporary.path() / "build.cu",
              .object = temporary.path() / "build.o",
              .output = finished / "runner",
              .libraries = request.libraries};
  paths.include_folders.insert(paths.include_folders.end(), request.include_folders.begin(),
                               request.include_folders.end());
  fs::create_directories(finished);
  write_copies(submission, copies);
  const Steps steps{request.sandbox, permissions_for(toolchain, request, temporary.path()),
                    limits_of(toolchain, request), request.trusted, result};
  const bool is_built = request.exercise->program
                            ? build_program(toolchain, request, cache, steps, paths)
                            : build_functions(toolchain, request, submission, steps, paths);
  if (!is_built) return;
  result.runner = finished / "runner";
  std::ofstream(result.messages()) << result.compiler_output;
  result.runner = cache.publish(key, finished) / "runner";
}

/// Those about the student's own files.
std::vector<Finding> warnings_of(const BuildResult& built, const SubmissionFiles& submission) {
  std::vector<Finding> warnings = parse_warnings(system::file_text(built.messages()).value_or(""));
  std::erase_if(warnings, [&](const Finding& warning) {
    return std::ranges::find(submission.files, warning.place.file, &SubmissionFile::shown_as) ==
           submission.files.end();
  });
  return warnings;
}

BuildResult try_to_build(const DeviceToolchain& toolchain, const BuildRequest& request) {
  BuildResult result;
  const Clock::time_point begin = Clock::now();
  try {
    if (const fs::path bind = request.exercise->folder / "bind.cu";
        !request.exercise->program && !fs::is_regular_file(bind)) {
      result.findings = {
          make_finding(Verdict::grader_error, fmt::format("{} is missing.", shorten(bind)),
                       "It says how the tasks of the exercise are called: tell your instructor.")};
      return result;
    }
    const std::string shown_as = request.shown_as.empty() ? shorten(request.source) : request.shown_as;
    SubmissionFiles submission =
        collect_submission(*request.exercise, request.source, shown_as, request.trusted);
    result.findings = std::move(submission.findings);
    if (!result.findings.empty()) return result;

    const std::string key = key_of(toolchain, request, submission);
    const BuildCache cache(request.cache);
    const system::FileLock lock = cache.lock(key, request.waits);
    if (!lock.is_held()) result.note = lock.why_not() + "; going on without it";
    if (const fs::path entry = cache.find(key); !entry.empty()) {
      result.runner = entry / "runner";
      result.cached = true;
    } else if (!request.only_if_cached) {
      build_into_cache(toolchain, request, submission, cache, key, result);
    }
    if (result.ok()) result.warnings = warnings_of(result, submission);
  } catch (const std::exception& error) {
    result.findings = {make_finding(Verdict::grader_error,
                                    fmt::format("The grader can't build: {}.", error.what()),
                                    "Run './grade doctor' to see what is missing.")};
  }
  result.seconds = system::seconds_since(begin);
  return result;
}

}  // namespace

BuildResult build_submission(const DeviceToolchain& toolchain, const BuildRequest& request) {
  BuildResult result = try_to_build(toolchain, request);
  if (result.findings.size() > kMostFindings) result.findings.resize(kMostFindings);
  return result;
}

}  // namespace warpgrade::judge
