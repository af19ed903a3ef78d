#include "judge/compile/rules/source_rules.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <span>

#include <fmt/format.h>

#include "judge/compile/rules/tables.hpp"
#include "judge/compile/rules/token_rules.hpp"
#include "system/file_text.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

constexpr std::array plain_directives = {"",     "define", "undef", "if",    "ifdef",  "ifndef",
                                         "elif", "else",   "endif", "error", "pragma", "warning"};

/// The words that the macro WARPGRADE_TASK puts into bind.cu, besides those that are written there.
constexpr std::array words_of_binding = {"warpgrade",     "kit",         "Arguments", "TaskRegistration",
                                         "is_bound",      "bound",       "value",     "args",
                                         "bool_constant", "maybe_unused"};

using Words = std::set<std::string, std::less<>>;

/// All words of the files of an exercise that are compiled with a submission, some of them after it.
Words words_of_files(const fs::path& folder) {
  Words words(words_of_binding.begin(), words_of_binding.end());
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".cuh" && entry.path().filename() != "bind.cu") continue;
    const std::string text = system::file_text(entry.path()).value_or("");
    for (const Token& token : read_source(text).tokens)
      if (token.is_identifier()) words.emplace(token.text);
  }
  return words;
}

class SourceCheck {
 public:
  SourceCheck(const SourceTokens& source, const std::string& file, const spec::Exercise& exercise)
      : source_(source), file_(file), exercise_(exercise) {}

  std::vector<Finding> run() {
    for (const Include& include : source_.includes) look_at(include);
    for (const Directive& directive : source_.directives) look_at(directive);
    check(source_.tokens);
    for (std::size_t i = 1; i + 1 < source_.tokens.size() && !exercise_.program; ++i) look_at_main(i);
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
    const std::string why = why_not_included(plain);
    if (!why.empty() && !has(exercise_.allow, in_brackets))
      add(include, fmt::format("#include of {} is not allowed here.", include.path), why);
  }

  void look_at(const Directive& directive) {
    const std::string_view name = name_of(directive);
    if (!has(plain_directives, name))
      return add(directive, fmt::format("#{} is not allowed here.", name),
                 "Remove this line. A file is read with #include, and lines keep their numbers.");
    const std::span<const Token> tokens = directive.tokens;
    if (name == "pragma")
      look_at_pragma(directive);
    else if ((name == "define" || name == "undef") && tokens.size() > 1)
      look_at_macro(tokens[1], tokens.subspan(2), name == "define");
    if (name != "pragma" && name != "error" && name != "warning" && !tokens.empty()) check(tokens.subspan(1));
  }

  void look_at_pragma(const Directive& directive) {
    std::string text;
    for (const Token& token : std::span(directive.tokens).subspan(1))
      text += fmt::format("{}{}", text.empty() ? "" : " ", token.text);
    if (!may_use_pragma(text))
      add(directive, fmt::format("#pragma {} is not allowed here.", text.substr(0, 60)),
          "Remove it: it changes what the compiler does with the code, and its options are the grader's.");
  }

  void look_at_macro(const Token& name, std::span<const Token> body, bool is_defined) {
    if (is_word_of_cuda(name.text) || decides_conditions(name.text))
      add(name, fmt::format("`{}` may not be redefined: it means the same in every program.", name.text),
          "Give your macro a name of its own.");
    else if (is_reserved(name.text) && !(body.empty() && is_defined))  // but #define __HELPERS_H__
      add(name, fmt::format("A macro may not be called `{}`.", name.text),
          "Names that begin with two underscores, or with one and a capital letter, belong to the compiler "
          "and to CUDA: give it another beginning.");
    else if (name.text.starts_with("WARPGRADE_") || exercise_words().contains(name.text))
      add(name,
          fmt::format("A macro may not be called `{}`: the exercise's own files use this word.", name.text),
          "Give your macro a name of its own, best in capitals.");
  }

  void look_at_main(std::size_t i) {
    const std::vector<Token>& tokens = source_.tokens;
    const Token& type = tokens[i - 1];
    if (!tokens[i].is("main") || !tokens[i + 1].is("(") ||
        !(type.is("int") || type.is("auto") || type.is("void")))
      return;
    for (const auto& [begin, end] : source_.hardly_compiled)
      if (begin <= i && i < end) return;
    add(tokens[i], "This file has a main() of its own, but the grader brings one.",
        "Remove it, keep it in another file, or put it between `#ifdef MY_TEST` and `#endif`.");
  }

  void check(std::span<const Token> tokens) {
    for (Violation& violation : check_tokens(tokens, exercise_.forbid))
      add(violation.at, std::move(violation.message), std::move(violation.remedy));
  }

  const Words& exercise_words() {
    if (exercise_words_.empty()) exercise_words_ = words_of_files(exercise_.folder);
    return exercise_words_;
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
  Words exercise_words_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_source(const SourceTokens& source, const std::string& shown_as,
                                  const spec::Exercise& exercise) {
  return SourceCheck(source, shown_as, exercise).run();
}

}  // namespace warpgrade::judge
