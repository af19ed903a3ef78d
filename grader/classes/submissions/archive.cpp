#include "classes/submissions/archive.hpp"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <locale.h>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "classes/submissions/names.hpp"
#include "system/descriptor.hpp"

namespace warpgrade::classes {
namespace {

namespace fs = std::filesystem;

/// The last kind is recognised and not read: of all readers of libarchive, its has had the most holes.
constexpr std::array<std::string_view, 13> kSuffixes{".zip",     ".7z",      ".tar",  ".tgz",    ".tar.gz",
                                                     ".txz",     ".tbz2",    ".tzst", ".tar.xz", ".tbz",
                                                     ".tar.bz2", ".tar.zst", ".rar"};

/// libarchive gives names in the thread's character set; whatever the user's is, names are to be UTF-8.
class Utf8Thread {
 public:
  Utf8Thread() : locale_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (locale_ != nullptr) previous_ = uselocale(locale_);
  }
  ~Utf8Thread() {
    if (locale_ == nullptr) return;
    uselocale(previous_);
    freelocale(locale_);
  }
  Utf8Thread(const Utf8Thread&) = delete;
  Utf8Thread& operator=(const Utf8Thread&) = delete;

 private:
  locale_t locale_;
  locale_t previous_ = nullptr;
};

using Handle = std::unique_ptr<archive, decltype(&archive_read_free)>;

/// Only formats that students use, and only filters that are part of the library: for others it would start
/// programs, and says so by ARCHIVE_WARN when it is asked for them.
Handle new_reader() {
  Handle reader(archive_read_new(), archive_read_free);
  archive_read_support_format_zip(reader.get());
  archive_read_support_format_tar(reader.get());
  archive_read_support_format_7zip(reader.get());
  archive_read_support_filter_gzip(reader.get());
  archive_read_support_filter_xz(reader.get());
  archive_read_support_filter_bzip2(reader.get());
  archive_read_support_filter_zstd(reader.get());
  return reader;
}

/// Where an entry lies below the folder, and why it must not.
struct Place {
  fs::path path = {};
  bool left_out = false;
  std::string refused = {};
};

Place place_of(std::string_view name) {
  constexpr std::size_t longest_component = 200, longest = 1000;
  Place place;
  if (name.starts_with('/') || (name.size() > 1 && name[1] == ':')) {
    place.refused = "has an absolute path";
    return place;
  }
  int depth = 0;
  while (!name.empty()) {
    const std::string_view component = name.substr(0, name.find('/'));
    name.remove_prefix(std::min(name.size(), component.size() + 1));
    if (component.empty() || component == ".") continue;
    if (component == "..") {
      place.refused = "leads out of the archive";
      return place;
    }
    if (component.size() > longest_component) place.refused = "has too long a name";
    place.left_out = place.left_out || is_left_out(component);
    place.path /= printable(component, '_');
    ++depth;
  }
  if (place.path.native().size() > longest || depth > kDeepestFolder)
    place.refused = "lies too deep in folders";
  if (place.path.empty() && place.refused.empty()) place.refused = "has no name";
  return place;
}

/// Windows programs separate folders by backslashes.
std::string name_of(archive_entry* entry) {
  const char* name = archive_entry_pathname_utf8(entry);
  if (name == nullptr) name = archive_entry_pathname(entry);
  std::string result = name == nullptr ? "" : name;
  if (result.find('/') == result.npos) std::ranges::replace(result, '\\', '/');
  return result;
}

std::string refusal_of(archive_entry* entry) {
  if (archive_entry_hardlink(entry) != nullptr) return "is a hard link, which is not followed";
  switch (archive_entry_filetype(entry)) {
    case AE_IFREG: return "";
    case AE_IFLNK: return "is a symbolic link, which is not followed";
    case AE_IFIFO: return "is a pipe and no file";
    default: return "is no file";
  }
}

std::optional<std::chrono::sys_seconds> time_of(archive_entry* entry) {
  if (!archive_entry_mtime_is_set(entry) || archive_entry_mtime(entry) <= 0) return std::nullopt;
  return std::chrono::sys_seconds(std::chrono::seconds(archive_entry_mtime(entry)));
}

std::string as_text(std::uint64_t bytes) {
  constexpr std::uint64_t megabyte = 1 << 20;
  return bytes >= megabyte ? fmt::format("{} MB", bytes / megabyte) : fmt::format("{} bytes", bytes);
}

class Unpacking {
 public:
  Unpacking(const fs::path& archive, fs::path to, UnpackBudget& budget)
      : to_(std::move(to)), budget_(budget), packed_bytes_(fs::file_size(archive)) {}

