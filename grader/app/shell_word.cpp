#include "app/shell_word.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace warpgrade::app {
namespace {

/// Letters of other alphabets (bytes from 0x80 on) mean nothing to a shell.
bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) ||
         std::string_view("_-./:@%+,=").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_word(const std::string& text) {
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return text;
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'')
      quoted += R"('\'')";  // ends the quotes, adds one, begins them anew
    else
      quoted += c;
  }
  return quoted + "'";
}

}  // namespace warpgrade::app
