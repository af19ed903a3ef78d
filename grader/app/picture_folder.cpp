#include "app/picture_folder.hpp"

#include <ostream>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "system/atomic_file.hpp"

namespace warpgrade::app {

PictureFolder::PictureFolder(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error)
    throw std::runtime_error(
        fmt::format("the folder {} for the pictures can't be made: {}", folder_.string(), error.message()));
}

void PictureFolder::write(const Result& result) {
  for (const ExerciseResult& exercise : result.exercises)
    for (const TaskResult& task : exercise.tasks)
      for (const CaseResult& one : task.cases)
        if (!one.pictures.empty())
          write(fmt::format("{}.{}.{}{}", exercise.name, task.name, one.name,
                            one.device == kDefaultDevice ? "" : fmt::format(".{}", to_string(one.device))),
                one.pictures);
}

void PictureFolder::write(const std::string& stem, const std::vector<PictureFile>& pictures) {
  const auto path_of = [&](const std::string& name) {
    return folder_ / fmt::format("{}.{}.png", stem, name);
  };
  for (const char* only_when_wrong : {"right", "difference"})
    std::filesystem::remove(path_of(only_when_wrong));
  std::vector<std::string>& names = names_[stem];
  for (const PictureFile& file : pictures) {
    system::write_file_atomically(path_of(file.name),
                                  {reinterpret_cast<const char*>(file.png.data()), file.png.size()});
    names.push_back(file.name);
  }
}

void PictureFolder::describe(std::ostream& out) const {
  if (names_.empty()) {
    out << "No pictures: none of the cases that ran has one.\n";
    return;
  }
  out << fmt::format("Pictures in {}:\n", folder_.string());
  for (const auto& [stem, names] : names_)
    out << fmt::format("  {}.{{{}}}.png\n", stem, fmt::join(names, ","));
}

}  // namespace warpgrade::app
