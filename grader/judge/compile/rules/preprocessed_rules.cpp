#include "judge/compile/rules/preprocessed_rules.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "judge/compile/rules/headers.hpp"
#include "judge/compile/rules/name_tables.hpp"
#include "judge/compile/rules/preprocessed_text.hpp"
#include "judge/compile/rules/token_rules.hpp"

namespace warpgrade::judge {
namespace {

namespace fs = std::filesystem;

/// The words of a submission's files as they were written.
class WrittenWords {
 public:
  void add(const std::vector<Token>& tokens) {
    for (const Token& token : tokens) {
      if (token.kind == Token::Kind::word || token.kind == Token::Kind::number) words_.insert(token.text);
      if (token.text == "##") pastes_ = true;
    }
  }
  bool have(std::string_view word) const { return words_.contains(word); }
  /// Does the submission contain this word, or can its macros paste the word together?
  bool give(std::string_view word) const { return have(word) || (pastes_ && can_be_pasted(word)); }
  /// Can macros paste a word together that begins so? What it was is not seen any more if it named a macro.
  bool paste_word_with(std::string_view beginning) const {
    for (std::size_t i = 1; pastes_ && i < beginning.size(); ++i) {
      const std::string_view rest = beginning.substr(i);
      const auto last = words_.lower_bound(rest);
      if (last != words_.end() && last->starts_with(rest) && can_be_pasted(beginning.substr(0, i)))
        return true;
    }
    return false;
  }

 private:
  bool can_be_pasted(std::string_view word) const {
    if (word.size() > kLongestTried) return true;
    std::vector<bool> reachable(word.size() + 1, false);  // by pieces, up to this place
    reachable[0] = true;
    for (std::size_t begin = 0; begin < word.size(); ++begin)
      for (std::size_t end = begin + 1; reachable[begin] && end <= word.size(); ++end)
        if (words_.contains(word.substr(begin, end - begin))) reachable[end] = true;
    return reachable[word.size()];
  }
  static constexpr std::size_t kLongestTried =
      200;  // it takes the square of the length, and no macro's is longer
  std::set<std::string, std::less<>> words_;
  bool pastes_ = false;
};

bool lies_in(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

class PreprocessedCheck {
 public:
  PreprocessedCheck(const SubmissionFiles& submission, const fs::path& copies, const spec::Exercise& exercise)
      : submission_(submission), copies_(copies.lexically_normal()), exercise_(exercise) {
    for (const SubmissionFile& file : submission.files) {
      const SourceTokens source = tokenize(file.text);
      written_.add(source.tokens);
      for (const Directive& directive : source.directives) {
        written_.add(directive.tokens);
        const auto paste = std::ranges::find(directive.tokens, "##", &Token::text);
        if (paste != directive.tokens.end()) pasted_at_ = {copies_ / file.name, paste->line};
      }
    }
  }

  std::vector<Finding> run(std::string_view text) {
    for (const std::string_view beginning : kBeginningsOfTheSimulator)
      if (written_.paste_word_with(beginning))
        add(pasted_at_.first, pasted_at_.second,
            fmt::format("Macros can paste words of this submission together to a name that begins with `{}`.",
                        beginning),
            "Such names are the simulator's own. Write your names out.");
    const PreprocessedText read = read_preprocessed(text, copies_);
    for (const FileRead& file : read.reads) look_at(file);
    std::map<fs::path, std::vector<Token>> files;  // a row of tokens may span several pieces
    for (const Piece& piece : read.pieces) {
      look_at_pragmas(piece);
      if (piece.is_macro)
        look_at(piece.file, piece.tokens.tokens);
      else
        std::ranges::copy(piece.tokens.tokens, std::back_inserter(files[piece.file]));
    }
    for (const auto& [file, tokens] : files) look_at(file, tokens);
    return std::move(findings_);
  }

 private:
  void look_at(const FileRead& read) {
    const fs::path folder = fs::absolute(exercise_.folder).lexically_normal();
    const bool is_of_exercise = read.file.parent_path() == folder && read.file.extension() == ".cuh";
    const bool is_pseudo = read.file.string().starts_with('<');
    if (lies_in(read.file, copies_) || is_of_exercise || is_pseudo) return;
    const auto is_named_by = [&](const std::string& header) {
      return header.starts_with('<') &&
             read.file.string().ends_with("/" + header.substr(1, header.size() - 2));
    };
    const bool is_ruled_out = std::ranges::any_of(exercise_.forbid, is_named_by);
    if (!is_ruled_out &&
        (may_be_read(read.file.string()) || std::ranges::any_of(exercise_.allow, is_named_by)))
      return;
    const std::string name = read.file.filename().string();
    add(read.asked_by, read.line, fmt::format("#include of {} is not allowed here.", name),
        why_not_included(name));
  }

  void look_at(const fs::path& file, const std::vector<Token>& tokens) {
    for (Violation& violation : check_tokens(tokens, exercise_.forbid))
      if (written_.give(violation.at.text) && !is_judged_already(violation.at.text))
        add(file, violation.at.line, std::move(violation.message), std::move(violation.remedy));
  }

  /// A reserved word that the submission wrote out and that source_rules.hpp allowed: a variable's name, for
  /// example.
  bool is_judged_already(const std::string& word) const {
    return is_reserved(word) && !is_assembly(word) && written_.have(word);
  }

  void look_at_pragmas(const Piece& piece) {
    if (piece.is_macro) return;
    for (const Directive& directive : piece.tokens.directives)
      if (directive.name == "pragma")
        for (Violation& violation : check_pragma(directive.tokens, at(directive)))
          add(piece.file, violation.at.line, std::move(violation.message), std::move(violation.remedy));
  }

  static Token at(const Directive& directive) {
    return {Token::Kind::word, directive.name, directive.line, directive.column};
  }

  void add(const fs::path& copy, int line, std::string message, std::string remedy) {
    Finding finding = make_finding(Verdict::forbidden, std::move(message), std::move(remedy));
    const auto is_original = [&](const SubmissionFile& file) { return copies_ / file.name == copy; };
    const auto file = std::ranges::find_if(submission_.files, is_original);
    finding.place.file = (file == submission_.files.end() ? submission_.files.front() : *file).shown_as;
    finding.place.line = line;
    findings_.push_back(std::move(finding));
  }

  const SubmissionFiles& submission_;
  fs::path copies_;
  const spec::Exercise& exercise_;
  WrittenWords written_;
  std::pair<fs::path, int> pasted_at_;  ///< a file and a line with ##
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_preprocessed(std::string_view text, const SubmissionFiles& submission,
                                        const fs::path& copies, const spec::Exercise& exercise) {
  return PreprocessedCheck(submission, copies, exercise).run(text);
}

}  // namespace warpgrade::judge
