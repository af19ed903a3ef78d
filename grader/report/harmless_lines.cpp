#include "report/harmless_lines.hpp"

namespace warpgrade::report {
namespace {

/// Those before a command are passed over: all blanks of Unicode are, and what is not ASCII begins no text of
/// ours that would be a command.
bool is_blank_or_not_ascii(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= ' ' || byte >= 0x7f;
}

/// Services that compare as people read pass over characters that can't be seen.
bool may_be_invisible(char c) { return is_blank_or_not_ascii(c) && c != ' ' && c != '\t'; }

}  // namespace

std::string CommandBreaker::operator()(std::string_view piece) {
  std::string text;
  text.reserve(piece.size());
  for (const char c : piece) {
    if (c == '\n' || c == '\r') {
      place_ = Place::begin_of_line;
      signs_ = 0;
      text += c;
      continue;
    }
    if ((c == ':' && place_ == Place::behind_colon) || (c == '[' && signs_ > 1)) text += ' ';
    if (place_ == Place::begin_of_line && !is_blank_or_not_ascii(c))
      place_ = c == ':' ? Place::behind_colon : Place::inside;
    else if (place_ == Place::behind_colon && !may_be_invisible(c))
      place_ = Place::inside;
    if (c == '#')
      ++signs_;
    else if (!may_be_invisible(c))
      signs_ = 0;
    text += c;
  }
  return text;
}

HarmlessLines::int_type HarmlessLines::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  const char one = traits_type::to_char_type(c);
  return xsputn(&one, 1) == 1 ? c : traits_type::eof();
}

std::streamsize HarmlessLines::xsputn(const char* text, std::streamsize count) {
  const std::string harmless = breaker_({text, std::size_t(count)});
  const auto size = std::streamsize(harmless.size());
  return to_->sputn(harmless.data(), size) == size ? count : 0;
}

}  // namespace warpgrade::report
