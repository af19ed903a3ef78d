#include "report/words.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace wgsim::core {

namespace {

struct Row {
  const char* name;
  FindingKind kind;
  const char *message, *remedy;
};

constexpr Row kFindings[] = {
#define FINDING(name, kind, message, remedy) {#name, FindingKind::kind, message, remedy},
#include "report/words.def"
};

constexpr const char* kPhrases[] = {
#define PHRASE(name, text) text,
#include "report/words.def"
};

/// What stands for "{name}" or "{name noun}".
std::string value_of(std::string_view hole, const Facts& facts) {
  const std::size_t space = hole.find(' ');
  const auto fact = std::ranges::find(facts, hole.substr(0, space), &Fact::name);
  if (fact == facts.end()) return std::string(hole);
  if (space == std::string_view::npos) return fact->value;
  return counted(std::strtoull(fact->value.c_str(), nullptr, 10), std::string(hole.substr(space + 1)));
}

std::string fill_in(std::string_view text, const Facts& facts) {
  std::string filled;
  for (;;) {
    const std::size_t begin = text.find('{'), end = text.find('}', begin);
    filled += text.substr(0, begin);
    if (begin == std::string_view::npos) return filled;
    filled += value_of(text.substr(begin + 1, end - begin - 1), facts);
    text.remove_prefix(end + 1);
  }
}

}  // namespace

FindingKind kind_of(Problem problem) { return kFindings[std::size_t(problem)].kind; }

Finding finding_of(Problem problem, Facts facts) {
  const Row& row = kFindings[std::size_t(problem)];
  std::string message = fill_in(row.message, facts), remedy = fill_in(row.remedy, facts);
  return {row.kind, row.name, std::move(facts), std::move(message), std::move(remedy), {}, {}, 0};
}

std::string words(Phrase phrase, const Facts& facts) { return fill_in(kPhrases[std::size_t(phrase)], facts); }

std::string counted(std::size_t n, const std::string& noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

}  // namespace wgsim::core
