#include "judge/compile/rules/source_rules.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <span>

#include <fmt/format.h>

#include "judge/compile/rules/conditions.hpp"
#include "judge/compile/rules/headers.hpp"
#include "judge/compile/rules/name_tables.hpp"
#include "judge/compile/rules/table_lookup.hpp"
#include "judge/compile/rules/token_rules.hpp"
#include "system/file_text.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

constexpr std::array plain_directives = {"",     "include", "define", "undef", "if",     "ifdef",  "ifndef",
                                         "elif", "else",    "endif",  "error", "pragma", "warning"};

/// The words that the macro WARPGRADE_TASK puts into bind.cu, besides those that are written there.
constexpr std::array words_of_binding = {"warpgrade",     "kit",         "Arguments", "TaskRegistration",
                                         "is_bound",      "bound",       "value",     "args",
                                         "bool_constant", "maybe_unused"};

/// Beginnings of names that no variable of a submission may have.
constexpr std::array never_own = {"__builtin_", "__sync_", "__atomic_", "__tsan_",
                                  "__wgsim_",   "__llvm_", "__cuda",    "__asm"};

/// All words of the files of an exercise that are compiled with a submission, some of them after it.
std::set<std::string> words_of_files(const fs::path& folder) {
  std::set<std::string> words(words_of_binding.begin(), words_of_binding.end());
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".cuh" && entry.path().filename() != "bind.cu") continue;
    const SourceTokens source = tokenize(system::file_text(entry.path()).value_or(""));
    for (const Token& token : source.tokens)
      if (token.kind == Token::Kind::word) words.insert(token.text);
  }
  return words;
}

class SourceCheck {
 public:
  SourceCheck(const SourceTokens& source, const std::string& file, const spec::Exercise& exercise)
      : source_(source), file_(file), exercise_(exercise) {}

  std::vector<Finding> run() {
    for (const OddText& odd : source_.odd)
      add(odd, fmt::format("Here is {}: compilers don't agree what it means.", odd.what),
          "Write the line anew, and save the file as plain text with ordinary line ends.");
    for (const Include& include : source_.includes) look_at(include);
    for (const Directive& directive : source_.directives) look_at(directive);
    note_shared_variables();
    for (Violation& violation : check_tokens(source_.tokens, exercise_.forbid))
      if (!own_words_.contains(violation.at.text)) add(std::move(violation));
    return std::move(findings_);
  }

 private:
  void look_at(const Include& include) {
    if (include.form == Include::Form::computed)
      return add(include, fmt::format("#include {} does not name its file.", include.path),
                 "Write the file's name after #include.");
    const fs::path path = include.path;
    if (path.is_absolute() || std::ranges::find(path, "..") != path.end())
      return add(include, fmt::format("#include of \"{}\" leaves the submission.", include.path),
                 "Put the file beside this one and include it by its name.");
    const std::string plain = path.lexically_normal().string();  // ./cub//cub.cuh is cub/cub.cuh
    const std::string in_brackets = "<" + plain + ">";
    if (has(exercise_.forbid, in_brackets))
      return add(include, fmt::format("{} is not allowed here.", in_brackets),
                 "This exercise rules it out; its README says why.");
    if (is_known_to_be_forbidden(plain) && !has(exercise_.allow, in_brackets))
      add(include, fmt::format("#include of {} is not allowed here.", include.path), why_not_included(plain));
  }

  void look_at(const Directive& directive) {
    if (!has(plain_directives, directive.name))
      return add(directive, fmt::format("#{} is not allowed here.", directive.name),
                 "Remove this line. A file is read with #include, and lines keep their numbers.");
    look_for_names_of_the_simulator(directive);
    if (directive.name == "pragma") {
      for (Violation& violation : check_pragma(directive.tokens, at(directive))) add(std::move(violation));
    } else if ((directive.name == "define" || directive.name == "undef") && !directive.tokens.empty()) {
      look_at_macro(directive);
    }
  }

  /// In conditions, and of macros. A macro's body is looked at as all code is.
  void look_for_names_of_the_simulator(const Directive& directive) {
    const std::size_t all = directive.tokens.size();
    const std::size_t count = directive.name == "define" ? std::min<std::size_t>(1, all) : all;
    for (const Token& token : std::span(directive.tokens).first(count))
      if (token.kind == Token::Kind::word && is_of_the_simulator(token.text))
        add(name_of_the_simulator(token));
  }

  void look_at_macro(const Directive& directive) {
    const Token& name = directive.tokens.front();
    const auto body = std::span(directive.tokens).subspan(1);
    const bool is_known = is_word_of_language(name.text) || decides_conditions(name.text) ||
                          (is_reserved(name.text) && may_use_reserved(name.text));
    if (is_known)
      add(name, fmt::format("`{}` may not be redefined: it means the same in every program.", name.text),
          "Give your macro a name of its own.");
    else if (is_reserved(name.text) &&
             (!body.empty() || directive.name == "undef"))  // but #define __HELPERS_H__
      add(name, fmt::format("A macro may not be called `{}`.", name.text),
          "Names that begin with two underscores, or with one and a capital letter, belong to the compiler "
          "and "
          "to CUDA: give it another beginning.");
    else if (name.text.starts_with("WARPGRADE_") || exercise_words().contains(name.text))
      add(name,
          fmt::format("A macro may not be called `{}`: the exercise's own files use this word.", name.text),
          "Give your macro a name of its own, best in capitals.");
    for (Violation& violation : check_tokens(body, exercise_.forbid)) add(std::move(violation));
  }

  /// NVIDIA's own samples have `extern __shared__ int __smem[];`.
  void note_shared_variables() {
    bool is_shared = false;
    for (const Token& token : source_.tokens) {
      is_shared = token.text == "__shared__" || (is_shared && token.text != ";");
      if (is_shared && is_reserved(token.text) && !begins_like_one_of(never_own, token.text))
        own_words_.insert(token.text);
    }
  }

  const std::set<std::string>& exercise_words() {
    if (exercise_words_.empty()) exercise_words_ = words_of_files(exercise_.folder);
    return exercise_words_;
  }

  static Token at(const Directive& directive) {
    return {Token::Kind::word, directive.name, directive.line, directive.column};
  }

  void add(Violation violation) {
    add(violation.at, std::move(violation.message), std::move(violation.remedy));
  }

  template <class T>
  void add(const T& at, std::string message, std::string remedy) {
    Finding finding = make_finding(Verdict::forbidden, std::move(message), std::move(remedy));
    finding.place.file = file_;
    finding.place.line = at.line;
    finding.place.column = at.column;
    findings_.push_back(std::move(finding));
  }

  const SourceTokens& source_;
  const std::string& file_;
  const spec::Exercise& exercise_;
  std::set<std::string> exercise_words_, own_words_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_source(const SourceTokens& source, const std::string& shown_as,
                                  const spec::Exercise& exercise) {
  return SourceCheck(source, shown_as, exercise).run();
}

}  // namespace warpgrade::judge
