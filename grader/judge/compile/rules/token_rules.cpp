// One function for each rule. All look at a window of tokens that begins at the current one.
#include "judge/compile/rules/token_rules.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "judge/compile/rules/name_tables.hpp"
#include "judge/compile/rules/table_lookup.hpp"

namespace warpgrade::judge {
namespace {

constexpr std::array rooms_of_the_grader = {"kit", "runner", "judge", "protocol", "referee"};
constexpr std::array namespaces_of_others = {"std",  "warpgrade", "wgsim", "cooperative_groups",
                                             "cuda", "thrust"};

class Check {
 public:
  Check(std::span<const Token> tokens, const std::vector<std::string>& forbid)
      : tokens_(tokens), closing_(tokens.size(), tokens.size()) {
    find_closing_brackets();
    for (const std::string& word : forbid)
      if (!word.starts_with('<')) rows_.push_back({word, tokenize(word).tokens});
  }

  std::vector<Violation> run() {
    for (at_ = 0; at_ < tokens_.size(); ++at_) {
      look_for_row();
      if (tokens_[at_].kind == Token::Kind::word) look_at_word();
      if (is("[") && is("[", 1)) look_at_standard_attributes();
    }
    return std::move(violations_);
  }

 private:
  /// The text of the token that stands `distance` places behind the current one, or before it if negative.
  /// Empty beyond the ends.
  const std::string& text(std::ptrdiff_t distance = 0) const {
    static const std::string none;
    const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(at_) + distance;
    return i < 0 || i >= std::ssize(tokens_) ? none : tokens_[static_cast<std::size_t>(i)].text;
  }
  bool is(const char* wanted, std::ptrdiff_t distance = 0) const { return text(distance) == wanted; }

  static bool opens(const Token& token) { return token.text == "(" || token.text == "["; }
  static bool closes(const Token& token) { return token.text == ")" || token.text == "]"; }

  /// One pass finds the partners of all brackets. If each bracket were searched for by itself, a million
  /// brackets that are never closed would mean a million searches to the end.
  void find_closing_brackets() {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (opens(tokens_[i])) open.push_back(i);
      if (!closes(tokens_[i]) || open.empty()) continue;
      closing_[open.back()] = i;
      open.pop_back();
    }
  }

  void add(std::size_t at, std::string message, std::string remedy) {
    violations_.push_back({tokens_[at], std::move(message), std::move(remedy)});
  }

  void look_for_row() {
    for (const auto& [word, row] : rows_) {
      const auto rest = tokens_.subspan(at_);
      const auto same = [](const Token& a, const Token& b) { return a.text == b.text; };
      if (!row.empty() && rest.size() >= row.size() && std::equal(row.begin(), row.end(), rest.begin(), same))
        add(at_, fmt::format("{} is not allowed here.", word),
            "This exercise rules it out; its README says why.");
    }
  }

  void look_at_word() {
    const std::string& word = text();
    if (is_assembly(word))
      add(at_, "Inline assembly is not allowed here.",
          "The simulator can't run it, and an exercise must run on every laptop: use CUDA's own functions.");
    else if (word == "__attribute__" || word == "__attribute")
      look_at_attributes();
    else if (word == "_Pragma")
      look_at_pragma_operator();
    else if (is_reserved(word) && !may_use_reserved(word))
      add_reserved(word);
    else if (word == "main")
      look_at_main();
    else if (word == "namespace")
      look_at_namespace();
    else if (word == "template")
      look_at_specialisation();
    else
      look_at_names_of_the_grader(word);
  }

  void add_reserved(const std::string& word) {
    add(at_, fmt::format("A submission may not use `{}`.", word),
        "Names that begin with two underscores, or with one and a capital letter, belong to the compiler and "
        "to CUDA. Use those that CUDA's guide describes; give names of your own another beginning.");
  }

  void look_at_main() {
    if (is("(", 1) && (is("int", -1) || is("auto", -1) || is("void", -1)))
      add(at_, "This file has a main() of its own, but the grader brings one.",
          "Remove it, or keep it in another file.");
  }

  void look_at_names_of_the_grader(const std::string& word) {
    if (is_of_the_simulator(word)) return violations_.push_back(name_of_the_simulator(tokens_[at_]));
    if (has(rooms_of_the_grader, word) && (is("::", 1) || is("::", -1) || is("namespace", -1)))
      add(at_, fmt::format("A submission may not use the namespace `{}`: it belongs to the grader.", word),
          "Use CUDA's functions and warpgrade/*.cuh. If it is a namespace of your own, give it another "
          "name.");
  }

  /// namespace std { …; `using namespace std;` and `namespace s = std;` are fine.
  void look_at_namespace() {
    std::ptrdiff_t next = 1;
    while (is("[", next))
      next = static_cast<std::ptrdiff_t>(closing_[at_ + static_cast<std::size_t>(next)] + 1 - at_);
    const bool is_opened = !is("using", -1) && !is("=", next + 1);
    if (is_opened && has(namespaces_of_others, text(next)))
      add(at_ + static_cast<std::size_t>(next),
          fmt::format("A submission may not add anything to the namespace `{}`.", text(next)),
          "Put your own functions and types into a namespace of your own.");
  }

