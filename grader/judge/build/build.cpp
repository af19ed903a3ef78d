// How a build goes: collect the student's files and look for what is forbidden; compute the key of everything
// that the runner depends on; take it from the cache, or copy the files into a temporary folder, compile
// bind.cu there, look at what the compiler read and at what the object asks for, seal it, link, and publish.
#include "judge/build/build.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

#include "judge/build/build_cache.hpp"
#include "judge/build/diagnostics.hpp"
#include "judge/build/rules/headers.hpp"
#include "judge/build/rules/preprocessed_rules.hpp"
#include "judge/build/rules/words.hpp"
#include "judge/build/submission_files.hpp"
#include "judge/build/symbols.hpp"
#include "judge/build/toolchain.hpp"
#include "system/checksum.hpp"
#include "system/file_text.hpp"
#include "system/process.hpp"
#include "system/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t compiler_memory = std::uint64_t(8) << 30;
constexpr std::uint64_t largest_file = std::uint64_t(256) << 20;
constexpr std::size_t kMostFindings = 20;  // a file may break a rule in each of its lines

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// A path as a person in the current folder would write it.
std::string shorten(const fs::path& path) {
  const fs::path relative = fs::absolute(path).lexically_normal().lexically_relative(fs::current_path());
  return relative.empty() || *relative.begin() == ".." ? path.string() : relative.string();
}

// ---- The key -----------------------------------------------------------------------------------------

/// Everything the runner depends on, as one text.
class Ingredients {
 public:
  void add(const std::string& name, const std::string& content) {
    text_ += fmt::format("{} {}\n{}\n", name, content.size(), content);
  }
  void add_content(const fs::path& file) { add(file.string(), system::file_text(file).value_or("")); }
  /// Tools and libraries by size and time; all files of a folder.
  void add_stamp(const fs::path& path) {
    if (!fs::exists(path))
      throw std::runtime_error(
          fmt::format("{} is missing: remove the build folder and run ./grade", path.string()));
    if (!fs::is_directory(path)) return add_file_stamp(path);
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(path))
      if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    for (const fs::path& file : files) add_file_stamp(file);
  }
  std::string key() const {
    return system::xxh3_128({reinterpret_cast<const std::uint8_t*>(text_.data()), text_.size()});
  }

 private:
  void add_file_stamp(const fs::path& file) {
    const auto time = fs::last_write_time(file).time_since_epoch().count();
    add(file.string(), fmt::format("{} {}", fs::file_size(file), time));
  }
  std::string text_;
};

/// What a submission of the exercise may include.
std::vector<fs::path> exercise_files(const BuildRequest& request) {
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
  ingredients.add("folder", fs::current_path().string());  // debug information has it
  for (const SubmissionFile& file : submission.files) {
    ingredients.add(file.name.string(), file.shown_as);
    ingredients.add(file.name.string(), file.text);
  }
  for (const fs::path& file : exercise_files(request)) ingredients.add_content(file);
  ingredients.add("task", request.only_task);
  ingredients.add("operator", request.only_operator);
  for (const std::string& word : toolchain.compile) ingredients.add("compile", word);
  for (const std::string& word : toolchain.link) ingredients.add("link", word);
  for (const std::string& library : request.libraries) ingredients.add("library", library);
  for (const fs::path& folder : request.include_folders) ingredients.add_stamp(folder);
  ingredients.add("nm", request.trusted ? "" : toolchain.nm.string());
  for (const std::string& rules : {symbol_rules(), word_rules(), header_rules()})
    ingredients.add("rules", rules);
  for (const std::vector<std::string>& words : {request.exercise->forbid, request.exercise->allow})
    for (const std::string& word : words) ingredients.add("exercise's rule", word);
  for (const std::vector<std::string>& command : toolchain.seal)
    for (const std::string& word : command) ingredients.add("seal", word);
  for (const fs::path& input : toolchain.inputs) ingredients.add_stamp(input);
  return ingredients.key();
}

// ---- Compiling and linking ---------------------------------------------------------------------------

struct Paths {
  fs::path copies, source, object, merged, preprocessed, runner, exercise;
  std::vector<std::string> libraries;
  std::vector<fs::path> include_folders;
};

