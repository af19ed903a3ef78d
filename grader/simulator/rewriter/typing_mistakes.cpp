// Mistakes of typing after which all other messages would only confuse.
#include "typing_mistakes.hpp"

#include <algorithm>
#include <array>

#include "declarations.hpp"

namespace wgsim::rewriter {
namespace {

// ---- Characters that look like those of C++ ------------------------------------------------------------

struct LookAlike {
  std::string_view character, name, meant;
};

/// What keyboards, word processors, web pages and PDF files put into programs.
constexpr std::array kLookAlikes = {
    LookAlike{"；", "a full-width semicolon", ";"},
    LookAlike{"，", "a full-width comma", ","},
    LookAlike{"：", "a full-width colon", ":"},
    LookAlike{"（", "a full-width bracket", "("},
    LookAlike{"）", "a full-width bracket", ")"},
    LookAlike{"［", "a full-width bracket", "["},
    LookAlike{"］", "a full-width bracket", "]"},
    LookAlike{"｛", "a full-width brace", "{"},
    LookAlike{"｝", "a full-width brace", "}"},
    LookAlike{"＝", "a full-width sign", "="},
    LookAlike{"＋", "a full-width sign", "+"},
    LookAlike{"－", "a full-width sign", "-"},
    LookAlike{"＊", "a full-width sign", "*"},
    LookAlike{"＜", "a full-width sign", "<"},
    LookAlike{"＞", "a full-width sign", ">"},
    LookAlike{"\u037e", "a Greek question mark", ";"},
    LookAlike{"×", "a multiplication sign", "*"},
    LookAlike{"÷", "a division sign", "/"},
    LookAlike{"−", "a minus sign of mathematics", "-"},
    LookAlike{"–", "a dash", "-"},
    LookAlike{"—", "a dash", "-"},
    LookAlike{"≤", "a sign of mathematics", "<="},
    LookAlike{"≥", "a sign of mathematics", ">="},
    LookAlike{"≠", "a sign of mathematics", "!="},
    LookAlike{"“", "a curly quote", "\""},
    LookAlike{"”", "a curly quote", "\""},
    LookAlike{"„", "a curly quote", "\""},
    LookAlike{"‘", "a curly quote", "'"},
    LookAlike{"’", "a curly quote", "'"},
    LookAlike{"\u00a0", "a no-break space", " "},
    LookAlike{"\u3000", "a full-width space", " "},
    LookAlike{"\u200b", "a space without width", ""},
    LookAlike{"\ufeff", "a byte order mark", ""},
};

// ---- Braces --------------------------------------------------------------------------------------------

/// An open '{', and the statement or definition that it belongs to.
struct OpenBrace {
  std::size_t at;
  int indent;                ///< the column where the line with the statement's first token begins
  int own_indent;            ///< that of the line with the brace
  bool holds_definitions;    ///< a namespace: what stands in it need not be indented
  std::size_t brackets = 0;  ///< open ( and [ around it
};

class Braces {
 public:
  explicit Braces(const Translation& t) : t_(t) {}

  /// The '{' without a '}', or the '}' without a '{'; none if all have their partner.
  std::size_t first_alone() {
    for (std::size_t i = t_.source_begins(); i < t_.size(); ++i) {
      if (t_.is_of_system(i)) continue;
      if (i == 0 || t_[i].line != line_ || t_[i].file != t_[i - 1].file)
        line_ = t_[i].line, indent_ = t_[i].column;
      if (statement_begins_) statement_ = i, statement_indent_ = indent_;
      statement_begins_ = false;
      if (t_.is(i, "(") || t_.is(i, "["))
        ++brackets_;
      else if ((t_.is(i, ")") || t_.is(i, "]")) && brackets_ > 0)
        --brackets_;
      else if (t_.is(i, "{"))
        open(i);
      else if (t_.is(i, "}") && !close(i))
        return surplus_ != none && t_[surplus_].file == t_[i].file ? surplus_ : i;
      else if (t_.is(i, ";"))
        statement_begins_ = brackets_ == 0;
    }
    if (open_.empty()) return none;
    return suspect_ != none ? suspect_ : open_.back().at;
  }