  /// template <> struct std::hash<X> { …
  void look_at_specialisation() {
    if (!is("<", 1) || !is(">", 2)) return;
    const auto ends = [&](std::ptrdiff_t i) {
      const bool is_next_one = is("template", i) && is("<", i + 1) && is(">", i + 2);
      return is_next_one || text(i).empty() || has(std::array{"{", ";", "(", "="}, text(i));
    };
    for (std::ptrdiff_t i = 3; !ends(i); ++i) {
      const bool begins_name = (is("struct", i) || is("class", i) || is("bool", i) || is("auto", i));
      const std::ptrdiff_t name = is("::", i + 1) ? i + 2 : i + 1;
      if (begins_name && has(namespaces_of_others, text(name)) && is("::", name + 1))
        add(at_ + static_cast<std::size_t>(name),
            fmt::format("A submission may not specialise what belongs to `{}`.", text(name)),
            "Write a type or a function of your own.");
    }
  }

  /// _Pragma("unroll"). What _Pragma(#x) in a macro becomes is checked later, in the preprocessed text.
  void look_at_pragma_operator() {
    if (!is("(", 1) || at_ + 2 >= tokens_.size()) return;
    const Token& operand = tokens_[at_ + 2];
    const std::size_t begin = operand.text.find('"'), end = operand.text.rfind('"');
    if (operand.kind != Token::Kind::literal || begin == std::string::npos)
      return;  // _Pragma('x') is an error
    std::string words;
    for (std::size_t i = begin + 1; i < end; ++i)
      if (operand.text[i] != '\\') words += operand.text[i];
    for (Violation& violation : check_pragma(tokenize(words).tokens, tokens_[at_]))
      violations_.push_back(std::move(violation));
  }

  /// __attribute__((aligned(16), unused))
  void look_at_attributes() {
    if (!is("(", 1) || !is("(", 2))
      return add(at_, fmt::format("Here {} is not followed by its attributes.", text()),
                 fmt::format("Write {0} out where it is used: {0}((aligned(16))).", text()));
    look_at_list(at_ + 3, [](const std::string& name) { return may_use_attribute(name); });
  }

  /// [[nodiscard]], [[gnu::aligned(16)]]
  void look_at_standard_attributes() {
    const auto is_fine = [](const std::string& name) {
      const std::size_t colons = name.find("::");
      if (colons == std::string::npos) return may_use_standard_attribute(name);
      const std::string scope = name.substr(0, colons);
      return (scope == "gnu" || scope == "__gnu__" || scope == "clang") &&
             may_use_attribute(name.substr(colons + 2));
    };
    look_at_list(at_ + 2, is_fine);
  }

  /// Names with commas between them, each perhaps with arguments, up to the bracket that closes the list.
  template <class IsFine>
  void look_at_list(std::size_t begin, IsFine is_fine) {
    std::string name;
    std::size_t place = begin;
    const auto finish = [&] {
      if (!name.empty() && !is_fine(name)) add_attribute(place, name);
      name.clear();
    };
    for (std::size_t i = begin; i < tokens_.size() && !closes(tokens_[i]); ++i) {
      if (opens(tokens_[i])) {
        i = closing_[i];
      } else if (tokens_[i].text == ",") {
        finish();
      } else {
        name += tokens_[i].text;
        place = i;
      }
    }
    finish();
  }

  void add_attribute(std::size_t place, const std::string& name) {
    add(place, fmt::format("The attribute `{}` is not allowed here.", name),
        "Use CUDA's words (__forceinline__, __align__, __launch_bounds__, …) and the attributes of C++, such "
        "as "
        "[[nodiscard]] and [[maybe_unused]].");
  }

  struct Row {
    std::string word;
    std::vector<Token> tokens;
  };
  std::span<const Token> tokens_;
  std::vector<std::size_t> closing_;  ///< of each bracket that opens: where it is closed, or the end
  std::vector<Row> rows_;
  std::size_t at_ = 0;
  std::vector<Violation> violations_;
};

}  // namespace

std::vector<Violation> check_tokens(std::span<const Token> tokens, const std::vector<std::string>& forbid) {
  return Check(tokens, forbid).run();
}

Violation name_of_the_simulator(const Token& word) {
  return {word, fmt::format("A submission may not use `{}`.", word.text),
          "Names that begin with WGSIM_ or wgsim are the simulator's own. Use CUDA's functions and "
          "warpgrade/*.cuh, and give names of your own another beginning."};
}

std::vector<Violation> check_pragma(std::span<const Token> tokens, const Token& at) {
  std::string text;
  for (const Token& token : tokens) text += (text.empty() ? "" : " ") + token.text;
  if (text.empty() || may_use_pragma(text)) return {};
  return {{at, fmt::format("#pragma {} is not allowed here.", text.substr(0, 60)),
           "Remove it: it changes what the compiler does with the code, and its options are the grader's."}};
}

}  // namespace warpgrade::judge
