#include "source_map.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>

#include "generated_names.hpp"

namespace wgsim::rewriter {
namespace {

std::string_view next_line(std::string_view text, std::size_t& at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  const std::string_view line = text.substr(at, end - at);
  at = end + 1;
  return line;
}

/// If the column is in the stub of a kernel: the place where the stub begins, and the line of the name of
/// the kernel; otherwise 0.
int find_stub(std::string_view processed, int column, std::size_t& first) {
  const std::size_t mark = processed.rfind(kStubMark, static_cast<std::size_t>(column - 1));
  if (mark == std::string_view::npos) return 0;
  int line = 0;
  const char* digits = processed.data() + mark + kStubMark.size();
  const auto [end, error] = std::from_chars(digits, processed.data() + processed.size(), line);
  if (error != std::errc()) return 0;
  first = static_cast<std::size_t>(end - processed.data()) + 2;  // behind the end of the comment
  return first < static_cast<std::size_t>(column) ? line : 0;
}

/// wgsim_configure has the place of `<<<`: of the token before the `<<<` with the same ordinal in the
/// source.
int column_of_launch(const TokenList& source, std::ptrdiff_t ordinal) {
  for (std::size_t i = 1; i + 1 < source.tokens.size(); ++i) {
    const bool launch = source.tokens[i].is("<<") && source.tokens[i + 1].is("<");
    if (launch && ordinal-- == 0) return source.tokens[i - 1].column;
  }
  return source.tokens.front().column;
}

/// The text with blanks for what the rewriter marks as added.
std::string without_added_text(std::string_view processed) {
  std::string text(processed);
  for (std::size_t at = 0; (at = text.find(kAddedText, at)) != std::string::npos;) {
    const std::size_t end = text.find(kEndOfAddedText, at);
    if (end == std::string::npos) break;
    text.replace(at, end + kEndOfAddedText.size() - at, end + kEndOfAddedText.size() - at, ' ');
  }
  return text;
}

}  // namespace

SourceMap::SourceMap(std::string_view preprocessed) {
  LineMarker now;
  bool is_first_line = false;  // of the text behind a marker
  for (std::size_t at = 0; at < preprocessed.size();) {
    const std::string_view line = next_line(preprocessed, at);
    const LineMarker marker = parse_line_marker(line);
    if (marker.valid) {
      if (marker.begins_file && now.enters_file && is_first_line)
        copies_.try_emplace(std::string(marker.file), now.file);
      now = marker;
      is_first_line = true;
      if (!now.system_header) user_files_.emplace(now.file);
    } else {
      if (now.valid && user_files_.contains(std::string(now.file)))
        lines_[{std::string(now.file), now.line}].push_back(line);
      ++now.line;
      is_first_line = false;
    }
  }
}

SourceMap SourceMap::before_preprocessing(std::vector<std::string> system_folders) {
  SourceMap map("");
  map.system_folders_ = std::move(system_folders);
  return map;
}

bool SourceMap::is_user_file(const std::string& file) const {
  if (system_folders_.empty()) return user_files_.contains(file);
  return std::none_of(system_folders_.begin(), system_folders_.end(),
                      [&](const std::string& folder) { return file.starts_with(folder); });
}

Place SourceMap::in_source(const Place& place) const {
  Place result = place;
  const auto lines = lines_.find({place.file, place.line});
  if (lines == lines_.end() || place.column <= 0) return result;
  for (std::string_view processed : lines->second) {
    if (processed.size() + 1 < static_cast<std::size_t>(place.column)) continue;
    std::size_t first = 0;
    const int line_of_stub = find_stub(processed, place.column, first);
    if (line_of_stub > 0) {
      result.line = line_of_stub;
      processed.remove_prefix(first);
    }
    const std::string source = line(place.file, result.line);
    result.column = matching_column(source, processed, place.column - static_cast<int>(first));
    break;
  }
  return result;
}

std::string SourceMap::line(const std::string& file, int line) const {
  const auto copy = copies_.find(file);
  return copy == copies_.end() ? line_of_file(file, line) : line_of_file(copy->second, line + 1);
}

std::string line_of_file(const std::string& file, int line) {
  std::ifstream in(file);
  std::string text;
  for (int i = 0; i < line; ++i) {
    if (!std::getline(in, text)) return {};
  }
  while (!text.empty() && text.back() == '\r') text.pop_back();
  return text;
}

int matching_column(std::string_view source, std::string_view processed, int column) {
  const std::string as_written = without_added_text(processed);
  const TokenList written = tokenize(as_written), original = tokenize(source);
  const Token* wanted = nullptr;
  for (const Token& token : written.tokens) {
    if (token.kind != TokenKind::end && token.column <= column) wanted = &token;
  }
  if (!wanted) return 1;
  // At the very end of a token, as in "expected ';' after …": keep the distance.
  const int distance = std::min(column - wanted->column, static_cast<int>(wanted->text.size()));
  const std::string text = in_utf8(wanted->text);
  const auto same = [&](const Token& token) {
    return token.kind == wanted->kind && in_utf8(token.text) == text;
  };
  auto ordinal = std::count_if(written.tokens.data(), wanted, same);
  if (wanted->is(kConfigure)) return column_of_launch(original, ordinal);
  const Token* found = nullptr;
  for (const Token& token : original.tokens) {
    if (!same(token)) continue;
    found = &token;
    if (ordinal-- == 0) break;
  }
  return found ? found->column + distance : original.tokens.front().column;
}

std::string format_message(const Place& place, std::string_view severity, std::string_view message) {
  std::string result = place.file;
  if (place.line > 0) result += ":" + std::to_string(place.line);
  if (place.line > 0 && place.column > 0) result += ":" + std::to_string(place.column);
  result += ": ";
  result += severity;
  result += ": ";
  result += message;
  result += '\n';
  const std::string source = place.line > 0 ? line_of_file(place.file, place.line) : std::string();
  if (source.empty()) return result;
  const std::string number = std::to_string(place.line);
  result += std::string(5 - std::min<std::size_t>(number.size(), 5), ' ') + number + " | " + source + "\n";
  if (place.column <= 0) return result;
  result += "      | ";
  for (int i = 0; i + 1 < place.column; ++i) {
    result += static_cast<std::size_t>(i) < source.size() && source[static_cast<std::size_t>(i)] == '\t'
                  ? '\t'
                  : ' ';
  }
  return result + "^\n";
}

}  // namespace wgsim::rewriter
