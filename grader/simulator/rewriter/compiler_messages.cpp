#include "compiler_messages.hpp"

#include <algorithm>
#include <array>
#include <regex>

#include "rewriter.hpp"

namespace wgsim::rewriter {
namespace {

constexpr std::size_t kMostErrors = 20, kMostNotes = 3;

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// Names that the rewriter made, back to words.
std::string in_words(std::string text) {
  replace_all(text, kBodyPrefix, "");
  replace_all(text, "'wgsim_configure'", "a kernel launch");
  replace_all(text, "token a kernel launch", "a kernel launch");
  static const std::regex holder("wgsim_shared_[0-9_]+::"), flag(R"( \[-[WR][^\]]*\]$)");
  text = std::regex_replace(text, holder, "");
  text = std::regex_replace(text, flag, "");
  replace_all(text, "warpgrade-sim: ", "");
  if (text.starts_with("#error ")) text = text.substr(7);
  if (text.size() > 1 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return text;
}

/// Whether it only makes sense to one who knows the simulator's inside.
bool is_internal(std::string_view text) {
  static constexpr std::array<std::string_view, 3> words = {"wgsim::", "wgsim_", "launch_kernel"};
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// Walks over the compiler's lines. Errors in headers that are not the user's are told at the user's line
/// that led there: g++ and clang name it in a line before or behind.
class Reader {
 public:
  explicit Reader(const SourceMap& map) : map_(map) {}

  void read(const std::string& line) {
    static const std::regex message(
        R"(^(.+?):(\d+):(?:(\d+):)? +(fatal error|error|warning|note|remark): (.*)$)");
    static const std::regex context(R"(^(?:In file included from|\s+from) (.+?):(\d+)(?::(\d+))?[,:]?$)");
    static const std::regex required(R"(^(.+?):(\d+):(?:(\d+):)? +(?:required|recursively required|in ).*$)");
    std::smatch m;
    if (std::regex_match(line, m, message)) {
      take(place(m), m[4], m[5]);
    } else if (std::regex_match(line, m, context)) {
      remember(included_from_, place(m));
    } else if (std::regex_match(line, m, required)) {
      remember(required_from_, place(m));
    } else if (std::regex_match(line, m, std::regex(R"(^(?:.*: )?(?:fatal error|error): (.*)$)"))) {
      messages.push_back({Place(), "error", in_words(m[1])});  // of the compiler itself: no input file, …
    }
  }

  std::vector<CompilerMessage> messages;

 private:
  static Place place(const std::smatch& m) {
    return {m[1], std::stoi(m[2]), m[3].matched ? std::stoi(m[3]) : 0};
  }

  bool is_of_user(const Place& place) const { return map_.is_user_file(place.file); }

  /// The innermost place of the user's is the first.
  void remember(Place& where, const Place& place) {
    if (where.line == 0 && is_of_user(place)) where = place;
  }

  void take(const Place& at, const std::string& severity, const std::string& text) {
    if (severity == "warning" || severity == "remark") {
      skipping_notes_ = true;
    } else if (severity == "note") {
      take_note(at, text);
    } else {
      take_error(at, text);
    }
    if (severity != "note") included_from_ = required_from_ = {};
  }

  void take_error(const Place& at, const std::string& text) {
    const Place& led_here = required_from_.line > 0 ? required_from_ : included_from_;
    const bool elsewhere = !is_of_user(at);
    const Place shown = elsewhere && led_here.line > 0 ? led_here : at;
    CompilerMessage message{map_.in_source(shown), "error", in_words(text)};
    waiting_for_place_ = elsewhere && required_from_.line == 0;
    // A kernel's parameters are compiled twice (body and stub): the second message says nothing new.
    const bool repeated = std::any_of(messages.begin(), messages.end(), [&](const CompilerMessage& m) {
      return m.severity == "error" && m.place.file == message.place.file &&
             m.place.line == message.place.line && m.text == message.text;
    });
    skipping_notes_ = repeated;
    notes_ = 0;
    if (!repeated) messages.push_back(std::move(message));
  }

  void take_note(const Place& at, const std::string& text) {
    if (skipping_notes_ || messages.empty()) return;
    if (waiting_for_place_ && is_of_user(at)) {  // clang: "in instantiation of …" follows the error
      messages.back().place = map_.in_source(at);
      waiting_for_place_ = false;
      return;
    }
    if (!is_of_user(at) || is_internal(in_words(text)) || ++notes_ > kMostNotes) return;
    messages.push_back({map_.in_source(at), "note", in_words(text)});
  }

  const SourceMap& map_;
  Place included_from_, required_from_;
  bool waiting_for_place_ = false, skipping_notes_ = false;
  std::size_t notes_ = 0;
};

}  // namespace

std::vector<CompilerMessage> read_compiler_messages(std::string_view output, const SourceMap& map) {
  Reader reader(map);
  for (std::size_t at = 0; at < output.size();) {
    const std::size_t end = std::min(output.find('\n', at), output.size());
    reader.read(std::string(output.substr(at, end - at)));
    at = end + 1;
  }
  return reader.messages;
}

std::string format_messages(const std::vector<CompilerMessage>& messages) {
  std::string result;
  std::size_t errors = 0;
  for (const CompilerMessage& message : messages) {
    if (message.severity == "error" && ++errors > kMostErrors) return result + "… and more errors\n";
    if (message.place.file.empty())
      result += "error: " + message.text + "\n";
    else
      result += format_message(message.place, message.severity, message.text);
  }
  return result;
}

}  // namespace wgsim::rewriter
