// All questions that a recorded run answers exactly, and that are worth asking: the answer follows from what
// the kernel does, and is neither 0 nor an index that the question names.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "model/recording.hpp"

namespace warpgrade::quiz {

/// Answers, which are numbers, by the text of the question. So neither the order of the events nor that of
/// the threads matters.
using Alike = std::map<std::string, std::int64_t>;
inline constexpr std::int64_t kNoAnswer = 0;
/// By kind of question, then by what it is about: a line, an array.
using Candidates = std::map<std::string, std::map<std::string, Alike>>;

/// Of a call with few elements, which are told: what is where after a barrier.
Candidates with_input(const Recording& recording, std::string_view source);

/// Of a call with few elements: who wrote what another thread reads, and where; who takes part.
Candidates of_few(const Recording& recording, std::string_view source);

/// Of a call with many: how many threads do something, which one does it, and how often they wait.
Candidates of_many(const Recording& recording, std::string_view source);

/// Those about which both say the same. If two calls differ in a single answer about a line or an array, no
/// question about it is left, since the others may agree by chance.
Candidates in_both(const Candidates& a, const Candidates& b);

}  // namespace warpgrade::quiz
