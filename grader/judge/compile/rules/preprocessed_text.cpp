// A stack of the files that are open: a marker with the flag 1 opens one, the flag 2 closes it, and 3 says
// "system header". A marker without flags changes nothing: a submission can make such a one with #line.
#include "judge/compile/rules/preprocessed_text.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

struct Marker {
  int line = 0;
  std::string name;
  bool opens = false, closes = false, is_system = false;
};

constexpr int kLastLine = 1'000'000'000;  // so that lines can be added to a marker's

/// # 12 "file" 1 3
std::optional<Marker> parse_marker(std::string_view line) {
  if (!line.starts_with("# ") || line.size() < 3 || line[2] < '0' || line[2] > '9') return std::nullopt;
  Marker marker;
  const char* end = std::from_chars(line.data() + 2, line.data() + line.size(), marker.line).ptr;
  marker.line = std::min(marker.line, kLastLine);
  std::size_t at = static_cast<std::size_t>(end - line.data());
  at = std::min(line.find('"', at), line.size());
  for (++at; at < line.size() && line[at] != '"'; ++at) {
    if (line[at] == '\\' && at + 1 < line.size()) ++at;
    marker.name += line[at];
  }
  for (const char flag : line.substr(std::min(at, line.size()))) {
    marker.opens |= flag == '1';
    marker.closes |= flag == '2';
    marker.is_system |= flag == '3';
  }
  return marker;
}

class Reader {
 public:
  Reader(std::string_view text, const fs::path& copies) : text_(text), copies_(copies.lexically_normal()) {}

  PreprocessedText run() {
    while (at_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      if (const auto marker = parse_marker(text_.substr(at_, end - at_))) {
        at_ = std::min(end + 1, text_.size());
        follow(*marker);
        if (is_students(*marker)) read_piece(marker->line);
      } else {
        at_ = next_marker(at_);
      }
    }
    return std::move(result_);
  }

 private:
  struct Open {
    fs::path file;
    bool is_copy = false, is_system = false;
    std::optional<std::size_t> read;  ///< of result_.reads, if a submission's file asked for it
  };

  void follow(const Marker& marker) {
    if (marker.opens) {
      Open open{fs::path(marker.name).lexically_normal(), false, marker.is_system, std::nullopt};
      open.is_copy =
          std::mismatch(copies_.begin(), copies_.end(), open.file.begin(), open.file.end()).first ==
          copies_.end();
      if (!files_.empty() && files_.back().is_copy) {
        open.read = result_.reads.size();
        result_.reads.push_back({open.file, files_.back().file, 0});
      }
      files_.push_back(std::move(open));
    } else if (marker.closes && !files_.empty()) {
      if (files_.back().read) result_.reads[*files_.back().read].line = marker.line - 1;
      files_.pop_back();
    }
  }

  bool is_students(const Marker& marker) const {
    if (files_.empty()) return false;
    return files_.back().is_copy || (files_.back().is_system && !marker.is_system);
  }

  /// Where the next line begins that looks like a marker.
  std::size_t next_marker(std::size_t from) const {
    std::size_t found = text_.find("\n# ", from);
    while (found != std::string_view::npos && !parse_marker(text_.substr(found + 1, 8)))
      found = text_.find("\n# ", found + 1);
    return found == std::string_view::npos ? text_.size() : found + 1;
  }

  void read_piece(int line) {
    const auto copy =
        std::find_if(files_.rbegin(), files_.rend(), [](const Open& open) { return open.is_copy; });
    Piece piece{copy == files_.rend() ? fs::path() : copy->file, !files_.back().is_copy, {}};
    read_tokens(piece, line);
    if (!piece.tokens.tokens.empty() || !piece.tokens.directives.empty())
      result_.pieces.push_back(std::move(piece));
  }

  /// Up to the next marker. A line in a raw string may look like a marker. Then reading goes on inside that
  /// string and does not begin again, since a string may have a hundred thousand such lines.
  void read_tokens(Piece& piece, int line) {
    if (text_.substr(at_).starts_with("# ")) return;
    std::size_t end = next_marker(at_);
    while (true) {
      SourceTokens read = tokenize(text_.substr(at_, end - at_));
      append(piece, read, line);
      if (!read.open_raw_string || end == text_.size()) break;
      const OpenRawString& open = *read.open_raw_string;
      const std::size_t closing = text_.find(open.closing, end);
      at_ += open.begin;
      line += open.line - 1;
      end = closing == std::string_view::npos ? text_.size() : next_marker(closing);
    }
    at_ = end;
  }

  static void append(Piece& piece, SourceTokens& read, int line) {
    const auto move = [&](auto& token) {
      token.line = piece.is_macro ? 0 : token.line + line - 1;
      token.column = 0;
    };
    for (Token& token : read.tokens) {
      move(token);
      piece.tokens.tokens.push_back(std::move(token));
    }
    for (Directive& directive : read.directives) {
      move(directive);
      std::ranges::for_each(directive.tokens, move);
      piece.tokens.directives.push_back(std::move(directive));
    }
  }

  std::string_view text_;
  fs::path copies_;
  std::size_t at_ = 0;
  std::vector<Open> files_;
  PreprocessedText result_;
};

}  // namespace

PreprocessedText read_preprocessed(std::string_view text, const fs::path& copies) {
  return Reader(text, copies).run();
}

}  // namespace warpgrade::judge
