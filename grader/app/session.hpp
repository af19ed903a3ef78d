// A course, and how gradings of it run: what commands make of the options that they share.
#pragma once

#include "app/common_options.hpp"
#include "course/course.hpp"
#include "judge/options.hpp"
#include "spec/spec.hpp"

namespace warpgrade::app {

struct Session {
  /// Of the course that the options name. Throws UsageError for options that can't work here, spec::SpecError
  /// for mistakes in the course.
  explicit Session(const CommonOptions& options);
  Session(const CommonOptions& options, Installation of_course);

  Installation installation;
  spec::Course course;
  judge::GradingOptions grading;  ///< of everything, with fresh numbers where no seed was given
};

}  // namespace warpgrade::app