std::vector<std::string> fill_in(const std::vector<std::string>& command, const Paths& paths) {
  std::vector<std::string> result;
  for (const std::string& word : command) {
    if (word == "{includes}") {
      result.insert(result.end(), {"-I", paths.copies.string(), "-I", paths.exercise.string()});
      for (const fs::path& folder : paths.include_folders)
        result.insert(result.end(), {"-I", folder.string()});
    } else if (word == "{source}")
      result.push_back(paths.source.string());
    else if (word == "{object}")
      result.push_back(paths.object.string());
    else if (word == "{merged}")
      result.push_back(paths.merged.string());
    else if (word == "{preprocessed}")
      result.push_back(paths.preprocessed.string());
    else if (word == "{libraries}")
      for (const std::string& library : paths.libraries) result.push_back("-l" + library);
    else if (word == "{output}")
      result.push_back(paths.runner.string());
    else
      result.push_back(word);
  }
  return result;
}

/// What is compiled: bind.cu, which includes the student's file. The task's name is here and not on the
/// command line, where nvcc would strip its quotes.
void write_main_source(const BuildRequest& request, const fs::path& path) {
  std::ofstream file(path);
  if (!request.only_task.empty()) file << "#define WARPGRADE_ONLY_TASK \"" << request.only_task << "\"\n";
  if (!request.only_operator.empty())
    file << "#define WARPGRADE_ONLY_OPERATOR \"" << request.only_operator << "\"\n";
  file << "#include \"" << (fs::absolute(request.exercise->folder) / "bind.cu").string() << "\"\n";
  if (!file.flush())
    throw std::runtime_error(fmt::format("cannot write {}: is the disk full?", path.string()));
}

std::string last_lines(const std::string& text, std::size_t bytes) {
  const std::size_t begin = text.size() > bytes ? text.find('\n', text.size() - bytes) + 1 : 0;
  return text.substr(begin);
}

/// Why a command failed: the student's errors where there are any, else the machine's.
std::vector<Finding> explain_failure(const system::CommandResult& result, double timeout_s) {
  if (result.timed_out)
    return {make_finding(
        Verdict::compile_error,
        fmt::format("Still compiling after the limit of {:g} s of processor time; stopped.", timeout_s),
        "Look for templates that instantiate each other without end, or for a huge constexpr "
        "computation.")};
  for (const char* sign :
       {"out of memory", "virtual memory exhausted", "std::bad_alloc", "LLVM ERROR: out of"})
    if (result.output.find(sign) != std::string::npos)
      return {
          make_finding(Verdict::compile_error,
                       fmt::format("The compiler needs more than {} GB of memory.", compiler_memory >> 30),
                       "Look for templates that instantiate each other without end, or for a huge array "
                       "with an initializer.")};
  if (result.output.find("File too large") != std::string::npos ||
      result.output.find("File size limit exceeded") != std::string::npos)
    return {make_finding(Verdict::compile_error,
                         fmt::format("The compiled program is larger than {} MB.", largest_file >> 20),
                         "Make large arrays without an initializer, or allocate them.")};
  std::vector<Finding> findings = parse_diagnostics(result.output);
  if (!findings.empty()) return findings;
  const std::string how = result.status.signal ? fmt::format("signal {}", result.status.signal)
                                               : fmt::format("exit code {}", result.status.code);
  return {
      make_finding(Verdict::grader_error,
                   fmt::format("The build failed ({}), but not because of an error in the submission:\n{}",
                               how, last_lines(result.output, 600)),
                   "Run './grade doctor' to see what is missing.")};
}

/// What the rules say of the text that the preprocessor left, also if the compiler went no further: its
/// errors could quote what a submission must not read.
std::vector<Finding> check_what_was_read(const BuildRequest& request, const SubmissionFiles& submission,
                                         const Paths& paths, bool compiled) {
  bool was_read = false;
  for (const char* name :
       {"build.ii", "build.cpp1.ii", "build.cpp4.ii"}) {  // nvcc's: the device's, the host's
    const std::optional<std::string> text = system::file_text(paths.preprocessed / name);
    if (!text) continue;
    was_read = true;
    std::vector<Finding> findings = check_preprocessed(*text, submission, paths.copies, *request.exercise);
    if (!findings.empty()) return findings;
  }
  if (compiled && !was_read) throw std::runtime_error("the compiler left no preprocessed text to look at");
  return {};
}

/// Not the folders of the course: its answers lie there.
sandbox::Permissions permissions_for(const DeviceToolchain& toolchain, const BuildRequest& request,
                                     const fs::path& folder) {
  sandbox::Permissions permissions = toolchain.permissions();
  permissions.writable = {folder};
  for (fs::path& file : exercise_files(request)) permissions.readable.push_back(std::move(file));
  for (const fs::path& include : request.include_folders) permissions.readable.push_back(include);
  return permissions;
}

