#include "report/formats.hpp"

#include "report/json.hpp"
#include "report/junit.hpp"

namespace warpgrade::report {

std::span<const Format> formats() {
  static constexpr Format kFormats[] = {
      {"--json", "Write result.json to FILE, or to standard output", write_json},
      {"--junit", "Write a JUnit report to FILE, or to standard output", write_junit},
  };
  return kFormats;
}

}  // namespace warpgrade::report
