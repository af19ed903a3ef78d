// What a submission is compared with: the course's reference and the same task written with CUB, or with
// another of NVIDIA's libraries (model/library.hpp). Both are files of the course, built like a submission
// and run as processes of their own.
//
// The reference is the first of these that exists and defines the task:
//   reference/<unit>/fast/<exercise>.sm_NN.cu    NN at most the card's compute capability, the highest first
//   reference/<unit>/fast/<exercise>.cu
//   reference/<unit>/<exercise>.cu
// The library's is assignments/<unit>/<exercise>/cub.cu, or cusparse.cu. A file under fast/ or of a library
// may define only some of the tasks. A comment at its top says which:
//   // tasks: device_inclusive device_exclusive
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/compile/build.hpp"
#include "judge/timing/comparison/comparison.hpp"
#include "judge/workshop.hpp"
#include "spec/spec.hpp"

namespace warpgrade::judge {

struct Contender {
  std::string name;  ///< "reference", or the library's
  std::filesystem::path file;
};

/// A file of reference/<unit>/fast.
struct FastReference {
  std::filesystem::path file;
  std::vector<std::string> tasks;  ///< that it defines
  int compute_capability = 0;      ///< the lowest that it runs on; 0: every card, and the simulator
};

/// From the name of a file in fast/: 0 for "<exercise>.cu", 90 for "<exercise>.sm_90.cu". Nothing if the file
/// does not belong to this exercise.
std::optional<int> capability_of(const std::string& file, const spec::Exercise& exercise);

/// The tasks that a line of the comments at the top of a file names behind `mark`; empty if there is no such
/// line. Throws as contenders_for().
std::vector<std::string> tasks_named(const std::filesystem::path& file, const spec::Exercise& exercise,
                                     std::string_view mark);

/// The tasks of the line `// tasks:` of a file under fast/ or of a library's. Throws as contenders_for().
std::vector<std::string> defined_tasks(const std::filesystem::path& file, const spec::Exercise& exercise);

/// Those of an exercise, for the newest cards first. Throws as contenders_for().
std::vector<FastReference> fast_references(const spec::Exercise& exercise,
                                           const std::filesystem::path& reference_folder);

/// The files of NVIDIA's libraries that this exercise has.
std::vector<std::filesystem::path> library_files(const spec::Exercise& exercise);

/// Whether cub.cu is there and defines the task. Throws as contenders_for().
bool has_cub(const spec::Exercise& exercise, const std::string& task);

/// The reference, then the library; without those that are not there (a student's copy has no reference).
/// `compute_capability`: 90 for 9.0. Throws std::runtime_error with file:line if a file names no tasks or an
/// unknown one.
std::vector<Contender> contenders_for(const spec::Exercise& exercise, const std::string& task,
                                      int compute_capability, const std::filesystem::path& reference_folder);

/// Builds this one task of a file of the course for the cuda device as it is timed: with the plain functor of
/// the operator of [task.timing]. (The builds for cases choose the operator at run time.) `cccl`: the include
/// folders of another CUB than CUDA's own, for a library's file.
BuildResult build_contender(Workshop& workshop, const Contender& contender, const spec::Exercise& exercise,
                            const std::string& task, const std::filesystem::path& cache,
                            const std::vector<std::filesystem::path>& cccl = {});

/// The contestants that a task is compared over, built.
struct Contestants {
  std::vector<Contestant> contestants;
  std::vector<std::filesystem::path> files;  ///< of each
  std::string note;                          ///< what does not build, and why; empty: everything does
};

/// The index of the contestant of this name; nothing if it takes no part.
std::optional<std::size_t> find_contestant(const std::vector<Contestant>& contestants,
                                           const std::string& name);
/// The index of the contestant that is a library's; nothing if there is none.
std::optional<std::size_t> library_of(const std::vector<Contestant>& contestants);

/// What contestants are built from.
struct ContestantSources {
  std::filesystem::path reference_folder;  ///< the course's solutions; need not exist
  std::filesystem::path submission_file;   ///< empty: no submission takes part
  std::filesystem::path cache;
  std::vector<std::filesystem::path> cccl = {};  ///< as for build_contender()
};

/// Builds the submission's file, if one is named, then reference and library, as far as the course has them.
/// Throws as contenders_for().
Contestants build_contestants(Workshop& workshop, const spec::Exercise& exercise, const std::string& task,
                              int compute_capability, const ContestantSources& sources);

}  // namespace warpgrade::judge
