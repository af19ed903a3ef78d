#include "verify/cuda_builds.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include <fmt/format.h>

#include "judge/compile/toolchain.hpp"
#include "judge/timing/contenders.hpp"
#include "system/parallel.hpp"
#include "verify/kernel_lists.hpp"

namespace warpgrade::verify {
namespace {

namespace fs = std::filesystem;

std::string problem_of(const CudaBuild& build, const judge::BuildResult& built) {
  if (built.ok()) return "";
  std::string where = as_typed(build.file).string(), why;
  if (!built.findings.empty()) {
    const Finding& finding = built.findings.front();
    if (finding.place.line > 0) where = fmt::format("{}:{}", finding.place.file, finding.place.line);
    why = ": " + finding.message;
  }
  const std::string what = build.task.empty() ? build.file.filename().string() : build.task;
  return fmt::format("{}: {}'s {} does not compile with nvcc{}", where, build.exercise->name, what, why);
}

}  // namespace

std::vector<CudaBuild> cuda_builds(const Installation& installation,
                                   const std::vector<const spec::Exercise*>& exercises,
                                   int compute_capability) {
  std::vector<CudaBuild> builds;
  for (const spec::Exercise* exercise : exercises) {
    if (const fs::path whole = installation.reference() / exercise->unit / exercise->source;
        fs::exists(whole))
      builds.push_back({exercise, "", whole});
    try {
      for (const judge::FastReference& fast : judge::fast_references(*exercise, installation.reference()))
        if (fast.compute_capability <= compute_capability)
          for (const std::string& task : fast.tasks) builds.push_back({exercise, task, fast.file});
      for (const fs::path& library : judge::library_files(*exercise))
        for (const std::string& task : judge::defined_tasks(library, *exercise))
          builds.push_back({exercise, task, library});
    } catch (const std::runtime_error&) {
      continue;
    }
  }
  return builds;
}

std::vector<CudaBuild> further_cuda_builds(const Installation& installation,
                                           const std::vector<const spec::Exercise*>& exercises) {
  std::vector<CudaBuild> builds;
  for (const spec::Exercise* exercise : exercises) {
    if (const fs::path stub = installation.student() / exercise->unit / exercise->source; fs::exists(stub))
      builds.push_back({exercise, "", stub});
    for (const fs::path& right : right_kernels(installation, *exercise))
      builds.push_back({exercise, "", right});
  }
  return builds;
}

int cuda_capability(const judge::Toolchain& toolchain) {
  const judge::DeviceToolchain* cuda = toolchain.find(DeviceKind::cuda);
  if (cuda == nullptr) return 0;
  const std::string begin = "-arch=sm_";
  int capability = 0;
  for (const std::string& word : cuda->compile)
    if (word.starts_with(begin))
      std::from_chars(word.data() + begin.size(), word.data() + word.size(), capability);
  return capability;
}

std::vector<std::string> check_they_compile(const std::vector<CudaBuild>& builds,
                                            const Installation& installation, judge::Workshop& workshop,
                                            int jobs) {
  std::vector<std::string> problems(builds.size());
  system::parallel_for(jobs, builds.size(), [&](std::size_t, std::size_t i) {
    const CudaBuild& build = builds[i];
    problems[i] = problem_of(build, judge::build_contender(workshop, {"", build.file}, *build.exercise,
                                                           build.task, installation.cache));
  });
  std::erase(problems, "");
  return problems;
}

}  // namespace warpgrade::verify
