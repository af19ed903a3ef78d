#include "app/pictures.hpp"

#include <ostream>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/atomic_file.hpp"

namespace warpgrade::app {

PictureFolder::PictureFolder(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error)
    throw std::runtime_error(
        fmt::format("the folder {} for the pictures can't be made: {}", folder_.string(), error.message()));
}

void PictureFolder::write(const judge::CasePictures& pictures) {
  const std::string stem = fmt::format("{}.{}.{}{}", pictures.exercise, pictures.task, pictures.case_name,
                                       pictures.device == "simulator" ? "" : "." + pictures.device);
  const auto path_of = [&](const std::string& name) {
    return folder_ / fmt::format("{}.{}.png", stem, name);
  };
  for (const char* only_when_wrong : {"right", "difference"})
    std::filesystem::remove(path_of(only_when_wrong));
  std::vector<std::string> names;
  for (const judge::PictureFile& file : pictures.files) {
    write_file_atomically(path_of(file.name),
                          {reinterpret_cast<const char*>(file.png.data()), file.png.size()});
    names.push_back(file.name);
  }
  const std::lock_guard lock(mutex_);
  names_[stem] = std::move(names);
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
