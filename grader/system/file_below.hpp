// Reading a file that a stranger has made: no link may lead out of their folder, no pipe may keep us waiting,
// and what was looked at is what is read, whatever happens to the path meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

namespace warpgrade::system {

enum class FileProblem : std::uint8_t {
  none,
  missing,
  unreadable,
  symbolic_link,
  folder,
  special,
  too_large
};

struct FileBelow {
  FileProblem problem = FileProblem::none;
  std::string text;                              ///< if there is no problem
  std::pair<std::uint64_t, std::uint64_t> id{};  ///< device and inode: the same for all names of a file
  std::uint64_t names = 1;                       ///< hard links
};

/// Reads root/relative. Symbolic links may be in `root`, but not below it. relative: without "..".
/// most_bytes: a larger file is a problem.
FileBelow read_file_below(const std::filesystem::path& root, const std::filesystem::path& relative,
                          std::size_t most_bytes);

}  // namespace warpgrade::system
