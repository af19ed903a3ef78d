// Takes one text as a submission's file. Nothing in it may make the readers throw.
#include <cstddef>
#include <cstdint>
#include <string>

#include "judge/compile/rules/source_rules.hpp"

namespace warpgrade::judge {
namespace {

spec::Exercise some_exercise() {
  spec::Exercise exercise;
  exercise.source = "scan.cu";
  exercise.folder = "/no/such/folder/scan";
  exercise.forbid = {"std::sort", "atomicAdd", "<algorithm>"};
  exercise.allow = {"<thread>"};
  return exercise;
}

void check(const std::string& text) {
  static const spec::Exercise exercise = some_exercise();
  check_source(read_source(text), "student/scan.cu", exercise);
}

}  // namespace
}  // namespace warpgrade::judge

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warpgrade::judge::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
