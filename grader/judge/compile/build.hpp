// Building a submission: one compile of the exercise's bind.cu, which includes the student's file (of a whole
// program: a compile of each source), and one link against libraries that CMake built beforehand. Runners are
// cached by content.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "judge/compile/toolchain.hpp"
#include "model/finding.hpp"
#include "sandbox/sandbox.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

/// What each command of a build may use, with all that it starts.
struct BuildLimits {
  double processor_s = 20;
  std::uint64_t memory_bytes = std::uint64_t(4) << 30;  ///< of each process
  std::uint64_t file_bytes = std::uint64_t(64) << 20;
};

/// For the course's own files, and for nvcc, which compiles a file once for each side.
inline constexpr BuildLimits kWideLimits{300, std::uint64_t(8) << 30, std::uint64_t(256) << 20};

struct BuildRequest {
  const spec::Exercise* exercise = nullptr;
  std::filesystem::path source;    ///< the student's file; may have any name (verify: wrong kernels)
  std::string only_task;           ///< empty: all tasks of the exercise
  std::string only_operator = {};  ///< for timing: operators.cuh; empty: all, chosen at run time
  std::filesystem::path cache;
  bool only_if_cached = false;  ///< never compile: without a cached runner the build fails silently
  std::optional<BuildLimits> limits = {};  ///< nothing: those of a submission, or wide ones if it is trusted
  bool trusted = false;                    ///< a file of the course: may use what is forbidden to submissions
  std::vector<std::string> libraries = {};                  ///< of CUDA's, linked besides: "cusparse"
  std::vector<std::filesystem::path> include_folders = {};  ///< searched before those of CUDA
  sandbox::Sandbox sandbox = {};  ///< for the compiler: its files come from strangers
  std::function<void(const std::string& why)> waits =
      {};                     ///< told at once if another process builds the same
  std::string shown_as = {};  ///< the source's path in messages; empty: as seen from the current folder
};

struct BuildResult {
  std::filesystem::path runner;   ///< empty if it failed
  std::vector<Finding> findings;  ///< compile_error or forbidden with file:line:column, or grader_error
  std::vector<Finding> warnings;  ///< of the compiler, about the submission's files; also of a cached build
  std::string compiler_output;
  std::string note;  ///< for who waits: something took long
  double seconds = 0;
  bool cached = false;
  /// The compiler crashed or reached a limit: it would do so again with a part of the file.
  bool gave_up = false;
  bool ok() const { return !runner.empty(); }
  /// What the compiler said when it was built.
  std::filesystem::path messages() const { return runner.parent_path() / "messages.txt"; }
};

BuildResult build_submission(const DeviceToolchain& toolchain, const BuildRequest& request);

}  // namespace warpgrade::judge
