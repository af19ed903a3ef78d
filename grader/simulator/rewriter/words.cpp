#include "words.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <vector>

#include "generated_names.hpp"
#include "typing_mistakes.hpp"

namespace wgsim::rewriter {
namespace {

struct Phrase {
  std::regex from;
  const char* to;
};

const std::vector<Phrase>& phrases() {
  const std::string configure(kConfigure), shared(kSharedPrefix), body(kBodyPrefix), getter(kGetterPrefix);
  static const std::vector<Phrase> all = {
      {std::regex(R"(^\s+| \[-[^\]]*\]$)"), ""},  // indentation, the option that asks for it
      {std::regex(body + "|" + getter), ""},
      {std::regex(shared + "[0-9_]+::"), ""},
      {std::regex("no matching function for call to '" + configure + ".*"),
       "wrong values between <<< and >>>"},
      {std::regex("(token )?'" + configure + "'"), "a kernel launch"},
      {std::regex("could not convert '([^']*)' from '[^']*' to 'wgsim::Site'.*"), "too many arguments: '$1'"},
      {std::regex(R"(,? wgsim::Site( \w+)?)"), ""},  // a hidden parameter of the simulator's functions
      {std::regex("^#error "), ""},
      {std::regex("^call to '[^']*' declared with attribute error: |^'[^']*' is unavailable: "), ""},
      {std::regex("^\"|\"$"), ""},
      {std::regex(R"(no match for '(operator[^']+)' in '.*' (\(operand types are .*\)))"),
       "no match for '$1' $2"},
      {std::regex("fields must have a constant size.*|.*'index_in.*|.*\\bindex_in\\(.*|.* is a variably "
                  "modified type"),
       "the size of this array is not a constant"},
  };
  return all;
}

}  // namespace

std::string in_plain_words(std::string message) {
  for (const Phrase& phrase : phrases()) message = std::regex_replace(message, phrase.from, phrase.to);
  return message;
}

bool is_internal(std::string_view message) {
  static constexpr std::array<std::string_view, 3> words = {"wgsim::", "wgsim_", "launch_kernel"};
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return message.find(word) != std::string_view::npos; });
}

// ---- The errors that beginners meet most -----------------------------------------------------------------
// One table. A row holds for g++ and for clang, each of which has words of its own for a mistake. The first
// row that fits both the message and the source line is taken.

