// What a finding is, and its words: words.def, with the facts of the finding filled in.
#pragma once

#include <cstddef>
#include <string>

#include "wgsim/finding.hpp"

namespace wgsim::core {

enum class Problem {
#define FINDING(name, kind, message, remedy) name,
#include "report/words.def"
};

enum class Phrase {
#define PHRASE(name, text) name,
#include "report/words.def"
};

FindingKind kind_of(Problem problem);
/// The finding in words; its places are still to be filled in.
Finding finding_of(Problem problem, Facts facts);
std::string words(Phrase phrase, const Facts& facts = {});

/// "1 thread", "31 threads"
std::string counted(std::size_t n, const std::string& noun);

}  // namespace wgsim::core