/// The tools of one build, one after the other.
struct Steps {
  const BuildRequest& request;
  sandbox::Permissions permissions;
  BuildResult& result;

  bool run(const std::vector<std::string>& command) const;  ///< false: the result says why
};

bool Steps::run(const std::vector<std::string>& command) const {
  const double timeout_s = request.timeout_s;
  const system::CommandResult step = system::run_command(
      request.sandbox.confine({.command = command, .file_bytes = largest_file}, permissions),
      {.timeout_s = timeout_s, .address_space_bytes = compiler_memory});
  result.compiler_output += step.output;
  if (!step.timed_out && !step.flooded && step.status.success()) return true;
  result.findings = explain_failure(step, timeout_s);
  return false;
}

void build_into_cache(const DeviceToolchain& toolchain, const BuildRequest& request,
                      const SubmissionFiles& submission, const BuildCache& cache, const std::string& key,
                      BuildResult& result) {
  system::remove_abandoned_folders(cache.folder());
  const system::TemporaryFolder temporary(cache.folder());
  const fs::path finished = temporary.path() / "finished";
  const Paths paths{.copies = temporary.path() / "submission",
                    .source = temporary.path() / "build.cu",
                    .object = temporary.path() / "build.o",
                    .merged = temporary.path() / "merged.o",
                    .preprocessed = temporary.path() / "preprocessed",
                    .runner = finished / "runner",
                    .exercise = fs::absolute(request.exercise->folder),
                    .libraries = request.libraries,
                    .include_folders = request.include_folders};
  fs::create_directories(finished);
  fs::create_directories(paths.preprocessed);
  write_copies(submission, paths.copies);
  write_main_source(request, paths.source);
  const Steps steps{request, permissions_for(toolchain, request, temporary.path()), result};
  const bool compiled = steps.run(fill_in(toolchain.compile, paths));
  if (!request.trusted)
    if (auto findings = check_what_was_read(request, submission, paths, compiled); !findings.empty())
      result.findings = std::move(findings);
  if (!compiled || !result.findings.empty()) return;
  if (!request.trusted && !toolchain.nm.empty()) {
    const auto confine = [&steps](system::ProcessOptions nm) {
      return steps.request.sandbox.confine(std::move(nm), steps.permissions);
    };
    result.findings =
        find_forbidden_symbols(toolchain.nm, paths.object,
                               toolchain.device == "cuda" ? ObjectOf::nvcc : ObjectOf::simulator, confine);
    if (!result.findings.empty()) return;
  }
  for (const std::vector<std::string>& command : toolchain.seal)
    if (!steps.run(fill_in(command, paths))) return;
  if (!steps.run(fill_in(toolchain.link, paths))) return;
  result.runner = cache.publish(key, finished) / "runner";
}

BuildResult try_to_build(const DeviceToolchain& toolchain, const BuildRequest& request) {
  BuildResult result;
  const Clock::time_point begin = Clock::now();
  try {
    const std::string shown_as = request.shown_as.empty() ? shorten(request.source) : request.shown_as;
    SubmissionFiles submission =
        collect_submission(*request.exercise, request.source, shown_as, request.trusted);
    result.findings = std::move(submission.findings);
    if (!result.findings.empty()) return result;

    const std::string key = key_of(toolchain, request, submission);
    const BuildCache cache(request.cache);
    const FileLock lock = cache.lock(key);
    if (const fs::path entry = cache.find(key); !entry.empty()) {
      result.runner = entry / "runner";
      result.cached = true;
    } else if (!request.only_if_cached) {
      build_into_cache(toolchain, request, submission, cache, key, result);
    }
  } catch (const std::exception& error) {
    result.findings = {make_finding(Verdict::grader_error,
                                    fmt::format("The grader can't build: {}.", error.what()),
                                    "Run './grade doctor' to see what is missing.")};
  }
  result.seconds = seconds_since(begin);
  return result;
}

}  // namespace

BuildResult build_submission(const DeviceToolchain& toolchain, const BuildRequest& request) {
  BuildResult result = try_to_build(toolchain, request);
  if (result.findings.size() > kMostFindings) result.findings.resize(kMostFindings);
  return result;
}

}  // namespace warpgrade::judge
