// A course as the command uses it: its specs, with the hidden cases where they are.
#pragma once

#include <string>

#include "app/installation.hpp"
#include "spec/spec.hpp"

namespace warpgrade::app {

/// Reads all specs of the course and adds reference/<unit>/<exercise>.hidden.toml where that exists: an
/// instructor's copy grades the hidden cases, a student's copy can't.
spec::Course load_course(const Installation& installation);

const spec::Exercise* find_exercise(const spec::Course& course, const std::string& name);
const spec::Task* find_task(const spec::Exercise& exercise, const std::string& name);

}  // namespace warpgrade::app
