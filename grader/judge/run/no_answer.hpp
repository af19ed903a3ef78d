// A child that gave no answer: what the judge throws, and why.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "model/finding.hpp"

namespace warpgrade::judge {

/// The child gave no answer, or an answer of the wrong form. It must not be used again.
struct NoAnswer : std::runtime_error {
  explicit NoAnswer(Finding why) : std::runtime_error(why.message), finding(std::move(why)) {}
  Finding finding;  ///< why, for the student
};

/// The child said something that is no answer, or said it without being asked.
NoAnswer broken_protocol(const std::string& what);
/// The machine is at fault.
NoAnswer machine_fault(const std::string& message);

}  // namespace warpgrade::judge
