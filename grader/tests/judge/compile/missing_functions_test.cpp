#include "judge/compile/missing_functions.hpp"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace warpgrade::judge {
namespace {

struct Told {
  std::string message;
  int line = 0;
  bool operator==(const Told&) const = default;
};

/// What is told of map::square, which map.cuh declares beside map::sum and a template.
Told told_of(const std::string& submission, const std::string& name = "map::square") {
  support::TemporaryFolder folder;
  folder.write(
      "map.cuh",
      "#pragma once\n#include <x>\nnamespace map {\nstruct Pair { int square(int); };\n"
      "void square(const int* in,\n            int n);\nvoid squares(int* in);\n}  // namespace map\n");
  spec::Exercise exercise;
  exercise.folder = folder.path();
  SubmissionFiles files;
  files.files.push_back({"map.cu", "student/map.cu", submission});
  const auto finding = explain_missing_function(name, exercise, files);
  return finding ? Told{finding->message, finding->place.line} : Told{};
}

const std::string missing =
    "The submission does not define square(const int* in, int n), which map.cuh declares.";

TEST(MissingFunctions, WhatTheSubmissionHasInItsPlaceIsNamed) {
  EXPECT_EQ(told_of("namespace map {\n__global__ void k(int* x) { square(x, 1); }\n}\n"), (Told{missing, 0}));
  EXPECT_EQ(told_of("namespace map {\nvoid square(const int* in) { if (n) { f(in); } }\n}\n"),
            (Told{missing + " It has one with other parameters: square(const int* in).", 2}));
  EXPECT_EQ(told_of("namespace map {}\n\nvoid square(const int* in, int n) {}\n"),
            (Told{missing + " It has one outside of all namespaces, and not in the namespace map.", 3}));
  EXPECT_EQ(told_of("namespace Map {\nvoid square(const int* in, int n) {}\n}\n"),
            (Told{missing + " It has one in the namespace Map, and not in the namespace map.", 2}));
  EXPECT_EQ(told_of("namespace map {\nvoid sqare(const int* in, int n) {}\n}\n"),
            (Told{missing + " It has sqare(const int* in, int n).", 2}));
}

TEST(MissingFunctions, AnotherFunctionOfTheHeaderIsNoMisspelling) {
  EXPECT_EQ(told_of("namespace map {\nvoid squares(int* in) {}\n}\n"), (Told{missing, 0}));
}

TEST(MissingFunctions, OfOthersNothingIsKnown) {
  EXPECT_EQ(told_of("int helper(int);\n", "map::helper"), Told{});
}

}  // namespace
}  // namespace warpgrade::judge
