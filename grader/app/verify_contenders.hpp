// What ./grade verify checks of the files that submissions are raced against on a GPU, wherever there is
// nvcc: that they compile. A mistake there would else show only when somebody grades on a GPU.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/installation.hpp"
#include "judge/build.hpp"
#include "judge/workshop.hpp"
#include "spec/spec.hpp"

namespace warpgrade::app {

/// A file that may race over a task: cub.cu, or a fast reference.
struct RacedFile {
  const spec::Exercise* exercise = nullptr;
  std::string task;
  std::filesystem::path file;
};

/// Of all timed tasks, those that cards of this compute capability (90 for 9.0) race. Files whose `// tasks:`
/// can't be read are left out: check_course_files() tells them.
std::vector<RacedFile> raced_files(const Installation& installation,
                                   const std::vector<const spec::Exercise*>& exercises,
                                   int compute_capability);

/// What nvcc of this toolchain compiles for: 90 of -arch=sm_90; 0: there is no nvcc.
int cuda_capability(const judge::Toolchain& toolchain);

/// Compiles them as for a race, up to `jobs` at a time; one sentence for each that does not.
std::vector<std::string> check_they_compile(const std::vector<RacedFile>& files,
                                            const Installation& installation, judge::Workshop& workshop,
                                            int jobs);

}  // namespace warpgrade::app
