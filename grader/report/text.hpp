// Text for terminals and XML: making foreign bytes safe to print, measuring, wrapping, padding.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace warpgrade::report {

/// Valid UTF-8 without control characters other than newline and tab, and without the terminal's escape
/// sequences. What a submission prints may be anything: terminal escapes, half characters, text that reverses
/// the rest of a line.
std::string printable(std::string_view bytes);

/// The text in ASCII, for terminals whose locale is not UTF-8: '–' becomes '-', '≤' becomes '<='.
std::string to_ascii(std::string_view utf8);

/// Printable text, escaped for XML, also within the quotes of an attribute.
std::string xml(std::string_view text);
/// The same for an attribute that keeps its line breaks.
std::string xml_attribute(std::string_view text);

/// JSON as text, indented by so many blanks, or (-1) in one line. Always valid UTF-8; the characters that
/// printable() takes out become \uXXXX, since a person may look at it in a terminal.
std::string json_text(const nlohmann::json& json, int indent = 2);

/// Columns that a line takes: one per code point; colours take none.
std::size_t display_width(std::string_view utf8);

/// A tab is four blanks.
std::string without_tabs(std::string_view line);

/// Cut to `width` columns; what is cut ends in '…'.
std::string fit(std::string_view utf8, std::size_t width);
std::string pad_right(std::string text, std::size_t width);
std::string pad_left(std::string text, std::size_t width);

/// Words broken into lines of at most `width` columns; line breaks in the text are kept.
std::vector<std::string> wrap(std::string_view text, std::size_t width);
/// A line of a program broken at blanks into at most `most` lines; those behind the first stand further to
/// the right. What does not fit then ends in '…'.
std::vector<std::string> wrap_source(std::string_view line, std::size_t width, std::size_t most);
/// Joins the lines of each paragraph, since an author's line breaks are those of the spec file. Paragraphs
/// end at an empty line.
std::string reflow(std::string_view text);
std::vector<std::string_view> split_lines(std::string_view text);

/// A path as a person would type it: relative where it lies in the current folder.
std::string shown_path(const std::string& path);

/// Points and percentages: at most two decimals, no trailing zeros.
std::string number(double value);

/// "1 case", "3 cases".
std::string counted(std::size_t count, std::string_view singular);

}  // namespace warpgrade::report
