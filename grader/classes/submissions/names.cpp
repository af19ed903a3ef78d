#include "classes/submissions/names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "system/checksum.hpp"

namespace warpgrade::classes {
namespace {

/// The character at `at`, which moves behind it; nothing, and one byte further, where there is no UTF-8.
std::optional<char32_t> next_character(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  const std::size_t length = first < 0x80       ? 1
                             : first >> 5 == 6  ? 2
                             : first >> 4 == 14 ? 3
                             : first >> 3 == 30 ? 4
                                                : 0;
  const std::size_t begin = at++;
  if (length == 0 || begin + length > text.size()) return std::nullopt;
  char32_t character = length == 1 ? first : first & (0x7F >> length);
  for (std::size_t i = begin + 1; i < begin + length; ++i) {
    if (byte(i) >> 6 != 2) return std::nullopt;
    character = character << 6 | (byte(i) & 0x3F);
  }
  constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};  // longer spellings are not allowed
  const bool is_surrogate = character >= 0xD800 && character <= 0xDFFF;
  if (character < smallest[length] || character > 0x10FFFF || is_surrogate) return std::nullopt;
  at = begin + length;
  return character;
}

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

/// U+00C0 to U+017F without their accents, in lower case; '.' stands for those that are two letters.
constexpr std::string_view kLatin =
    "aaaaaa.ceeeeiiiidnooooo*ouuuuy.."                                   // À to ß
    "aaaaaa.ceeeeiiiidnooooo*ouuuuy.y"                                   // à to ÿ
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkkklllllll"   // Ā to Ŀ
    "lllnnnnnnnnnoooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";  // ŀ to ſ
static_assert(kLatin.size() == 0x180 - 0xC0);

std::string_view two_letters(char32_t c) {
  switch (c) {
    case 0xC6:
    case 0xE6: return "ae";
    case 0xDE:
    case 0xFE: return "th";
    case 0xDF: return "ss";
    case 0x132:
    case 0x133: return "ij";
    default: return "oe";
  }
}

void append(std::string& text, std::string_view source, std::size_t begin, std::size_t end) {
  text += source.substr(begin, end - begin);
}

/// Greek and Cyrillic in lower case; all else as it is.
void append_lower(std::string& text, char32_t c) {
  if (c >= 0x391 && c <= 0x3A9) c += 0x20;
  if (c >= 0x410 && c <= 0x42F) c += 0x20;
  if (c >= 0x400 && c <= 0x40F) c += 0x50;
  append_utf8(text, c);
}

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();)
    if (!next_character(text, at)) return false;
  return true;
}

void append_utf8(std::string& text, char32_t c) {
  const int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;  // bytes behind the first
  constexpr std::array<unsigned, 4> first{0, 0xC0, 0xE0, 0xF0};
  text += char(first[std::size_t(more)] | c >> (6 * more));
  for (int i = more - 1; i >= 0; --i) text += char(0x80 | (c >> (6 * i) & 0x3F));
}

std::string printable(std::string_view text, char replacement) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const auto character = next_character(text, at);
    if (character && !is_control(*character))
      append(result, text, begin, at);
    else
      result += replacement;
  }
  return result;
}

std::string in_lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
  return result;
}

std::string squashed(std::string_view name) {
  std::string result;
  for (std::size_t at = 0; at < name.size();) {
    const auto c = next_character(name, at);
    if (!c) continue;
    if (*c < 0x80) {
      if (is_letter_or_digit(char(*c))) result += in_lower_case(std::string(1, char(*c)));
    } else if (*c >= 0xC0 && *c < 0x180) {
      const char folded = kLatin[*c - 0xC0];
      if (folded == '.') result += two_letters(*c);
      if (folded >= 'a') result += folded;
    } else if (*c >= 0x370 && (*c < 0x2000 || *c > 0x206F)) {  // not the accents of U+0300 to U+036F
      append_lower(result, *c);
    }
  }
  return result;
}

std::string as_file_name(std::string_view text) {
  constexpr std::size_t most = 64;
  std::string result;
  for (const char c : text.substr(0, most))
    result += is_letter_or_digit(c) || c == '-' || c == '_' || (c == '.' && !result.empty()) ? c : '_';
  if (result.starts_with('-')) result.front() = '_';
  if (result == text && !result.empty()) return result;
  constexpr std::size_t digits = 8;
  return result + "." + system::xxh3_128(text).substr(0, digits);
}

}  // namespace warpgrade::classes
