#include "verify/kernel_lists.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "verify/mutant_table.hpp"

namespace warpgrade::verify {
namespace {

namespace fs = std::filesystem;

std::vector<Mutant> read_table(const fs::path& table, const fs::path& unit, const spec::Exercise& exercise,
                               std::vector<std::string>& problems) {
  if (!fs::exists(table)) return {};
  try {
    return read_mutants(table, unit, exercise);
  } catch (const spec::SpecError& error) {
    for (const spec::Diagnostic& mistake : error.diagnostics()) problems.push_back(mistake.str());
  }
  return {};
}

}  // namespace

std::vector<fs::path> kernel_files(const fs::path& folder) {
  std::vector<fs::path> found;
  if (fs::is_directory(folder))
    for (const auto& entry : fs::directory_iterator(folder))
      if (!entry.path().filename().string().starts_with('.') && entry.path().extension() != ".cuh")
        found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

std::vector<fs::path> right_kernels(const Installation& installation, const spec::Exercise& exercise) {
  return kernel_files(installation.reference() / exercise.unit / "right" / exercise.name);
}

std::vector<Mutant> mutants(const Installation& installation, const spec::Exercise& exercise,
                            std::vector<std::string>& problems) {
  const fs::path unit = installation.reference() / exercise.unit;
  const fs::path folder = installation.cache / "mutants" / exercise.unit / exercise.name;
  std::vector<Mutant> made;
  for (Mutant& mutant : read_table(unit / "wrong" / (exercise.name + ".toml"), unit, exercise, problems)) {
    try {
      make_file(mutant, folder);
      made.push_back(std::move(mutant));
    } catch (const std::runtime_error& error) {
      problems.emplace_back(error.what());
    }
  }
  return made;
}

std::vector<WrongKernel> wrong_kernels(const Installation& installation, const spec::Exercise& exercise,
                                       std::vector<std::string>& problems) {
  std::vector<WrongKernel> kernels;
  for (Mutant& mutant : mutants(installation, exercise, problems))
    kernels.push_back(std::move(mutant.kernel));
  const std::size_t mutants = kernels.size();
  for (const fs::path& file :
       kernel_files(installation.reference() / exercise.unit / "wrong" / exercise.name)) {
    try {
      kernels.push_back(read_wrong_kernel(file, exercise));
    } catch (const std::runtime_error& error) {
      problems.emplace_back(error.what());
    }
    for (std::size_t i = 0; i < mutants; ++i)
      if (kernels[i].file.stem() == file.stem())
        problems.push_back(fmt::format("{}: a mutant has this name, too; give one of them another name",
                                       as_typed(file).string()));
  }
  std::ranges::sort(kernels, {}, [](const WrongKernel& kernel) { return kernel.file.stem().string(); });
  return kernels;
}

}  // namespace warpgrade::verify
