#include "system/file_text.hpp"

#include <fstream>
#include <stdexcept>
#include <utility>

namespace warpgrade::system {

std::optional<std::string> file_text(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  std::string text;
  char part[1 << 16];
  while (stream.read(part, sizeof part) || stream.gcount() > 0)
    text.append(part, std::size_t(stream.gcount()));
  if (stream.bad()) return std::nullopt;
  return text;
}

std::string require_file_text(const std::filesystem::path& file) {
  std::optional<std::string> text = file_text(file);
  if (!text) throw std::runtime_error("can't read " + file.string());
  return *std::move(text);
}

}  // namespace warpgrade::system
