// Archives of strangers are unpacked: no entry leaves the folder, no link is made or followed, nothing but
// regular files is written, and a bomb is stopped early.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "classes/submissions/hand_in.hpp"

namespace warpgrade::classes {

/// What may still be unpacked; several archives may share it.
struct UnpackBudget {
  std::uint64_t bytes = 0;
  std::uint64_t file_bytes = 0;
  int files = 0;
};

/// By its name: zip, 7z, tar, tar compressed by gzip, xz, bzip2 or zstd, and rar, which is not read.
bool is_archive_name(std::string_view name);

/// "ada.tar.gz" is "ada".
std::string without_archive_suffix(const std::string& name);

/// Unpacks into the folder, which is made. Found::problem says why that ended early: broken, encrypted, too
/// large. Throws std::runtime_error if the disk takes no more.
Found unpack(const std::filesystem::path& archive, const std::filesystem::path& to, UnpackBudget& budget);

}  // namespace warpgrade::classes
