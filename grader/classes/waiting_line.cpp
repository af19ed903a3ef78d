#include "classes/waiting_line.hpp"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <stdexcept>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;

system::Descriptor locked(const fs::path& file, int flags) {
  system::Descriptor opened(::open(file.c_str(), flags | O_RDWR | O_CLOEXEC, 0600));
  if (opened.get() >= 0 && ::flock(opened.get(), LOCK_EX | LOCK_NB) != 0) opened.reset();
  return opened;
}

/// Does somebody wait in this place? One whose process has ended is cleared away.
bool is_taken(const fs::path& place) {
  const system::Descriptor ours = locked(place, 0);
  if (ours.get() < 0) return fs::exists(place);
  std::error_code ignored;
  fs::remove(place, ignored);
  return false;
}

}  // namespace

/// Names sort by time, and say whose place it is: 00001764423731123456789.ada.4711
WaitingLine::WaitingLine(const fs::path& folder, const std::string& student)
    : folder_(folder), student_(student) {
  fs::create_directories(folder);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  name_ = fmt::format("{:023}.{}.{}", std::chrono::nanoseconds(now).count(), student, ::getpid());
  // Under a name that nobody counts until it is locked: another process would take it for abandoned.
  const fs::path part = folder / ("." + name_);
  file_ = locked(part, O_CREAT | O_EXCL);
  if (file_.get() < 0)
    throw std::runtime_error(
        fmt::format("can't wait in {}: {}", folder.string(), std::generic_category().message(errno)));
  fs::rename(part, folder / name_);
}

WaitingLine::~WaitingLine() {
  std::error_code ignored;
  fs::remove(folder_ / name_, ignored);
}

WaitingLine::Place WaitingLine::place() const {
  Place place;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with('.') || name == name_ || !is_taken(entry.path())) continue;
    if (name < name_)
      ++place.before;
    else if (name.find("." + student_ + ".") != std::string::npos)
      place.is_replaced = true;
  }
  return place;
}

}  // namespace warpgrade::classes
