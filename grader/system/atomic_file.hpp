// A file that is there in full or not at all: written beside its place and renamed, so that a grading that
// fails half way never leaves half a report, nor destroys an earlier one. What a writer that was
// killed has left beside it goes when the file is written next. Of a symbolic link, the file that
// it leads to is replaced.
#pragma once

#include <filesystem>
#include <string_view>

namespace warpgrade::system {

/// Throws std::runtime_error that names the file and the reason.
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

/// The same in a folder that need not be there yet.
void write_file_and_folders(const std::filesystem::path& path, std::string_view content);

/// Throws what write_file_atomically() would throw now. Changes nothing.
void require_writable(const std::filesystem::path& path);

}  // namespace warpgrade::system
