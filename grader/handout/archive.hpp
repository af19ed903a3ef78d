// A folder as an archive.
#pragma once

#include <filesystem>

namespace warpgrade::handout {

/// `file`: its name says the format, as .zip, .tar or .tar.gz. The same folder gives the same archive: files
/// are sorted and have no times. Links and what is no file are left out. Throws std::runtime_error.
void pack(const std::filesystem::path& folder, const std::filesystem::path& file);

/// Is there a format for this name? Throws std::runtime_error with what to do.
void check_is_archive_name(const std::filesystem::path& file);

}  // namespace warpgrade::handout
