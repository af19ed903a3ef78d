// One function for each rule. All look at a window of tokens that begins at the current one.
#include "judge/compile/rules/token_rules.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "judge/compile/rules/tables.hpp"

namespace warpgrade::judge {
namespace {

constexpr std::array rooms_of_the_grader = {"kit", "runner", "judge", "protocol", "referee"};
constexpr std::array namespaces_of_others = {"std",  "warpgrade", "wgsim", "cooperative_groups",
                                             "cuda", "thrust"};

class Check {
 public:
  Check(std::span<const Token> tokens, const std::vector<std::string>& forbid) : tokens_(tokens) {
    for (const std::string& word : forbid)
      if (!word.starts_with('<')) rows_.push_back({word, read_source(word).tokens});
  }

  std::vector<Violation> run() {
    for (at_ = 0; at_ < tokens_.size(); ++at_) {
      look_for_row();
      if (tokens_[at_].is_identifier()) look_at_word();
      follow_attributes();
    }
    return std::move(violations_);
  }

 private:
  /// The text of the token that stands `distance` places behind the current one, or before it if negative.
  /// Empty beyond the ends.
  std::string_view text(std::ptrdiff_t distance = 0) const {
    const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(at_) + distance;
    return i < 0 || i >= std::ssize(tokens_) ? "" : tokens_[static_cast<std::size_t>(i)].text;
  }
  bool is(std::string_view wanted, std::ptrdiff_t distance = 0) const { return text(distance) == wanted; }

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
    const std::string_view word = text();
    if (is_assembly(word))
      add(at_, "Inline assembly is not allowed here.",
          "The simulator can't run it, and an exercise must run on every laptop: use CUDA's own functions.");
    else if (is_of_the_compiler(word))
      add(at_, fmt::format("A submission may not use `{}`.", word),
          "It belongs to the compiler, and the simulator does not see what it does. Use CUDA's own "
          "functions.");
    else if (is_of_the_simulator(word))
      add(at_, fmt::format("A submission may not use `{}`.", word),
          "Names that begin with WGSIM_ or wgsim are the simulator's own. Use CUDA's functions and "
          "warpgrade/*.cuh, and give names of your own another beginning.");
    else if (word == "namespace")
      look_at_namespace();
    else
      look_at_names_of_the_grader(word);
  }

  void look_at_names_of_the_grader(std::string_view word) {
    if (has(rooms_of_the_grader, word) && (is("::", 1) || is("::", -1) || is("namespace", -1)))
      add(at_, fmt::format("A submission may not use the namespace `{}`: it belongs to the grader.", word),
          "Use CUDA's functions and warpgrade/*.cuh. If it is a namespace of your own, give it another "
          "name.");
  }

  /// namespace std { …; `using namespace std;` and `namespace s = std;` are fine.
  void look_at_namespace() {
    const bool is_opened = !is("using", -1) && !is("=", 2);
    if (is_opened && has(namespaces_of_others, text(1)))
      add(at_ + 1, fmt::format("A submission may not add anything to the namespace `{}`.", text(1)),
          "Put your own functions and types into a namespace of your own.");
  }

  /// __attribute__((aligned(16), unused)), [[nodiscard]], [[gnu::aligned(16)]]
  void follow_attributes() {
    const bool begins =
        (is("(") && (is("__attribute__", -1) || is("__attribute", -1))) || (is("[") && is("[", 1));
    if (open_brackets_ == 0 && !begins) return;
    if (is("(") || is("["))
      ++open_brackets_;
    else if (is(")") || is("]"))
      --open_brackets_;
    else if (is(";"))
      open_brackets_ = 0;  // some are not closed, which the compiler says better
    else if (hides_code(text()))
      add(at_, fmt::format("The attribute `{}` is not allowed here.", text()),
          "Use CUDA's words (__forceinline__, __align__, __launch_bounds__, …) and the attributes of C++, "
          "such "
          "as [[nodiscard]] and [[maybe_unused]].");
  }

  struct Row {
    std::string_view word;
    std::vector<Token> tokens;
  };
  std::span<const Token> tokens_;
  std::vector<Row> rows_;
  std::size_t at_ = 0;
  std::size_t open_brackets_ = 0;  ///< of the attributes around the current token
  std::vector<Violation> violations_;
};

}  // namespace

std::vector<Violation> check_tokens(std::span<const Token> tokens, const std::vector<std::string>& forbid) {
  return Check(tokens, forbid).run();
}

}  // namespace warpgrade::judge