namespace {

struct Row {
  std::regex message;
  std::regex source;
  const char* words;  ///< $1, $2: what the source matched; of a row for any source, what the message matched
  bool any_source = false;
};

Row message_row(const char* message, const char* words) { return {std::regex(message), {}, words, true}; }
Row row(const char* message, const char* source, const char* words) {
  return {std::regex(message), std::regex(source), words, false};
}

const char* const kReadOnly =
    "this is const, which can't be written: write to an output, or to a variable of your own";
const char* const kLaunch = "a launch has three of these brackets on each side: kernel<<<grid, block>>>(…)";
const char* const kPointerIsNoValue = "'$1' is a pointer, not a value of type '$2': p[i] and *p are values";
const char* const kValueIsNoPointer = "'$1' is a value, not a pointer of type '$2': &x is the address of x";
const char* const kConstPointer =
    "through '$1' data can only be read, and through '$2' it could be written: make both const, or give an "
    "output";

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      // ---- Warnings
      message_row("suggest braces around empty body in an? '(\\w+)'|^(if) statement has empty "
                  "body|^(while|for) loop has empty body",
                  "the ';' behind this $1$2$3 is all that it governs: what follows does not depend on it"),
      row("statement is a reference, not call|address of '[^']*' will|expression result unused|statement has "
          "no effect|never be NULL",
          R"(\b(__sync\w+|__threadfence\w*)\s*;)", "$1 is only named here, and not called: write $1()"),
      message_row("(?:for increment expression|right operand of comma operator|statement) has no "
                  "effect|value computed is not used|expression result unused",
                  "this is computed and changes nothing: x = y and i += step do, x == y and i + step do not"),
      message_row(
          "suggest parentheses around assignment used as truth value|using the result of an assignment as a "
          "condition.*",
          kAssigningCondition),
      message_row("comparison of unsigned expression in '>= 0' is always true|result of comparison of "
                  "unsigned expression >= 0 is always true|comparison of unsigned expression in '< 0' is "
                  "always false|result of comparison of unsigned expression < 0 is always false",
                  "an unsigned number is never below 0 (0u - 1 is 4294967295), so this comparison always "
                  "gives the same"),
      message_row(
          "comparison is always (true|false) due to limited range of data type|result of comparison of "
          "constant .* is always (true|false)",
          "a number of this type is never that large, so this is always $1$2: compare what was computed "
          "before it is stored in a smaller type"),
      message_row("^'([^']*)' (?:is|may be) used uninitialized.*|^variable '([^']*)' is (?:un|sometimes "
                  "un)initialized when used.*",
                  "'$1$2' is read before it has a value"),
      message_row("comparisons like 'X<=Y<=Z' do not have their mathematical meaning",
                  "a < b < c compares the result of a < b, which is 0 or 1, with c: write a < b && b < c"),
      message_row("this '(\\w+)' clause does not guard.*",
                  "only the first statement behind this $1 belongs to it: put all that should into { }"),
      message_row("no return statement in function returning non-void|control reaches end of non-void "
                  "function|non-void function does not return a value.*",
                  "this function can end without returning its value"),
      // ---- CUDA
      row("(uint3|dim3)\\b", R"(\b(threadIdx|blockIdx|blockDim|gridDim)\b(?!\s*\.))",
          "'$1' is three numbers: take one of them, $1.x for example"),
      message_row(
          "no member named '(\\w+)'(?: in 'uint3'|.*dim3)|(?:uint3|dim3)' has no member named '(\\w+)'",
          "threadIdx and its like have the members x, y and z, and no '$1$2'"),
      row("invalid conversion from 'cudaStream_t'|no (?:known|viable) conversion from 'cudaStream_t'", "<<<",
          "the stream is the fourth value of a launch, behind the bytes of shared memory: <<<grid, block, 0, "
          "stream>>>"),
      row("invalid conversion from 'const [^']*\\*'|no known conversion from 'const [^']*\\*'", "<<<",
          "an input, which can only be read, stands where the kernel takes an output: are the arguments in "
          "the order of its parameters?"),
      row("(invalid operands|binary '?operator(<<|>>))", R"(\w\s*<<(?!<)[^<>;]*>>(?!>)\s*\()", kLaunch),
      row("(invalid conversion from|no matching function for call to 'atomic)",
          R"(\b(atomic\w+)\s*\(\s*[^&(,]*,)",
          "$1 takes the address of the element, to which it may write, as in $1(&x[i], …), and not each type "
          "has it"),
      message_row(
          "no matching function for call to '(atomic\\w+)",
          "no $1 takes these arguments: first the address of an element that may be written, &x[i] for "
          "example, then a value of its type; not each type has it"),
      row("no matching function for call to 'cudaMalloc", "",
          "cudaMalloc takes the address of a pointer, then a "
          "number of bytes: cudaMalloc(&pointer, bytes)"),
      row("(not a constant|is not an integral constant-expression|reference to local variable)", "__shared__",
          "the size of this array is not a constant; if the launch decides it, write `extern __shared__ T "
          "name[];` "
          "and launch with <<<grid, block, bytes>>>"),
      // ---- Writing what can't be written
      row("(read-only|not assignable|cannot assign to|lvalue required as left operand)",
          R"(\b(if|while)\s*\([^=<>!]*=[^=])", "a comparison is written ==; a single = assigns"),
      message_row(
          "(assignment of|increment of|decrement of) read-only .*|read-only variable is not assignable|"
          "cannot assign to .*const.*",
          kReadOnly),
      message_row("lvalue required as left operand of assignment|expression is not assignable",
                  "what stands to the left of = can't be assigned to; a comparison is written =="),
      message_row(
          "invalid conversion from 'volatile [^']*\\*'|from 'volatile [^']*\\*' (?:\\{aka '[^']*'\\} )?to",
          "what is volatile must stay so: write volatile in the type that it goes to, as well"),
      message_row(
          "no matching function for call to '\\w+\\(volatile |to 'volatile .* discards qualifiers|"
          "lvalue of type 'volatile ",
          "a volatile object of this type can't be copied: leave out volatile, and order the accesses "
          "with __syncwarp() or __syncthreads()"),
      message_row(R"(invalid conversion from '(const [^']*\*)' to '([^']*\*)')", kConstPointer),
      message_row(
          R"(cannot initialize a variable of type '([^']*\*)' with an (?:lvalue|rvalue) of type '(const [^']*\*)')",
          "through '$2' data can only be read, and through '$1' it could be written: make both const, or "
          "give "
          "an output"),
      message_row("uninitialized 'const (\\w+)'|default initialization of an object of const type '([^']*)'",
                  "a const needs its value where it is declared: '$1$2'"),
      // ---- Types
      message_row(R"(invalid conversion from '([^']*\*)' to '([^'*]*)')", kPointerIsNoValue),
      message_row(R"(invalid conversion from '([^'*]*)' to '([^']*\*)')", kValueIsNoPointer),
      message_row(
          R"(cannot initialize a variable of type '([^'*]*)' with an (?:lvalue|rvalue) of type '([^']*\*)')",
          "'$2' is a pointer, not a value of type '$1': p[i] and *p are values"),
      message_row(
          R"(cannot initialize a variable of type '([^']*\*)' with an (?:lvalue|rvalue) of type '([^'*]*)')",
          "'$2' is a value, not a pointer of type '$1': &x is the address of x"),
      message_row(R"(invalid types '[^']*\*\[(.*)\]' for array subscript)",
                  "an index must be an integer, and this one is of type '$1'"),
      message_row("array subscript is not an integer", "an index must be an integer, and this one is not"),
      message_row("invalid types '([^']*)\\[.*\\]' for array subscript|subscripted value is not an array, "
                  "pointer, or "
                  "vector",
                  "only an array or a pointer has elements: what stands before [ ] is neither"),
      row("invalid operands .*'(const )?(float|double)'", R"(\^)",
          "^ is the exclusive or of integers, and no power: write x * x, or powf(x, y)"),
      row("invalid operands .*'(const )?(float|double)'", R"((%|<<|>>|&|\^))",
          "$1 works on integers only, and one of these is a number with a fraction"),
      message_row("request for member '(\\w+)' in '[^']*', which is of non-class type '([^']*)'",
                  "'$2' has no members such as '$1': an array does not know its size, for example"),
      message_row("member reference base type '([^']*)' is not a structure or union",
                  "'$1' has no members: an array does not know its size, for example"),
      message_row("request for member '\\w+' in '[^']*', which is of pointer type '([^']*)'.*|"
                  "member reference type '([^']*)' is a pointer.*",
                  "'$1$2' is a pointer: write -> instead of ."),
      message_row("base operand of '->' has non-pointer type '([^']*)'|"
                  "member reference type '([^']*)' is not a pointer.*",
                  "'$1$2' is no pointer: write . instead of ->"),
      message_row(
          "no match for call to '\\(([^)]*)\\).*|type '([^']*)' does not provide a call operator",
          "'$1$2' can't be called: it needs a __device__ operator() for these arguments that is const"),
      message_row(R"(invalid operands to binary expression \('([^']*)' and '([^']*)'\))",
                  "there is no such operator for the types '$1' and '$2'"),
      message_row("no match for 'operator([^']+)' \\(operand types are '([^']*)' and '([^']*)'.*",
                  "there is no operator $1 for the types '$2' and '$3'"),
      message_row(
          "'(\\w+)' cannot be used as a function",
          "'$1' is a variable here, and no function: element i of an array is $1[i], and a function of "
          "the same name is called with its namespace, as in N::$1(…)"),
      message_row("called object type '([^']*\\*)' is not a function.*",
                  "this is no function but of type '$1': element i of an array is p[i]"),
      message_row("too (many|few) arguments to function '(?:.*[ :])?(\\w+)(\\(.*\\))'",
                  "too $1 arguments: '$2' takes $3"),
      message_row("call (?:of overloaded|to) '(min|max)\\b.* is ambiguous|"
                  "no matching function for call to '(min|max)(?:\\(.*)?'",
                  "$1$2 needs two arguments of one type: convert one of them"),
      message_row("no matching function for call to '(\\w+)['(].*",
                  "'$1' does not take these arguments: compare their number, order and types with its "
                  "parameters, and what stands between < and >"),
      message_row("template placeholder type '(\\w+)<.*|missing template argument list after '(\\w+)'.*|"
                  "use of class template '(\\w+)' requires template arguments.*",
                  "'$1$2$3' is a template: name its types, as in $1$2$3<T>"),
      // ---- Names
      message_row(
          "^'((?:sync|threadfence|ballot_|shfl_|ldg|popc|ffs|clz)\\w*|shared|global|device)' was not "
          "declared in this scope$|^use of undeclared identifier '((?:sync|threadfence|ballot_|shfl_|ldg|"
          "popc|ffs|clz)\\w*|shared|global|device)'$",
          "nothing with the name '$1$2' is known here; did you mean '__$1$2'?"),
      message_row(
          "^'((?:FLT|DBL)_\\w+)' was not declared.*|^use of undeclared identifier '((?:FLT|DBL)_\\w+)'",
          "'$1$2' is known after #include <cfloat>; INFINITY needs no header"),
      message_row("^'(U?(?:CHAR|SHRT|INT|LONG|LLONG)_M\\w+)' was not declared.*|"
                  "^use of undeclared identifier '(U?(?:CHAR|SHRT|INT|LONG|LLONG)_M\\w+)'",
                  "'$1$2' is known after #include <climits>"),
      message_row("^'T' was not declared in this scope|^(unknown type name|use of undeclared identifier) 'T'",
                  "'T' is not known here: put template <class T> above this function"),
      message_row("^'([^']*)' was not declared in this scope|^use of undeclared identifier '([^']*)'|"
                  "^unknown type name '([^']*)'",
                  "nothing with the name '$1$2$3' is known here"),
      message_row("^there are no arguments to '(\\w+)' that depend on a template parameter.*",
                  "nothing with the name '$1' is known here"),
      message_row("variable or field '(\\w+)' declared void",
                  "the parameters of '$1' are not understood: one of their types is not known"),
      message_row("'(\\w+)' is not a member of 'std'.*|no (?:member|type|template) named '(\\w+)' in "
                  "namespace 'std'.*",
                  "std::$1$2 is not known here: is its #include missing?"),
      message_row("^'?([^':]*)'?(: No such file or directory| file not found)$",
                  "there is no file '$1': check its name in the #include"),
      message_row(
          "redeclaration of '([^']*)'|redefinition of '([^']*)'",
          "'$1$2' is there twice: give the second another name, or assign to the first without a type"),
      message_row("reference to '(\\w+)' is ambiguous",
                  "'$1' can mean two things here, one of them of std: leave out `using namespace std`"),
      // ---- Punctuation
      row("^stray '`'|expected (expression|unqualified-id)", "`",
          "` is no sign of C++: lines such as ``` stand around code on web pages, and not in it"),
      row("expected '?[^ ]*'?.* before |expected ';' in 'for'", R"(\b(for)\s*\([^;:]*,[^;:]*\))",
          "the three parts of a for are separated by ';': for (int i = first; i < end; i += step)"),
      row("expected ';' before ", R"(\b(if|while|switch)\s*\((?!(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)))",
          "a ')' is missing: the brackets of this $1 do not end"),
      message_row("expected '.*' or ';' before (.*)|expected ';' before (.*)",
                  "a ';' is missing before $1$2"),
      message_row("expected ';' (at end of declaration|after .*|in .*)", "a ';' is missing here"),
      message_row("(a )?function[- ]definition is not allowed here.*",
                  "a function can't begin inside of another one: is a '}' missing above?"),
      message_row("expected '\\}'.*", "a '}' is missing"),
      message_row("expected declaration before '\\}' token|extraneous closing brace.*",
                  "here is one '}' too many"),
      message_row("expected '\\)'.*", "a ')' is missing"),
      row("'else' without a previous 'if'|expected expression", R"(^\s*\}?\s*else\b)",
          "this else has no if: put what belongs to the if between { and }"),
      message_row("missing terminating (.) character", "this text has no end: a $1 is missing"),
      row("expected primary-expression before|missing 'template' keyword",
          R"((?:\.|->|::)\s*(\w+)\s*<[^<>;]*>\s*\()",
          "what '$1' is depends on T: write `template` before it, as in x.template $1<…>(…)"),
      // ---- Statements
      message_row("'?break'? statement not (with)?in (a )?loop or switch.*",
                  "this break has no loop around it"),
      message_row("return-statement with a value, in function returning 'void'|"
                  "void function '\\w+' should not return a value",
                  "a void function returns no value; a kernel writes its results to memory"),
      message_row("return-statement with no value, in function returning '(.*)'|"
                  "non-void function '\\w+' should return a value",
                  "this function must return a value"),
  };
  return all;
}

/// The beginning of a text, which may have any length: std::regex needs stack for each character.
std::string beginning(std::string_view text) { return std::string(text.substr(0, 1000)); }

std::string suggestion_in(const std::string& message) {
  const std::size_t at = message.find("; did you mean '");
  return at == std::string::npos ? "" : message.substr(at);
}

}  // namespace

std::string in_words_for_beginners(const std::string& message, std::string_view source) {
  const std::string text = beginning(message), line = beginning(source);
  static const std::regex is_about_character("extended character|^stray '|^unexpected character|^non-ASCII");
  if (std::regex_search(text, is_about_character))
    for (const std::string& where : {text, line})
      if (std::string words = words_about_character(where); !words.empty()) return words;
  for (const Row& row : rows()) {
    std::smatch in_message, in_source;
    if (!std::regex_search(text, in_message, row.message)) continue;
    if (row.any_source) return in_message.format(row.words) + suggestion_in(text);
    if (std::regex_search(line, in_source, row.source)) return in_source.format(row.words);
  }
  return message;
}

}  // namespace wgsim::rewriter
