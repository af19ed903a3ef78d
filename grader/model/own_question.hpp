// A question about a student's own kernel, made from its recorded run (quiz/own/questions.hpp).
#pragma once

#include <string>

namespace warpgrade {

struct OwnQuestion {
  std::string name;  ///< with a checksum of the kernel and the text, so that an answer fits no other question
  std::string text;
  std::string answer;  ///< a number
};

}  // namespace warpgrade
