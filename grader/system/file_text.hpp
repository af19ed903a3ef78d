// Whole files as text.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace warpgrade::system {

/// Byte for byte. nullopt: the file can't be opened, or not be read to its end.
std::optional<std::string> file_text(const std::filesystem::path& file);

/// The same. Throws std::runtime_error that names the file if it can't be read.
std::string require_file_text(const std::filesystem::path& file);

}  // namespace warpgrade::system
