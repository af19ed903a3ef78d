// warpgrade-sim: runs .cu files on the CPU, without a GPU or a CUDA toolkit.
//
//   warpgrade-sim compile FILE.cu -o FILE.o      like nvcc -c
//   warpgrade-sim link FILE.o… -o PROGRAM        the linker of the host, with the simulator's library;
//                                                the program prints its findings when it ends
//   warpgrade-sim nvcc FILE…                     both, as a Makefile calls nvcc: with -c only the first
//   warpgrade-sim run FILE.cu… [-- ARGUMENTS]    both; then runs the program, in two orders of its threads
//
// Exit codes: `run` and a linked program give that of the program, or 1 if there are findings. The others
// give 1 if the compiler or the linker found mistakes. 2: wrong usage, or the machine is at fault.
#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "compile.hpp"
#include "host_compiler.hpp"
#include "nvcc_options.hpp"
#include "process.hpp"
#include "system/temporary_folder.hpp"
#include "unchecked.hpp"

namespace wgsim::driver {
namespace {

struct Arguments {
  CompileRequest compile;  ///< of each file
  std::vector<std::string> files, library_folders, libraries, program_arguments;
  std::vector<std::string> orders;  ///< none: forward, and then one more
  std::vector<std::string> forgiven;
  std::string output, cxx, count_json, undefined;
  bool no_check = false, count = false, debug = false, objects_only = false, strict = false;

