// A finding: one problem in a program, with its place. Plain structs: the grader uses Place as it is.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wgsim {

enum class FindingKind {
#define X(name, title) name,
#include "finding_kinds.def"
#undef X
};
inline bool is_warning(FindingKind kind) { return kind >= FindingKind::barrier_after_exit; }

/// Where in the source, and which thread of which kernel.
struct Place {
  std::string file;
  int line = 0;        ///< 0: unknown
  int column = 0;      ///< 0: unknown; only compilers and the grader's rules know it
  std::string kernel;  ///< empty: host code
  std::optional<std::array<unsigned, 3>> block, thread;
  int called_at = 0;  ///< of a function that a kernel calls: the kernel's line, in the same file; 0: none
};

/// What is known of a finding beside its places: what its message is made of.
struct Fact {
  std::string name, value;

  Fact(std::string fact, std::string text) : name(std::move(fact)), value(std::move(text)) {}
  Fact(std::string fact, std::integral auto number) : Fact(std::move(fact), std::to_string(number)) {}
};
using Facts = std::vector<Fact>;

struct Finding {
  FindingKind kind = FindingKind::timeout;
  std::string problem;  ///< what exactly: its name in src/report/words.def
  Facts facts;
  std::string message;  ///< one or two sentences
  std::string remedy;
  Place place;
  std::optional<Place> other;
  std::size_t event = 0;  ///< where launches are recorded (recording.hpp): in which event it was found
};

}  // namespace wgsim
