#include "plain_words.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <vector>

#include "generated_names.hpp"

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
      {std::regex("fields must have a constant size.*"), "the size of this array is not a constant"},
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

}  // namespace wgsim::rewriter
