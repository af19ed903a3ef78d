#include "compile.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>
#include <optional>
#include <stdexcept>

#include "process.hpp"
#include "rewriter/compiler_messages.hpp"
#include "rewriter/rewriter.hpp"
#include "system/atomic_file.hpp"
#include "system/file_text.hpp"
#include "system/temporary_folder.hpp"

namespace wgsim::driver {
namespace {

namespace system = warpgrade::system;
using rewriter::Place;
using rewriter::SourceMap;

/// Prints how long each step took.
class Stopwatch {
 public:
  explicit Stopwatch(bool prints) : prints_(prints) {}
  void step(const char* name) {
    const auto now = std::chrono::steady_clock::now();
    if (prints_) {
      std::cerr << name << ": " << std::chrono::duration<double, std::milli>(now - last_).count() << " ms\n";
    }
    last_ = now;
  }

 private:
  bool prints_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

bool ends_with_one_of(const std::string& text, std::initializer_list<const char*> endings) {
  return std::ranges::any_of(endings, [&](const char* ending) { return text.ends_with(ending); });
}

/// CUDA's headers need C++17 here.
std::string standard_of(const CompileRequest& request) {
  const bool older = ends_with_one_of(request.standard, {"98", "03", "0x", "11", "1y", "14"});
  return older ? "c++17" : request.standard;
}

bool is_before_cpp20(const std::string& standard) { return ends_with_one_of(standard, {"17", "1z"}); }

std::vector<std::string> user_options(const CompileRequest& request) {
  std::vector<std::string> options = {"-std=" + standard_of(request)};
  if (request.openmp) options.emplace_back("-fopenmp");
  for (const std::string& folder : request.quoted_includes) options.push_back("-iquote" + folder);
  for (const std::string& folder : request.includes) options.push_back("-I" + folder);
  for (const std::string& define : request.defines) options.push_back("-D" + define);
  return options;
}

void print_messages(const std::string& of_compiler, const SourceMap& map) {
  const std::string messages = rewriter::format_messages(rewriter::read_compiler_messages(of_compiler, map));
  std::cerr << (messages.empty() ? of_compiler : messages);
}

/// It crashed, or was stopped at a limit: with less to compile it would end no better.
bool gave_up(const ProcessResult& result) {
  constexpr std::array signs = {"internal compiler error", "signal terminated program", "out of memory",
                                "PLEASE submit a bug report"};
  return result.exit_code > 128 || std::ranges::any_of(signs, [&result](const char* sign) {
           return result.errors.find(sign) != std::string::npos;
         });
}

/// True if the compiler succeeded. Its errors, or else its warnings, go to standard error.
bool has_succeeded(const ProcessResult& result, const std::vector<std::string>& command,
                   const SourceMap& map) {
  if (result.exit_code == 0) {
    std::cerr << rewriter::format_messages(rewriter::read_compiler_warnings(result.errors, map));
    return true;
  }
  if (gave_up(result))
    std::cerr << result.errors;
  else
    print_messages(result.errors, map);
  if (result.errors.empty()) {
    throw std::runtime_error(command[0] + " failed without a message, exit code " +
                             std::to_string(result.exit_code));
  }
  return false;
}

bool run_compiler(const std::vector<std::string>& command, const SourceMap& map) {
  return has_succeeded(run_captured(command), command, map);
}

void print_all(const std::vector<rewriter::Diagnostic>& all, const char* severity, const SourceMap& map) {
  for (const rewriter::Diagnostic& one : all)
    std::cerr << rewriter::format_message(map.in_source(one.place), severity, one.message);
}

bool print_errors(const std::vector<rewriter::Diagnostic>& errors, const SourceMap& map) {
  print_all(errors, "error", map);
  return !errors.empty();
}

/// Compiles with the marks for counting by warp. Nothing if that fails: then the text without marks is
/// compiled, so that the messages of the compiler need not explain columns in the marks.
/// marks_at: where a mark could not be compiled, if the compiler says so. counted: with marks.
std::optional<ProcessResult> compile_for_counting(const std::string& text, bool before_cpp20,
                                                  const std::filesystem::path& rewritten,
                                                  const std::vector<std::string>& command,
                                                  std::optional<Place>& marks_at,
                                                  rewriter::Rewritten& counted) {
  counted = rewriter::rewrite(text, rewriter::Purpose::count, /*marks_constexpr=*/!before_cpp20);
  if (!counted.errors.empty()) return std::nullopt;
  system::write_file_atomically(rewritten, counted.text);
  ProcessResult ran = run_captured(command);
  if (ran.exit_code == 0 || gave_up(ran)) return ran;
  for (const rewriter::CompilerMessage& message :
       rewriter::read_compiler_messages(ran.errors, SourceMap(counted.text)))
    if (message.severity == "error" && !marks_at) marks_at = message.place;
  return std::nullopt;
}

/// The steps of a submission are counted by the marks.
void say_that_marks_are_missing(const Place& place) {
  std::cerr << rewriter::format_message(
      place, "error",
      "the simulator can't count the steps of this code: a goto, or a case, jumps into a loop or past its "
      "beginning. Write the loop without that jump.");
}

}  // namespace

bool compile(const HostCompiler& compiler, const CompileRequest& request) {
  Stopwatch stopwatch(request.verbose);
  const system::TemporaryFolder temporary;
  const std::filesystem::path folder = request.keep.empty() ? temporary.path().string() : request.keep;
  if (!request.keep.empty()) std::filesystem::create_directories(folder);
  const std::filesystem::path preprocessed = folder / (request.source.stem().string() + ".ii");
  const std::filesystem::path rewritten = folder / (request.source.stem().string() + ".rewritten.ii");

  const auto preprocess = compiler.preprocess(request.source, preprocessed, user_options(request));
  std::vector<std::string> not_of_user = simulator_headers();
  not_of_user.emplace_back("/usr/");
  if (!run_compiler(preprocess, SourceMap::before_preprocessing(not_of_user))) return false;
  stopwatch.step("preprocess");

  const std::string text = system::require_file_text(preprocessed);
  const std::string standard = standard_of(request);
  std::vector<std::string> command =
      compiler.compile(rewritten, request.object, standard, request.use, request.embeds);
  if (request.openmp) command.emplace_back("-fopenmp");
  const bool counts = request.use == Use::count;
  std::optional<ProcessResult> counting;
  rewriter::Rewritten counted;
  std::optional<Place> marks_at;
  if (counts)
    counting = compile_for_counting(text, is_before_cpp20(standard), rewritten, command, marks_at, counted);
  if (counting) {
    if (!has_succeeded(*counting, command, SourceMap(counted.text))) return false;
    if (request.embeds) print_all(counted.warnings, "warning", SourceMap(text));
  } else {
    const rewriter::Rewritten result = rewriter::rewrite(text);
    if (print_errors(result.errors, SourceMap(text))) return false;
    system::write_file_atomically(rewritten, result.text);
    stopwatch.step("rewrite");
    if (!run_compiler(command, SourceMap(result.text))) return false;
    if (request.embeds && counts) return say_that_marks_are_missing(marks_at.value_or(Place{})), false;
  }
  stopwatch.step("compile");

  const auto finish = compiler.finish(request.object, request.embeds);
  if (!finish.empty() && !run_compiler(finish, SourceMap(""))) return false;
  stopwatch.step("redirect memory functions");
  return true;
}

}  // namespace wgsim::driver