 private:
  void open(std::size_t i) {
    const bool is_label = t_.is(statement_, "case") || t_.is(statement_, "default");
    if (suspect_ == none && !open_.empty() && !open_.back().holds_definitions && brackets_ == 0 &&
        !is_label && statement_indent_ <= open_.back().indent && t_[i].line != t_[open_.back().at].line)
      suspect_ = open_.back().at;
    open_.push_back({i, statement_indent_, indent_, namespace_opened_by(t_, i).has_value(), brackets_});
    brackets_ = 0;
    statement_begins_ = true;
  }

  /// False: there are too many.
  bool close(std::size_t i) {
    if (open_.empty()) return false;
    const bool is_first = t_[i].column == indent_;
    if (suspect_ == none && is_first && indent_ < open_.back().indent) suspect_ = open_.back().at;
    const bool is_known = surplus_ != none && t_[surplus_].file == t_[i].file;
    if (!is_known && is_first && indent_ > std::max(open_.back().indent, open_.back().own_indent))
      surplus_ = i;
    brackets_ = open_.back().brackets;
    open_.pop_back();
    statement_begins_ = brackets_ == 0;
    return true;
  }

  const Translation& t_;
  std::vector<OpenBrace> open_;
  std::size_t suspect_ = none, surplus_ = none, statement_ = 0, brackets_ = 0;
  int line_ = 0, indent_ = 0, statement_indent_ = 0;
  bool statement_begins_ = true;
};

/// A '{' without a '}', or one '}' too many. Which one, that tells the indentation: a '}' closes the last '{'
/// that is open, so the one left over is often that of the namespace.
bool find_brace_alone(Translation& t) {
  const std::size_t at = Braces(t).first_alone();
  if (at == none) return false;
  t.error(at, t.is(at, "{") ? "this '{' has no '}': the block that begins here does not end"
                            : "here is one '}' too many");
  return true;
}

// ---- The rest ------------------------------------------------------------------------------------------

/// `<<<<<<< HEAD`
bool find_conflict_mark(Translation& t) {
  for (std::size_t i = 0; i < t.size(); ++i) {
    const bool mark =
        t[i].column == 1 && t.is(i, "<<") && t.is(i + 1, "<<") && t.is(i + 2, "<<") && t.is(i + 3, "<");
    if (!mark) continue;
    t.error(
        i,
        "this line marks a conflict that Git has left: keep one of the two versions, and take out the lines "
        "that begin with <<<<<<<, ======= and >>>>>>>");
    return true;
  }
  return false;
}

/// In an identifier; where it stands alone, the preprocessor has told it (words.cpp).
bool find_look_alike(Translation& t) {
  bool found = false;
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t[i].is_identifier())
      if (std::string words = words_about_character(in_utf8(t[i].text)); !words.empty()) {
        t.error(i, std::move(words));
        found = true;
      }
  return found;
}

}  // namespace

std::string words_about_character(std::string_view text) {
  const LookAlike* first = nullptr;
  std::size_t at = std::string_view::npos;
  for (const LookAlike& known : kLookAlikes)
    if (const std::size_t here = text.find(known.character); here < at) at = here, first = &known;
  if (first == nullptr) return "";
  const std::string name(first->name), meant(first->meant);
  if (meant.empty()) return "here is " + name + ", which can't be seen: delete it";
  if (meant == " ")
    return "here is " + name + ", which looks like a space and is none: type a space in its place";
  return "'" + std::string(first->character) + "' is " + name + ": write " + meant + " in its place";
}

bool find_typing_mistake(Translation& t) {
  return find_conflict_mark(t) || find_look_alike(t) || find_brace_alone(t);
}

}  // namespace wgsim::rewriter
