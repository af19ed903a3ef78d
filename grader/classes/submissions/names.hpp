// Names that strangers chose, made fit to be shown, compared and used for files.
#pragma once

#include <string>
#include <string_view>

namespace warpgrade::classes {

bool is_utf8(std::string_view text);
void append_utf8(std::string& text, char32_t character);

/// UTF-8 on one line: bytes that are none, and what controls a terminal or the direction of text, are
/// replaced.
std::string printable(std::string_view text, char replacement = '?');

/// ASCII letters in lower case; all else stays.
std::string in_lower_case(std::string_view text);

/// For comparing names of people: letters and digits alone, in lower case, without accents. "Lovelace, Ada"
/// is "lovelaceada", and "Björn" is "bjorn", composed or not.
std::string squashed(std::string_view name);

/// Letters, digits, points, - and _ of ASCII, and a checksum if that is not all of it: different texts stay
/// different, apart from upper and lower case.
std::string as_file_name(std::string_view text);

}  // namespace warpgrade::classes