  Found run(const fs::path& archive) {
    constexpr std::size_t block = 1 << 16;
    if (in_lower_case(archive.filename().string()).ends_with(kSuffixes.back()))
      return {{}, {}, "is an archive of a kind that is not read; ask for a zip"};
    if (packed_bytes_ == 0) return {{}, {}, "is empty: 0 bytes"};
    if (archive_read_open_filename(reader_.get(), archive.c_str(), block) != ARCHIVE_OK)
      fail(fmt::format("can't be read: {}", error()));
    fs::create_directories(to_);
    while (found_.problem.empty() && next_entry()) add_entry();
    if (!twice_.empty())
      found_.remarks.push_back(
          some_of(twice_, "more than once in the archive, of which the last one counts"));
    return std::move(found_);
  }

 private:
  void fail(std::string problem) {
    if (found_.problem.empty()) found_.problem = std::move(problem);
  }

  /// The library's messages quote what is in the archive.
  std::string error() const {
    const char* text = archive_error_string(reader_.get());
    if (text == nullptr) return "it is broken";
    std::string message = printable(text);
    if (message.starts_with("Unrecognized archive format")) return "it is no archive, whatever its name says";
    if (message.find("ncrypted") != message.npos) return "it is encrypted";
    return message;
  }

  bool next_entry() {
    const int result = archive_read_next_header(reader_.get(), &entry_);
    if (result == ARCHIVE_EOF) return false;
    if (result < ARCHIVE_WARN) {
      fail(fmt::format("can't be read: {}", error()));
      return false;
    }
    if (--budget_.files < 0) fail("holds too many files");
    return found_.problem.empty();
  }

  void add_entry() {
    const std::string name = name_of(entry_);
    const Place place = place_of(name);
    const std::uint64_t declared = archive_entry_size_is_set(entry_)
                                       ? std::uint64_t(std::max<la_int64_t>(archive_entry_size(entry_), 0))
                                       : 0;
    if (place.left_out || archive_entry_filetype(entry_) == AE_IFDIR) return pass_over(declared);
    FoundFile file{printable(name), {}, time_of(entry_), 0, place.refused, false};
    if (file.refused.empty()) file.refused = refusal_of(entry_);
    if (file.refused.empty() && archive_entry_is_encrypted(entry_))
      return fail("can't be read: it is encrypted");
    if (file.refused.empty() && declared > budget_.file_bytes) file.refused = too_large();
    if (!file.refused.empty())
      pass_over(declared);
    else
      write(place.path, file);
    if (found_.problem.empty()) add(std::move(file));
  }

  /// What is not wanted is unpacked all the same to come to the next entry, but for zip.
  void pass_over(std::uint64_t bytes) {
    if (archive_format(reader_.get()) != ARCHIVE_FORMAT_ZIP) charge(bytes);
  }

  /// The last one of a name counts, as it does for programs that unpack.
  void add(FoundFile file) {
    if (!file.file.empty()) {
      const auto [at, is_new] = known_.try_emplace(file.file.string(), found_.files.size());
      if (!is_new) {
        twice_.push_back(file.name);
        found_.files[at->second] = std::move(file);
        return;
      }
    }
    found_.files.push_back(std::move(file));
  }

