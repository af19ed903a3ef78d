// The little that the rewriter needs to know about C++ declarations: where one begins, what it declares, its
// parameters, its body. It works on tokens, so code with mistakes in it is no problem. What it does not
// understand it leaves to the compiler, whose messages are better.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "translation.hpp"

namespace wgsim::rewriter {

constexpr std::size_t none = Translation::none;

/// The index after the '>' that closes the '<' at i; none if they are no such pair.
std::size_t behind_angles(const Translation& t, std::size_t i);

/// Whether the brace opens a class. Code in a class but outside of its functions initialises members, and
/// runs where the object is made.
bool opens_class(const Translation& t, std::size_t brace);

/// The namespace that a '{' opens: its name and "::"; nothing for `extern "C" {`; none if it opens something
/// else.
std::optional<std::string> namespace_opened_by(const Translation& t, std::size_t brace);

/// Whether token i stands in no function and in no class.
bool at_namespace_scope(const Translation& t, std::size_t i);

/// The first token of the declaration or statement that token i is part of.
std::size_t declaration_start(const Translation& t, std::size_t i);

/// [begin, end) of a name with its qualifiers and template arguments that ends before token `end`:
/// `ns::kernel<T, 4>`.
std::size_t qualified_name_start(const Translation& t, std::size_t end);

/// One parameter of a function or a template: tokens [first, end), of which [first, default_value) declare
/// it.
struct Parameter {
  std::size_t first = 0, end = 0;
  std::size_t default_value = 0;  ///< the '=', or end
  std::size_t name = none;        ///< none: it has no name
  std::size_t place_of_name = 0;  ///< where a name would go
  bool is_pack = false;
  bool is_reference = false;
};
/// The parameters between the brackets at `open` and `close`: () or <>.
std::vector<Parameter> parameters_between(const Translation& t, std::size_t open, std::size_t close);

/// What follows a parameter list that ends at `close`.
struct FunctionEnd {
  std::size_t open = none, close = none;  ///< the braces of the body
  std::size_t semicolon = none;           ///< of a declaration without body
};
FunctionEnd function_end(const Translation& t, std::size_t close);

/// What a specifier such as __device__ at token i belongs to.
struct Declared {
  enum class Kind { function, variable, other } kind = Kind::other;
  std::size_t parameters = none;  ///< function: the '(' of its parameters
  std::size_t name_end = none;    ///< variable: the token behind the first name
};
Declared what_is_declared(const Translation& t, std::size_t i);

/// The names that a variable declaration declares: tokens of names. first: the first token; semicolon: its
/// end.
std::vector<std::size_t> declared_names(const Translation& t, std::size_t first, std::size_t semicolon);

/// The ';' that ends the declaration which token i is part of; none if the text ends before.
std::size_t declaration_end(const Translation& t, std::size_t i);

/// In the declaration of variables [first, semicolon), where the ';' of an earlier declaration was
/// forgotten: the last token before the second declaration; otherwise none.
std::size_t missing_semicolon(const Translation& t, std::size_t first, std::size_t semicolon);

}  // namespace wgsim::rewriter
