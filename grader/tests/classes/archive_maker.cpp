#include "tests/classes/archive_maker.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <memory>
#include <stdexcept>

namespace warpgrade::classes {
namespace {

void require(int result, archive* of) {
  if (result < ARCHIVE_WARN) throw std::runtime_error(archive_error_string(of));
}

}  // namespace

std::filesystem::path make_archive(const std::filesystem::path& file,
                                   const std::vector<ArchiveEntry>& entries, const ArchiveForm& form) {
  std::filesystem::create_directories(file.parent_path());
  const std::unique_ptr<archive, decltype(&archive_write_free)> to(archive_write_new(), archive_write_free);
  require(archive_write_set_format_by_name(to.get(), form.format.c_str()), to.get());
  if (form.filter != "none")
    require(archive_write_add_filter_by_name(to.get(), form.filter.c_str()), to.get());
  if (!form.passphrase.empty()) {
    require(archive_write_set_options(to.get(), "zip:encryption=traditional"), to.get());
    require(archive_write_set_passphrase(to.get(), form.passphrase.c_str()), to.get());
  }
  require(archive_write_open_filename(to.get(), file.c_str()), to.get());
  for (const ArchiveEntry& entry : entries) {
    const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> header(archive_entry_new(),
                                                                               archive_entry_free);
    archive_entry_set_pathname(header.get(), entry.name.c_str());
    archive_entry_set_filetype(header.get(), entry.type);
    archive_entry_set_perm(header.get(), 0644);
    archive_entry_set_mtime(header.get(), entry.time, 0);
    archive_entry_set_size(header.get(), la_int64_t(entry.text.size()));
    if (!entry.link.empty()) archive_entry_set_symlink(header.get(), entry.link.c_str());
    if (!entry.hard_link.empty()) archive_entry_set_hardlink(header.get(), entry.hard_link.c_str());
    require(archive_write_header(to.get(), header.get()), to.get());
    if (archive_write_data(to.get(), entry.text.data(), entry.text.size()) < 0)
      throw std::runtime_error(archive_error_string(to.get()));
  }
  require(archive_write_close(to.get()), to.get());
  return file;
}

}  // namespace warpgrade::classes