  std::string too_large() const { return fmt::format("is larger than {}", as_text(budget_.file_bytes)); }

  void charge(std::uint64_t bytes) {
    constexpr std::uint64_t small = std::uint64_t(16) << 20, ratio = 200;
    unpacked_ += bytes;
    if (bytes > budget_.bytes) {
      budget_.bytes = 0;
      return fail("is too large when unpacked");
    }
    budget_.bytes -= bytes;
    if (unpacked_ > small && unpacked_ / ratio > packed_bytes_)
      fail(fmt::format("grows to more than {} times its size when unpacked", ratio));
  }

  /// Nothing in the folder is a link, since none was made: so no path leads out of it.
  system::Descriptor create(const fs::path& path) {
    std::error_code error;
    fs::create_directories((to_ / path).parent_path(), error);
    if (error && error != std::errc::not_a_directory && error != std::errc::file_exists)
      throw std::runtime_error(fmt::format("can't write into {}: {}", to_.string(), error.message()));
    constexpr mode_t mode = 0644;
    return system::Descriptor(
        open((to_ / path).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode));
  }

  void write(const fs::path& path, FoundFile& file) {
    const system::Descriptor to = create(path);
    if (to.get() < 0) {
      file.refused = "has the name of a folder, or lies in a file";
      return charge(0);
    }
    copy_data(to.get(), file);
    if (!file.refused.empty()) {
      fs::remove(to_ / path);
      return;
    }
    const timespec time{file.time ? file.time->time_since_epoch().count() : 0, 0};
    const std::array<timespec, 2> times{time, time};
    futimens(to.get(), times.data());
    file.file = to_ / path;
  }

  void copy_data(int to, FoundFile& file) {
    const void* data = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    for (la_int64_t end = 0; found_.problem.empty(); end = offset + la_int64_t(size)) {
      const int result = archive_read_data_block(reader_.get(), &data, &size, &offset);
      if (result == ARCHIVE_EOF) return;
      if (result < ARCHIVE_WARN)
        return fail(fmt::format("can't be read: {} is broken ({})", file.name, error()));
      // A hole counts as what it would be on disk.
      charge(std::uint64_t(std::max<la_int64_t>(offset - end, 0)) + size);
      if (std::uint64_t(offset) + size > budget_.file_bytes) file.refused = too_large();
      if (file.refused.empty() && found_.problem.empty())
        write_block(to, static_cast<const char*>(data), size, offset);
    }
  }

  void write_block(int to, const char* data, std::size_t size, la_int64_t offset) {
    while (size > 0) {
      const ssize_t written = pwrite(to, data, size, offset);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0)
        throw std::runtime_error(
            fmt::format("can't write into {}: {}", to_.string(), std::system_category().message(errno)));
      data += written;
      size -= std::size_t(written);
      offset += written;
    }
  }

  fs::path to_;
  UnpackBudget& budget_;
  std::uint64_t packed_bytes_;
  std::uint64_t unpacked_ = 0;
  Handle reader_ = new_reader();
  archive_entry* entry_ = nullptr;
  Found found_;
  std::map<std::string, std::size_t> known_;  // where files on disk stand in found_
  std::vector<std::string> twice_;
};

/// The suffix of an archive's name; empty: it has none.
std::string_view suffix_of(std::string_view name) {
  std::string_view longest;
  for (const std::string_view suffix : kSuffixes)
    if (name.size() > suffix.size() && in_lower_case(name).ends_with(suffix) &&
        suffix.size() > longest.size())
      longest = suffix;
  return longest;
}

}  // namespace

bool is_archive_name(std::string_view name) { return !suffix_of(name).empty(); }

std::string without_archive_suffix(const std::string& name) {
  return name.substr(0, name.size() - suffix_of(name).size());
}

Found unpack(const fs::path& archive, const fs::path& to, UnpackBudget& budget) {
  const Utf8Thread utf8;
  return Unpacking(archive, to, budget).run(archive);
}

}  // namespace warpgrade::classes
