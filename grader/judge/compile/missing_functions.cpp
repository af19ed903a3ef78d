#include "judge/compile/missing_functions.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "judge/compile/rules/source_tokens.hpp"
#include "model/nearest_name.hpp"
#include "system/file_text.hpp"

namespace warpgrade::judge {
namespace {

/// A function outside of classes.
struct Function {
  std::string scope, name;  ///< "outer::inner::"
  std::string declaration;  ///< "square(const float* in, int n)"
  bool is_defined = false;
  int line = 0, column = 0;
};

/// The functions of a text, as far as braces and brackets tell.
class Functions {
 public:
  /// `source` must outlive the object.
  explicit Functions(std::string_view source) : tokens_(read_source(source).tokens) {}

  std::vector<Function> find() {
    for (std::size_t i = 0; i < tokens_.size();)
      if (is(i, "namespace"))
        i = enter_namespace(i + 1);
      else if (is(i, "{"))
        i = behind(i, "{", "}");
      else if (is(i, "}"))
        leave_namespace(), ++i;
      else if (i > 0 && tokens_[i].is_identifier() && is(i + 1, "(") && is_type_end(i - 1))
        i = add(i);
      else
        ++i;
    return std::move(functions_);
  }

 private:
  bool is(std::size_t i, std::string_view text) const { return i < tokens_.size() && tokens_[i].is(text); }
  /// Can the token end the type of a function's result?
  bool is_type_end(std::size_t i) const {
    return tokens_[i].is_identifier() || is(i, "*") || is(i, "&") || is(i, ">") || is(i, ")");
  }

  std::size_t behind(std::size_t i, std::string_view open, std::string_view close) const {
    for (int depth = 0; i < tokens_.size(); ++i) {
      depth += is(i, open) - is(i, close);
      if (depth == 0) return i + 1;
    }
    return i;
  }

  std::size_t enter_namespace(std::size_t i) {
    std::string name;
    while (i < tokens_.size() && (tokens_[i].is_identifier() || is(i, "::"))) name += tokens_[i++].text;
    if (!is(i, "{")) return i;  // using namespace std;
    scopes_.push_back(scope());
    if (!name.empty()) scopes_.back() += name + "::";
    return i + 1;
  }
  void leave_namespace() {
    if (!scopes_.empty()) scopes_.pop_back();
  }
  std::string scope() const { return scopes_.empty() ? "" : scopes_.back(); }

  std::size_t add(std::size_t name) {
    const std::size_t end = behind(name + 1, "(", ")");
    const bool is_defined = is(end, "{");
    if (is_defined || is(end, ";")) {
      const Token& last = tokens_[end - 1];
      const char* const begin = tokens_[name].text.data();
      functions_.push_back({scope(), std::string(tokens_[name].text),
                            on_one_line({begin, last.text.data() + last.text.size()}), is_defined,
                            tokens_[name].line, tokens_[name].column});
    }
    return is_defined ? behind(end, "{", "}") : end;
  }

  static std::string on_one_line(std::string_view text) {
    std::string line;
    for (const char c : text)
      if (!std::isspace(static_cast<unsigned char>(c)))
        line += c;
      else if (!line.empty() && line.back() != ' ')
        line += ' ';
    return line;
  }

  std::vector<Token> tokens_;
  std::vector<std::string> scopes_;
  std::vector<Function> functions_;
};

/// A function, and where it stands.
struct Located {
  Function function;
  std::string file;
};

std::vector<Located> declared_by(const spec::Exercise& exercise) {
  std::vector<Located> declared;
  for (const auto& entry : std::filesystem::directory_iterator(exercise.folder)) {
    if (entry.path().extension() != ".cuh") continue;
    const std::string text = system::file_text(entry.path()).value_or("");
    for (Function& function : Functions(text).find())
      declared.push_back({std::move(function), entry.path().filename().string()});
  }
  return declared;
}

std::vector<Located> defined_by(const SubmissionFiles& submission) {
  std::vector<Located> defined;
  for (const SubmissionFile& file : submission.files)
    for (Function& function : Functions(file.text).find())
      if (function.is_defined) defined.push_back({std::move(function), file.shown_as});
  return defined;
}

/// What the submission has in the place of `wanted`: of the same name, or of one that is nearly the same and
/// that no header declares.
const Located* find_instead(const Function& wanted, const std::vector<Located>& declared,
                            const std::vector<Located>& defined) {
  const auto name = [](const Located& place) { return place.function.name; };
  if (const auto same = std::ranges::find(defined, wanted.name, name); same != defined.end()) return &*same;
  std::vector<std::string> others;
  for (const Located& place : defined)
    if (std::ranges::find(declared, place.function.name, name) == declared.end())
      others.push_back(name(place));
  const auto near = std::ranges::find(defined, nearest_name(wanted.name, others), name);
  return near == defined.end() ? nullptr : &*near;
}

std::string how_it_differs(const Function& wanted, const Function& has) {
  if (has.name != wanted.name) return fmt::format("It has {}.", has.declaration);
  if (has.scope == wanted.scope) return fmt::format("It has one with other parameters: {}.", has.declaration);
  const auto place = [](const std::string& scope) {
    return scope.empty() ? "outside of all namespaces"
                         : fmt::format("in the namespace {}", scope.substr(0, scope.size() - 2));
  };
  return fmt::format("It has one {}, and not {}.", place(has.scope), place(wanted.scope));
}

}  // namespace

std::optional<Finding> explain_missing_function(std::string_view name, const spec::Exercise& exercise,
                                                const SubmissionFiles& submission) {
  const std::vector<Located> declared = declared_by(exercise);
  const auto wanted = std::ranges::find(
      declared, name, [](const Located& place) { return place.function.scope + place.function.name; });
  if (wanted == declared.end()) return std::nullopt;
  Finding finding = make_finding(
      Verdict::compile_error,
      fmt::format("The submission does not define {}, which {} declares.", wanted->function.declaration,
                  wanted->file),
      fmt::format("The grader calls it. Define it just as {} declares it: name, parameters and namespace.",
                  wanted->file));
  finding.place.file = submission.files.front().shown_as;
  const std::vector<Located> defined = defined_by(submission);
  if (const Located* const has = find_instead(wanted->function, declared, defined)) {
    finding.message += " " + how_it_differs(wanted->function, has->function);
    finding.place.file = has->file;
    finding.place.line = has->function.line;
    finding.place.column = has->function.column;
  }
  return finding;
}

}  // namespace warpgrade::judge
