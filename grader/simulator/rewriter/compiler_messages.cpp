#include "compiler_messages.hpp"

#include <algorithm>
#include <regex>

#include "words.hpp"

namespace wgsim::rewriter {
namespace {

constexpr std::size_t kMostErrors = 20, kMostNotes = 3;
/// Longer lines are cut: nobody reads them, and std::regex needs stack for each character.
constexpr std::size_t kLongestLine = 2000;

/// When a semicolon is missing, g++ complains about what follows it, which may be lines away: then the place
/// is the end of the line before.
Place place_of_missing_semicolon(const Place& place, const std::string& text, const SourceMap& map) {
  static const std::regex expected("expected .*';'.* before .*");
  const std::size_t first = map.line(place.file, place.line).find_first_not_of(" \t");
  const bool is_first_in_line = first != std::string::npos && std::size_t(place.column) <= first + 1;
  if (!is_first_in_line || !std::regex_match(text, expected)) return place;
  for (int line = place.line - 1; line > 0; --line) {
    const std::size_t last = map.line(place.file, line).find_last_not_of(" \t");
    if (last != std::string::npos) return {place.file, line, int(last) + 2};
  }
  return place;
}

/// Reads the lines of the compiler. An error in a header that is not the user's is shown at the line of the
/// user that led there: g++ and clang name that line in a line before or after the error.
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
      messages.push_back(
          {Place(), "error", in_plain_words(m[1])});  // of the compiler itself: no input file, …
    }
  }

  /// Ends an error. If clang did not say which line led to it, the error before is about the same
  /// instantiation, and this one says nothing new.
  void finish_error() {
    if (waiting_for_place_ && messages.size() > 1) messages.pop_back();
    waiting_for_place_ = false;
  }

  std::vector<CompilerMessage> messages;
  std::vector<CompilerMessage> warnings;  ///< of the user's files

 private:
  static Place place(const std::smatch& m) {
    return {m[1], std::stoi(m[2]), m[3].matched ? std::stoi(m[3]) : 0};
  }

  bool is_of_user(const Place& place) const { return map_.is_user_file(place.file); }

  /// Keeps the first place in the user's files, which is the innermost one.
  void remember(Place& where, const Place& place) {
    if (where.line == 0 && is_of_user(place)) where = place;
  }

  void take(const Place& at, const std::string& severity, const std::string& text) {
    if (severity == "warning" || severity == "remark") {
      skipping_notes_ = true;
      if (severity == "warning" && is_of_user(at)) take_warning(at, text);
    } else if (severity == "note") {
      take_note(at, text);
    } else {
      take_error(at, text);
    }
    if (severity != "note") included_from_ = required_from_ = {};
  }

  /// A template may be warned of once for each of its types.
  void take_warning(const Place& at, const std::string& text) {
    const Place place = map_.in_source(at);
    const auto is_known = [&](const CompilerMessage& known) {
      return known.place.file == place.file && known.place.line == place.line;
    };
    if (std::any_of(warnings.begin(), warnings.end(), is_known)) return;
    const std::string words = in_words_for_beginners(in_plain_words(text), map_.line(place.file, place.line));
    if (!is_internal(words)) warnings.push_back({place, "warning", words});
  }

  void take_error(const Place& at, const std::string& text) {
    const Place& led_here = required_from_.line > 0 ? required_from_ : included_from_;
    const bool elsewhere = !is_of_user(at);
    const Place shown = elsewhere && led_here.line > 0 ? led_here : at;
    CompilerMessage message{map_.in_source(shown), "error", in_plain_words(text), elsewhere};
    message.place = place_of_missing_semicolon(message.place, message.text, map_);
    message.text = in_words_for_beginners(message.text, map_.line(message.place.file, message.place.line));
    finish_error();
    waiting_for_place_ = elsewhere && required_from_.line == 0 && !map_.is_before_preprocessing();
    skipping_notes_ = false;
    notes_ = 0;
    messages.push_back(std::move(message));
  }

  void take_note(const Place& at, const std::string& text) {
    if (skipping_notes_ || messages.empty()) return;
    if (waiting_for_place_ && is_of_user(at)) {  // clang: "in instantiation of …" follows the error
      messages.back().place = map_.in_source(at);
      waiting_for_place_ = false;
      return;
    }
    if (take_undeduced(text)) return;
    if (!is_of_user(at) || is_internal(in_plain_words(text)) || ++notes_ > kMostNotes) return;
    messages.push_back({map_.in_source(at), "note", in_plain_words(text), false});
  }

  /// A note that says why a template does not fit: nothing in the call tells one of its parameters.
  bool take_undeduced(const std::string& text) {
    static const std::regex form("couldn.t (?:deduce template parameter|infer template argument) '(\\w+)'");
    std::smatch parameter;
    const std::string plain = in_plain_words(text);
    if (!std::regex_search(plain, parameter, form)) return false;
    const auto error = std::find_if(messages.rbegin(), messages.rend(),
                                    [](const CompilerMessage& one) { return one.severity == "error"; });
    if (error == messages.rend()) return false;
    const bool begins_with_name = error->text.starts_with('\'');
    const std::string name = begins_with_name ? error->text.substr(0, error->text.find('\'', 1) + 1) : "this";
    error->text = name + " is a template, and no argument tells its " + parameter[1].str() +
                  ": write it between < and >, behind the name";
    return true;
  }

  const SourceMap& map_;
  Place included_from_, required_from_;
  bool waiting_for_place_ = false, skipping_notes_ = false;
  std::size_t notes_ = 0;
};

