// Whole files as text.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warpgrade::system {

/// Byte for byte. nullopt: the file can't be opened, or not be read to its end.
std::optional<std::string> file_text(const std::filesystem::path& file);

/// The same. Throws std::runtime_error that names the file if it can't be read.
std::string require_file_text(const std::filesystem::path& file);

// ---- Out of a folder that a stranger has filled ---------------------------------------------------------
//
// The file is opened once, and looked at and read by its descriptor, so that nobody can exchange it in
// between. What is read lies in the folder: no link leads out of it, and no other folder has the file too.

/// Why a file was not read.
enum class NotRead { missing, unreadable, symbolic_link, hard_link, folder, pipe, device, socket, too_large };

struct FileBeneath {
  std::optional<std::string> text = {};
  NotRead why_not = NotRead::missing;  ///< where there is no text
};

/// `folder` may be reached by links, since its user named it; of `name`, which is relative to it, no part may
/// be one. Never waits for a pipe.
FileBeneath read_file_beneath(const std::filesystem::path& folder, const std::filesystem::path& name,
                              std::size_t most_bytes);

/// The end of the sentence "scan.cu …": "is a folder and no file".
std::string_view in_words(NotRead why);

}  // namespace warpgrade::system
