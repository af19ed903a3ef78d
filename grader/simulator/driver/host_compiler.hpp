// The C++ compiler of the host, and the options that the simulator needs.
//
// It is the one that --cxx names, or else the one of compiler_choice.hpp. -fsanitize=thread makes it call a
// function at each memory access. The option is never given to the linker, so these calls go to the simulator
// (src/hooks.cpp) and not to the library of the compiler.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace wgsim::driver {

/// What an object is for: a program that runs, one that counts memory traffic by warp, or one in a debugger.
enum class Use { run, count, debug };

class HostCompiler {
 public:
  /// `path` may be empty.
  explicit HostCompiler(const std::string& path);

  /// From CUDA C++ to preprocessed text.
  std::vector<std::string> preprocess(const std::filesystem::path& source,
                                      const std::filesystem::path& output,
                                      const std::vector<std::string>& user_options) const;
  /// From rewritten text to an object. `warns`: of what is hardly ever meant.
  std::vector<std::string> compile(const std::filesystem::path& rewritten,
                                   const std::filesystem::path& object, const std::string& standard, Use use,
                                   bool warns) const;
  /// Redirects calls of memcpy and the like to the simulator: compilers make them of plain assignments. If it
  /// `seals`, all names that the object defines become local: they may be those of the program around it.
  /// Empty if this machine has no objcopy.
  std::vector<std::string> finish(const std::filesystem::path& object, bool seals) const;
  std::vector<std::string> link(const std::vector<std::string>& inputs,
                                const std::filesystem::path& program) const;

 private:
  std::vector<std::string> options(const std::string& standard, Use use) const;
  bool understands(const std::vector<std::string>& options) const;

  std::string path_;
  bool is_clang_ = false;
};

/// The folders of cuda_runtime.h and the others.
std::vector<std::string> simulator_headers();

/// The objects that make a program report its findings when it ends (standalone.cpp).
std::vector<std::string> standalone_objects();

}  // namespace wgsim::driver