  CompileRequest request_for(const std::filesystem::path& source, const std::filesystem::path& object) const {
    CompileRequest request = compile;
    request.source = source;
    request.object = object;
    request.use = debug ? Use::debug : count ? Use::count : Use::run;
    return request;
  }
};

int compile_command(const Arguments& arguments) {
  const std::filesystem::path source = arguments.files.front();
  const std::filesystem::path object =
      arguments.output.empty() ? source.stem().string() + ".o" : arguments.output;
  return compile(HostCompiler(arguments.cxx), arguments.request_for(source, object)) ? 0 : 1;
}

/// Checks a value of --order for CLI11: what is wrong with it; nothing if it is right.
std::string check_order(const std::string& order) {
  const bool number = !order.empty() && order.find_first_not_of("0123456789") == std::string::npos;
  if (order == "forward" || order == "reverse" || number) return {};
  return "write forward, reverse, or a number: the seed of a random order";
}

std::vector<std::string> names_of_kinds() {
  std::vector<std::string> names;
  for (const ForgivableKind& of : kForgivable) names.emplace_back(of.name);
  return names;
}

void append(std::vector<std::string>& all, const std::vector<std::string>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// For a missing function, or a missing main, the messages of the linker itself are printed.
bool link(const HostCompiler& compiler, const std::vector<std::string>& inputs,
          const std::filesystem::path& program) {
  const ProcessResult result = run_captured(compiler.link(inputs, program));
  if (result.exit_code != 0) std::cerr << result.errors;
  return result.exit_code == 0;
}

/// Our compiler's objects call the runtime of the thread sanitizer, which the simulator is in its place.
bool is_of_another_compiler(const std::filesystem::path& input) {
  if (input.extension() != ".o" && input.extension() != ".a") return false;
  std::ifstream file(input, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return file && bytes.find("__tsan_") == std::string::npos;
}

/// A source that tells the program (driver/unchecked.cpp) the names of such objects; empty: there are none.
std::string source_about_foreign_objects(const std::vector<std::string>& inputs) {
  std::string names;
  for (const std::filesystem::path input : inputs)
    if (is_of_another_compiler(input)) names += (names.empty() ? "" : ", ") + input.filename().string();
  if (names.empty()) return {};
  return "extern \"C\" const char* const " + std::string(kForeignObjects) + ";\nconst char* const " +
         std::string(kForeignObjects) + " = R\"(" + names + ")\";\n";
}

/// Of a C name, as linkers have it.
std::string symbol_of(const std::string& name) {
#ifdef __APPLE__
  return "_" + name;
#else
  return name;
#endif
}

int link_to_program(const HostCompiler& compiler, const Arguments& arguments,
                    std::vector<std::string> inputs) {
  const warpgrade::system::TemporaryFolder folder;
  if (!arguments.undefined.empty()) inputs.insert(inputs.begin(), "-Wl,-u," + symbol_of(arguments.undefined));
  if (!arguments.compile.embeds) {
    if (const std::string source = source_about_foreign_objects(inputs); !source.empty()) {
      inputs.push_back((folder.path() / "foreign_objects.cpp").string());
      std::ofstream(inputs.back()) << source;
    }
    append(inputs, standalone_objects());
  }
  if (arguments.compile.openmp) inputs.emplace_back("-fopenmp");
  for (const std::string& folder : arguments.library_folders) inputs.push_back("-L" + folder);
  for (const std::string& library : arguments.libraries) inputs.push_back("-l" + library);
  const std::string program = arguments.output.empty() ? "a.out" : arguments.output;
  return link(compiler, inputs, program) ? 0 : 1;
}

int link_command(const Arguments& arguments) {
  return link_to_program(HostCompiler(arguments.cxx), arguments, arguments.files);
}

bool is_source(const std::filesystem::path& file) {
  constexpr std::array<std::string_view, 6> endings = {".cu", ".cpp", ".cc", ".cxx", ".C", ".c"};
  return std::ranges::find(endings, file.extension().string()) != endings.end();
}

bool runs_in_another_order(const Arguments& arguments) {
  if (arguments.orders.empty()) return !arguments.no_check && !arguments.count;
  return std::ranges::any_of(
      arguments.orders, [](const std::string& order) { return order != "forward" && order != "reverse"; });
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ",") + word;
  return all;
}

std::vector<std::string> environment(const Arguments& arguments, const std::string& order) {
  const auto set = [](const char* variable, bool on) { return std::string(variable) + (on ? "=1" : "=0"); };
  std::vector<std::string> variables = {set("WGSIM_CHECK", !arguments.no_check),
                                        set("WGSIM_COUNT", arguments.count),
                                        "WGSIM_COUNT_JSON=" + arguments.count_json, "WGSIM_ORDER=" + order,
                                        set("WGSIM_OTHER_ORDERS", runs_in_another_order(arguments))};
  if (arguments.strict) variables.emplace_back("WGSIM_STRICT=1");
  if (!arguments.forgiven.empty()) variables.push_back("WGSIM_FORGIVE=" + joined(arguments.forgiven));
  return variables;
}

int run_in_orders(const std::vector<std::string>& command, const Arguments& arguments) {
  for (const std::string& order : arguments.orders)
    if (const int code = run_attached(command, environment(arguments, order)); code != 0) return code;
  return 0;
}

/// Mixes blocks and threads, so it is far from forward and from reverse.
constexpr const char* kSecondOrder = "1";

std::uintmax_t size_of(const std::filesystem::path& file) {
  std::error_code is_none;
  const std::uintmax_t bytes = std::filesystem::file_size(file, is_none);
  return is_none ? 0 : bytes;
}

/// Without --order: forward, and if all is well and nothing is to be counted, once more in another order. Of
/// that second run the user sees only what is wrong, and warnings that the first has not told. `told`: a file
/// for the places of warnings.
int run_twice(const std::vector<std::string>& command, const Arguments& arguments,
              const std::filesystem::path& told) {
  const auto environment_of = [&](const char* order) {
    std::vector<std::string> variables = environment(arguments, order);
    variables.push_back("WGSIM_TOLD=" + told.string());
    return variables;
  };
  const int first = run_attached(command, environment_of("forward"));
  if (first != 0 || !runs_in_another_order(arguments)) return first;
  const bool same_input = rewind_standard_input();
  const std::uintmax_t told_before = size_of(told);
  const ProcessResult second = run_again(command, environment_of(kSecondOrder));
  const bool warns = size_of(told) != told_before;
  if (second.exit_code == 0 && !warns) return 0;
  std::cerr << "In the order forward nothing" << (told_before > 0 ? " else" : "")
            << " was found, but a second run with --order " << kSecondOrder
            << (second.exit_code == 0 ? ", which does late what nothing waits for, warns"
                                      : " ended with exit code " + std::to_string(second.exit_code))
            << (same_input ? ":\n" : " (it had no standard input; to run once, use --order forward):\n")
            << second.errors;
  return second.exit_code;
}

int run_command(const Arguments& arguments) {
  const HostCompiler compiler(arguments.cxx);
  const warpgrade::system::TemporaryFolder folder;
  std::vector<std::string> inputs;
  for (const std::string& file : arguments.files) {
    const std::filesystem::path object = folder.path() / (std::to_string(inputs.size()) + ".o");
    if (!compile(compiler, arguments.request_for(file, object))) return 1;
    inputs.push_back(object.string());
  }
  append(inputs, standalone_objects());
  if (arguments.compile.openmp) inputs.emplace_back("-fopenmp");
  const std::filesystem::path program = folder.path() / std::filesystem::path(arguments.files.front()).stem();
  if (!link(compiler, inputs, program)) return 1;
  std::vector<std::string> command = {program.string()};
  append(command, arguments.program_arguments);
  return arguments.orders.empty() ? run_twice(command, arguments, folder.path() / "told")
                                  : run_in_orders(command, arguments);
}

/// Compiles what is source, and links all of it unless `objects_only` is set.
int nvcc_command(const Arguments& arguments) {
  const HostCompiler compiler(arguments.cxx);
  const warpgrade::system::TemporaryFolder folder;
  std::vector<std::string> inputs;
  for (const std::filesystem::path file : arguments.files) {
    const std::string name = file.stem().string() + ".o";
    std::filesystem::path object = file;
    if (is_source(file)) {
      object = !arguments.objects_only    ? folder.path() / (std::to_string(inputs.size()) + name)
               : arguments.output.empty() ? std::filesystem::path(name)
                                          : std::filesystem::path(arguments.output);
      if (!compile(compiler, arguments.request_for(file, object))) return 1;
    }
    inputs.push_back(object.string());
  }
  return arguments.objects_only ? 0 : link_to_program(compiler, arguments, inputs);
}

// ---- The command line ----------------------------------------------------------------------------------

void add_compile_options(CLI::App& command, Arguments& arguments) {
  command.add_option("-I,--include-path", arguments.compile.includes, "Folder to search for headers")
      ->allow_extra_args(false);
  command
      .add_option("--quoted-include-path", arguments.compile.quoted_includes,
                  "Folder to search for headers in quotes only")
      ->allow_extra_args(false);
  command.add_option("-D,--define-macro", arguments.compile.defines, "NAME or NAME=VALUE")
      ->allow_extra_args(false);
  command.add_option("--std", arguments.compile.standard, "C++ standard")->capture_default_str();
  command.add_flag("--openmp", arguments.compile.openmp, "OpenMP in host code (also: -fopenmp)");
  command.add_option("--keep", arguments.compile.keep, "Keep preprocessed and rewritten text in this folder");
  command.add_flag("--verbose", arguments.compile.verbose, "Print how long each step takes");
}

void add_libraries(CLI::App& command, Arguments& arguments) {
  command.add_option("-L", arguments.library_folders, "Folder to search for libraries")
      ->allow_extra_args(false);
  command.add_option("-l", arguments.libraries, "Library")->allow_extra_args(false);
}

void add_cxx(CLI::App& command, Arguments& arguments) {
  command.add_option("--cxx", arguments.cxx,
                     "Host compiler, g++ or clang++ (also: environment variable WGSIM_CXX)");
}

int main_of(std::vector<std::string> given) {
  Arguments arguments;
  CLI::App app("Runs .cu files on the CPU, without a GPU or a CUDA toolkit.", "warpgrade-sim");
  app.require_subcommand(1);

  CLI::App* compile = app.add_subcommand("compile", "Compile one .cu file to an object, like nvcc -c");
  compile->add_option("FILE", arguments.files, "The .cu file")
      ->required()
      ->expected(1)
      ->check(CLI::ExistingFile);
  compile->add_option("-o,--output", arguments.output, "The object");
  compile->add_flag("-c,--compile", arguments.objects_only, "As for nvcc: it is so anyway");
  CLI::Option* counted =
      compile->add_flag("--count", arguments.count, "For a program that counts memory traffic by warp");
  compile->add_flag("--debug", arguments.debug, "For a debugger, like nvcc -G: variables have values there")
      ->excludes(counted);
  compile->add_flag("--embed", arguments.compile.embeds,
                    "For a submission: names become local, steps must be countable");
  add_compile_options(*compile, arguments);
  add_cxx(*compile, arguments);

  CLI::App* nvcc =
      app.add_subcommand("nvcc", "Take the place of nvcc in a build: compile and link, or with -c compile");
  nvcc->add_option("FILE", arguments.files, "Sources, objects and libraries")
      ->required()
      ->check(CLI::ExistingFile);
  nvcc->add_flag("-c,--compile", arguments.objects_only, "Make an object of each source, and don't link");
  nvcc->add_option("-o,--output", arguments.output, "The program, or with -c the object");
  add_libraries(*nvcc, arguments);
  add_compile_options(*nvcc, arguments);
  add_cxx(*nvcc, arguments);

  CLI::App* link = app.add_subcommand("link", "Link objects and libraries with the simulator to a program");
  link->add_option("FILE", arguments.files, "Objects and libraries")->required();
  link->add_option("-o,--output", arguments.output, "The program");
  add_libraries(*link, arguments);
  link->add_option("-I,-D", arguments.compile.includes, "Ignored: that was for the compiler")
      ->allow_extra_args(false);
  link->add_option("-u,--undefined", arguments.undefined, "Symbol to take from a library, as ld does");
  link->add_flag("--openmp", arguments.compile.openmp, "OpenMP in host code (also: -fopenmp)");
  link->add_flag("--embed", arguments.compile.embeds,
                 "For a program that takes the findings itself (wgsim/simulator.hpp): don't print them");
  add_cxx(*link, arguments);

  CLI::App* run = app.add_subcommand("run", "Compile, link and run; print what the simulator found");
  run->add_option("FILE", arguments.files, "The .cu files")->required()->check(CLI::ExistingFile);
  run->add_flag("--no-check", arguments.no_check, "Without memory checks: faster, but finds nothing");
  run->add_option("--forgive", arguments.forgiven,
                  "Forgive findings of this kind; said at the end (also: environment variable WGSIM_FORGIVE)")
      ->type_name("KIND")
      ->allow_extra_args(false)
      ->check(CLI::IsMember(names_of_kinds()));
  run->add_flag("--strict", arguments.strict,
                "An error if anything was not checked (also: environment variable WGSIM_STRICT=1)");
  CLI::Option* count =
      run->add_flag("--count", arguments.count, "Print memory traffic, conflicts, … and the costliest lines");
  run->add_option("--count-json", arguments.count_json, "Write the counters of --count to FILE instead")
      ->type_name("FILE")
      ->needs(count);
  run->add_option(
         "--order", arguments.orders,
         "Order of threads and blocks: forward, reverse, or the seed of a random order. Given several times, "
         "the program runs in each. Not given: it runs forward, and if nothing is found, once more in a "
         "random "
         "order, without showing what it prints (use --order forward to run it once)")
      ->allow_extra_args(false)
      ->check(check_order);
  add_compile_options(*run, arguments);
  add_cxx(*run, arguments);

  // What follows `--` belongs to the program, whatever it looks like.
  const auto separator = std::find(given.begin(), given.end(), "--");
  if (separator != given.end()) arguments.program_arguments.assign(separator + 1, given.end());
  given.erase(separator, given.end());
  given = without_nvcc_options(given);
  std::reverse(given.begin(), given.end());  // as CLI11 wants it
  try {
    app.parse(given);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (compile->parsed()) return compile_command(arguments);
  if (nvcc->parsed()) return nvcc_command(arguments);
  return link->parsed() ? link_command(arguments) : run_command(arguments);
}

}  // namespace
}  // namespace wgsim::driver

int main(int argc, char** argv) {
  try {
    return wgsim::driver::main_of({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "warpgrade-sim: " << error.what() << "\n";
    return 2;
  }
}
