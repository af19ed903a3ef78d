// A map that static constructors of bind.cu fill before main.
#include "runner/registry.hpp"

#include <map>

namespace warpgrade::runner {
namespace {

/// Made on first use: registrations run before main, in any order.
std::map<std::string, kit::TaskFunction>& tasks() {
  static std::map<std::string, kit::TaskFunction> instance;
  return instance;
}

std::string& file_of_tasks() {
  static std::string instance;
  return instance;
}

}  // namespace

kit::TaskFunction find_task(const std::string& name) {
  const auto found = tasks().find(name);
  return found == tasks().end() ? nullptr : found->second;
}

std::string exercise_folder() { return file_of_tasks().substr(0, file_of_tasks().rfind('/') + 1); }

}  // namespace warpgrade::runner

warpgrade::kit::TaskRegistration::TaskRegistration(const char* task, TaskFunction function,
                                                   const char* file) {
  runner::tasks()[task] = function;
  runner::file_of_tasks() = file;
}
