#include "handout/archive.hpp"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "system/file_text.hpp"

namespace warpgrade::handout {
namespace {

namespace fs = std::filesystem;

constexpr std::time_t kTime = 946684800;  // the year 2000: zip knows none before 1980

using Archive = std::unique_ptr<archive, int (*)(archive*)>;
using Entry = std::unique_ptr<archive_entry, void (*)(archive_entry*)>;

void require(int status, const Archive& archive, const fs::path& file) {
  if (status != ARCHIVE_OK)
    throw std::runtime_error(
        fmt::format("can't write {}: {}", file.string(), archive_error_string(archive.get())));
}

std::vector<fs::path> files_of(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (!entry.is_symlink() && entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

void add(const Archive& out, const fs::path& folder, const fs::path& file, const fs::path& target) {
  const std::string text = system::require_file_text(file);
  const bool is_program = (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
  const Entry entry(archive_entry_new(), archive_entry_free);
  archive_entry_set_pathname(entry.get(), file.lexically_relative(folder).c_str());
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(text.size()));
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), is_program ? 0755 : 0644);
  archive_entry_set_mtime(entry.get(), kTime, 0);
  require(archive_write_header(out.get(), entry.get()), out, target);
  if (archive_write_data(out.get(), text.data(), text.size()) != static_cast<la_ssize_t>(text.size()))
    require(ARCHIVE_FATAL, out, target);
}

struct Format {
  std::string_view ending;
  int (*set_format)(archive*);
  int (*add_filter)(archive*);
};
constexpr Format kFormats[] = {
    {".zip", archive_write_set_format_zip, archive_write_add_filter_none},
    {".tar", archive_write_set_format_pax_restricted, archive_write_add_filter_none},
    {".tar.gz", archive_write_set_format_pax_restricted, archive_write_add_filter_gzip},
};

const Format& format_of(const fs::path& file) {
  const std::string name = file.filename();
  for (const Format& format : kFormats)
    if (name.ends_with(format.ending)) return format;
  throw std::runtime_error(
      fmt::format("{} has no name of an archive. Let it end in .zip, .tar or .tar.gz.", name));
}

}  // namespace

void check_is_archive_name(const fs::path& file) { format_of(file); }

void pack(const fs::path& folder, const fs::path& file) {
  const Format& format = format_of(file);
  const Archive out(archive_write_new(), archive_write_free);
  require(format.set_format(out.get()), out, file);
  require(format.add_filter(out.get()), out, file);
  archive_write_set_filter_option(out.get(), "gzip", "timestamp", nullptr);
  require(archive_write_open_filename(out.get(), file.c_str()), out, file);
  for (const fs::path& one : files_of(folder)) add(out, folder, one, file);
  require(archive_write_close(out.get()), out, file);
}

}  // namespace warpgrade::handout