bool on_one_line(const CompilerMessage& a, const CompilerMessage& b) {
  return a.place.file == b.place.file && a.place.line == b.place.line;
}

/// Whether `later` says nothing new: the parameters of a kernel are compiled twice (body and stub), a
/// template has its errors once for each type, one wrong call of a template of a library makes many errors
/// inside the library, and after a mistake of syntax the compiler "expects" what nobody has left out.
bool repeats(const CompilerMessage& earlier, const CompilerMessage& later) {
  if (earlier.severity != "error") return false;
  if (is_internal(later.text) || later.text.starts_with("expected ")) return true;
  if (!on_one_line(earlier, later)) return false;
  const bool same_column = later.place.column > 0 && earlier.place.column == later.place.column;
  return later.elsewhere || same_column || earlier.text == later.text;
}

/// A name that is not known in a template is told as such, and again with its types and what may be meant.
bool tells_more(const CompilerMessage& earlier, const CompilerMessage& later) {
  return earlier.severity == "error" && on_one_line(earlier, later) && later.text.starts_with(earlier.text);
}

/// The messages without repeated errors and their notes.
std::vector<CompilerMessage> without_repetitions(const std::vector<CompilerMessage>& all) {
  std::vector<CompilerMessage> result;
  bool skipping = false;
  for (const CompilerMessage& message : all) {
    const auto is_repeated = [&](const CompilerMessage& earlier) { return repeats(earlier, message); };
    const auto is_extended = [&](const CompilerMessage& earlier) { return tells_more(earlier, message); };
    if (message.severity == "error") {
      skipping = std::any_of(result.begin(), result.end(), is_repeated);
      const auto less = std::find_if(result.begin(), result.end(), is_extended);
      if (!skipping && less != result.end()) {
        *less = message;
        skipping = true;
      }
    }
    if (!skipping) result.push_back(message);
  }
  return result;
}

}  // namespace

namespace {

Reader read_all(std::string_view output, const SourceMap& map) {
  Reader reader(map);
  for (std::size_t at = 0; at < output.size();) {
    const std::size_t end = std::min(output.find('\n', at), output.size());
    const std::string_view line = output.substr(at, std::min(end - at, kLongestLine));
    reader.read(std::string(line) + (line.size() < end - at ? "…" : ""));
    at = end + 1;
  }
  reader.finish_error();
  return reader;
}

}  // namespace

std::vector<CompilerMessage> read_compiler_messages(std::string_view output, const SourceMap& map) {
  return without_repetitions(read_all(output, map).messages);
}

std::vector<CompilerMessage> read_compiler_warnings(std::string_view output, const SourceMap& map) {
  return read_all(output, map).warnings;
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
