#include "app/verify_contenders.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include <fmt/format.h>

#include "judge/parallel.hpp"
#include "judge/timing/contenders.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;

void add_timed_tasks(const spec::Exercise& exercise, const fs::path& file,
                     const std::vector<std::string>& tasks, std::vector<RacedFile>& files) {
  for (const spec::Task& task : exercise.tasks)
    if (task.timing && std::ranges::count(tasks, task.name) > 0)
      files.push_back({&exercise, task.name, file});
}

std::string problem_of(const RacedFile& raced, const judge::BuildResult& built) {
  if (built.ok()) return "";
  std::string where = as_typed(raced.file).string(), why;
  if (!built.findings.empty()) {
    const Finding& finding = built.findings.front();
    if (finding.place.line > 0) where = fmt::format("{}:{}", finding.place.file, finding.place.line);
    why = ": " + finding.message;
  }
  return fmt::format("{}: {}'s {} does not compile with nvcc{}", where, raced.exercise->name, raced.task,
                     why);
}

}  // namespace

std::vector<RacedFile> raced_files(const Installation& installation,
                                   const std::vector<const spec::Exercise*>& exercises,
                                   int compute_capability) {
  std::vector<RacedFile> files;
  for (const spec::Exercise* exercise : exercises) {
    try {
      for (const judge::FastReference& fast : judge::fast_references(*exercise, installation.reference()))
        if (fast.compute_capability <= compute_capability)
          add_timed_tasks(*exercise, fast.file, fast.tasks, files);
      if (const fs::path cub = exercise->folder / "cub.cu"; fs::exists(cub))
        add_timed_tasks(*exercise, cub, judge::defined_tasks(cub, *exercise), files);
    } catch (const std::runtime_error&) {
      continue;
    }
  }
  return files;
}

int cuda_capability(const judge::Toolchain& toolchain) {
  const judge::DeviceToolchain* cuda = toolchain.find("cuda");
  if (cuda == nullptr) return 0;
  const std::string begin = "-arch=sm_";
  int capability = 0;
  for (const std::string& word : cuda->compile)
    if (word.starts_with(begin))
      std::from_chars(word.data() + begin.size(), word.data() + word.size(), capability);
  return capability;
}

std::vector<std::string> check_they_compile(const std::vector<RacedFile>& files,
                                            const Installation& installation, judge::Workshop& workshop,
                                            int jobs) {
  std::vector<std::string> problems(files.size());
  judge::parallel_for(jobs, files.size(), [&](std::size_t, std::size_t i) {
    const RacedFile& raced = files[i];
    problems[i] = problem_of(raced, judge::build_contender(workshop, {"", raced.file}, *raced.exercise,
                                                           raced.task, installation.cache));
  });
  std::erase(problems, "");
  return problems;
}

}  // namespace warpgrade::app
