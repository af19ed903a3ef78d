// A translation unit while it is rewritten: its tokens, which bracket belongs to which, and the edits so
// far.
//
// Edits are kept for each token: text before it, instead of it, after it. The text between tokens (spaces,
// newlines, line markers, system headers) always stays, so no line of the source ever moves.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lexer.hpp"

namespace wgsim::rewriter {

struct Diagnostic {
  Place place;
  std::string message;
};

class Translation {
 public:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  /// `preprocessed` must outlive the object.
  explicit Translation(std::string_view preprocessed);

  /// The number of tokens without the one that marks the end. Any index from there on reads as the end.
  std::size_t size() const { return list_.tokens.size() - 1; }
  const Token& operator[](std::size_t i) const { return list_.tokens[i < size() ? i : size()]; }
  bool is(std::size_t i, std::string_view text) const { return (*this)[i].is(text); }

  /// The other bracket of a pair of (), [] or {}; none if it has no partner.
  std::size_t partner(std::size_t i) const { return i < size() ? partner_[i] : none; }
  /// The innermost open '{' around token i; none at the outermost level.
  std::size_t enclosing_brace(std::size_t i) const { return i < size() ? enclosing_[i] : none; }

  /// The first token behind what every text begins with.
  std::size_t source_begins() const { return list_.source_begins; }
  /// Some text of system headers has tokens: that of macros, for example.
  bool is_of_system(std::size_t i) const { return list_.files_of_system.contains((*this)[i].file); }

  Place place_of(std::size_t i) const { return list_.place_of(i < size() ? i : size()); }
  /// Whether the text of system headers has `name(`, and so declares or calls such a function.
  bool system_headers_call(std::string_view name) const;

  void before(std::size_t i, std::string_view text) { edits_[i].before += text; }
  void replace(std::size_t i, std::string_view text) { edits_[i].instead = std::string(text); }
  void drop(std::size_t i) { replace(i, ""); }
  void drop(std::size_t first, std::size_t end);
  void after(std::size_t i, std::string_view text) { edits_[i].after += text; }

  void error(std::size_t i, std::string message);
  void warning(std::size_t i, std::string message);

  /// The original tokens [first, end) on one line, for text that is written twice. CUDA's keywords and
  /// __restrict__ (which is not part of the type of a function) are left out.
  std::string plain(std::size_t first, std::size_t end) const;

  std::string text() const;
  const std::vector<Diagnostic>& errors() const { return errors_; }
  const std::vector<Diagnostic>& warnings() const { return warnings_; }

 private:
  struct Edit {
    std::string before, after;
    std::optional<std::string> instead;
  };
  void match_brackets();

  std::string_view source_;
  TokenList list_;
  std::vector<std::size_t> partner_, enclosing_;
  std::map<std::size_t, Edit> edits_;
  std::vector<Diagnostic> errors_, warnings_;
};

/// True for __global__, __device__, …: words that the host compiler must not see.
bool is_cuda_keyword(std::string_view word);

}  // namespace wgsim::rewriter
