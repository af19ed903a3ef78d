// A quiz of three questions with its answers, for tests.
#pragma once

#include <vector>

#include "quiz/seal.hpp"
#include "spec/quiz.hpp"

namespace warpgrade::quiz::testing {

inline spec::Quiz sample_quiz() {
  spec::Question tree;
  tree.name = "tree";
  tree.kind = spec::QuestionKind::formula;
  tree.at = {4, 16, 64};
  spec::Question network;
  network.name = "network";
  network.options = {"one", "two", "three", "four"};
  network.several = true;
  spec::Question sort;
  sort.name = "sort";
  sort.options = {"one", "two"};
  spec::Quiz quiz;
  quiz.questions = {tree, network, sort};
  return quiz;
}

inline std::vector<spec::Solution> sample_solutions() {
  return {{"3;15;63", "n - 1 inner nodes.", {{"4;16;64", "One too many."}}},
          {"a,c", "Both are.", {{"b", "Two is wrong."}, {"d", "Four is wrong."}}},
          {"b", "It is stable: ≤ keeps the order.", {{"a", "It is not stable."}}}};
}

inline std::vector<Seal> sample_seals() {
  std::vector<Seal> seals;
  for (const spec::Solution& solution : sample_solutions())
    seals.push_back(seal(solution, "0123456789abcdef"));
  return seals;
}

}  // namespace warpgrade::quiz::testing
