#include "verify/kernel_verdicts_json.hpp"

#include <nlohmann/json.hpp>

#include "course/course.hpp"

namespace warpgrade::verify {
namespace {

using nlohmann::json;

const char* role_name(Kernel::Role role) {
  switch (role) {
    case Kernel::Role::reference: return "reference";
    case Kernel::Role::stub: return "stub";
    case Kernel::Role::right: return "right";
    case Kernel::Role::fast: return "fast";
    case Kernel::Role::wrong: return "wrong";
  }
  return "";
}

json to_json(const KernelOutcome& outcome) {
  const Kernel& kernel = outcome.kernel;
  json j{{"kernel", kernel.file.stem().string()},
         {"file", as_typed(kernel.file).string()},
         {"role", role_name(kernel.role)},
         {"exercise", kernel.exercise->name},
         {"task", kernel.task},
         {"expected", to_string(kernel.expected)},
         {"device", to_string(kernel.device)},
         {"verdict", to_string(outcome.got)},
         {"as_expected", outcome.judgement != Judgement::unexpected},
         {"seconds", outcome.seconds}};
  if (!outcome.places.empty()) j["places"] = outcome.places;
  if (!outcome.sanitizers.empty()) j["sanitizers"] = outcome.sanitizers;
  return j;
}

}  // namespace

std::string kernels_json(const std::vector<KernelOutcome>& outcomes) {
  json j{{"format", 1}, {"kernels", json::array()}};
  for (const KernelOutcome& outcome : outcomes) j["kernels"].push_back(to_json(outcome));
  return j.dump(2, ' ', /*ensure_ascii=*/false, json::error_handler_t::replace) + '\n';
}

}  // namespace warpgrade::verify
