// What ./grade verify checks of the course's own CUDA code wherever there is nvcc: that the references, their
// fast forms and cub.cu compile, and with --compile-for stubs and other right kernels too. Without a GPU
// nothing else would notice a mistake there.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.hpp"
#include "judge/compile/build.hpp"
#include "judge/compile/toolchain.hpp"
#include "judge/workshop.hpp"
#include "spec/spec.hpp"

namespace warpgrade::verify {

/// A file of the course that nvcc must compile.
struct CudaBuild {
  const spec::Exercise* exercise = nullptr;
  std::string task;  ///< empty: all of them, as for cases
  std::filesystem::path file;
};

/// The builds of the course: for each exercise its reference, and for each task what submissions are compared
/// with on cards of this compute capability (90 for 9.0). Files whose `// tasks:` can't be read are left out:
/// check_course_files() tells them.
std::vector<CudaBuild> cuda_builds(const Installation& installation,
                                   const std::vector<const spec::Exercise*>& exercises,
                                   int compute_capability);

/// Each exercise's stub and its other right kernels.
std::vector<CudaBuild> further_cuda_builds(const Installation& installation,
                                           const std::vector<const spec::Exercise*>& exercises);

/// What nvcc of this toolchain compiles for: 90 of -arch=sm_90; 0: there is no nvcc.
int cuda_capability(const judge::Toolchain& toolchain);

/// Compiles and links them, up to `jobs` at a time. Returns one sentence for each that fails.
std::vector<std::string> check_they_compile(const std::vector<CudaBuild>& builds,
                                            const Installation& installation, judge::Workshop& workshop,
                                            int jobs);

}  // namespace warpgrade::verify
