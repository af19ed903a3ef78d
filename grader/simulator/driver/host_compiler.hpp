// The host's C++ compiler and the options that the simulator needs of it.
//
// The same compiler as the simulator's own build, unless --cxx or the environment's WGSIM_CXX names another.
// -fsanitize=thread makes it call the simulator at each memory access; since that option is never given when
// linking, it is the simulator and not the compiler's own library that answers. See docs in src/hooks.cpp.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace wgsim::driver {

class HostCompiler {
 public:
  /// `path` may be empty.
  explicit HostCompiler(std::string path);

  /// From CUDA C++ to preprocessed text.
  std::vector<std::string> preprocess(const std::filesystem::path& source,
                                      const std::filesystem::path& output,
                                      const std::vector<std::string>& user_options) const;
  /// From rewritten text to an object.
  std::vector<std::string> compile(const std::filesystem::path& rewritten,
                                   const std::filesystem::path& object, const std::string& standard,
                                   bool counting) const;
  /// Lets calls of memcpy and the like come to the simulator, since compilers make them of plain assignments.
  /// Empty if this machine has no objcopy.
  std::vector<std::string> redirect_memory_functions(const std::filesystem::path& object) const;
  std::vector<std::string> link(const std::vector<std::string>& inputs,
                                const std::filesystem::path& program) const;

 private:
  bool understands(const std::vector<std::string>& options) const;

  std::string path_;
  bool is_clang_ = false;
};

/// The folders of cuda_runtime.h and the others.
std::vector<std::string> simulator_headers();

/// The objects that make a program report its findings when it ends (standalone.cpp).
std::vector<std::string> standalone_objects();

}  // namespace wgsim::driver
