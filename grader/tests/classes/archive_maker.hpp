// Makes archives, those among them that nobody should make.
#pragma once

#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

namespace warpgrade::classes {

struct ArchiveEntry {
  std::string name;
  std::string text = {};
  unsigned type = 0100000;  ///< S_IFREG, as libarchive's AE_IFREG
  std::string link = {};    ///< of a symbolic link
  std::string hard_link = {};
  std::time_t time = 1'700'000'000;
};

struct ArchiveForm {
  std::string format = "zip";   ///< zip, 7zip, gnutar, …
  std::string filter = "none";  ///< gzip, xz, …
  std::string passphrase = {};  ///< encrypts, in zip
};

/// Returns the path.
std::filesystem::path make_archive(const std::filesystem::path& file,
                                   const std::vector<ArchiveEntry>& entries, const ArchiveForm& form = {});

}  // namespace warpgrade::classes
