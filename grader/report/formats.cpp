#include "report/formats.hpp"

#include <ostream>

#include <nlohmann/json.hpp>

#include "model/for_students.hpp"
#include "report/html/html.hpp"
#include "report/text.hpp"

namespace warpgrade::report {
namespace {

/// Whether costs were asked for or not.
template <auto kWrite>
void always_alike(std::ostream& out, const Result& result, bool) {
  kWrite(out, result);
}

/// What the reader may not see is not there to be shown.
template <auto kWrite>
void to_students(std::ostream& out, const Result& result, bool) {
  kWrite(out, for_students(result));
}

}  // namespace

void write_json(std::ostream& out, const Result& result) { out << json_text(result); }

std::span<const Format> formats() {
  static constexpr Format kFormats[] = {
      {"--json", "Write result.json to FILE, or to standard output", always_alike<write_json>},
      {"--gcc", "Write findings to FILE, or to standard output, as a compiler would: for editors",
       always_alike<write_compiler_lines>},
      {"--sarif", "Write findings as SARIF 2.1.0 to FILE, or to standard output: for code hosts",
       to_students<write_sarif>},
      {"--junit", "Write a JUnit report to FILE, or to standard output", to_students<write_junit>},
      {"--html", "Write a page to look at in a browser to FILE, or to standard output", write_html,
       /*has_pictures=*/true},
      {"--gradescope", "Write Gradescope's results.json to FILE, or to standard output",
       always_alike<write_gradescope>, /*has_pictures=*/false, /*gives_commands=*/false,
       /*tells_instructors=*/true},
      {"--prairielearn", "Write PrairieLearn's results.json to FILE, or to standard output",
       to_students<write_prairielearn>, /*has_pictures=*/true},
      {"--autolab", "Write what Autolab reads to FILE, or to standard output", to_students<write_autolab>},
      {"--artemis", "Write JUnit with a test for each tier too, as Artemis reads it",
       to_students<write_artemis>},
      {"--vpl", "Write what Moodle's VPL reads to FILE, or to standard output", to_students<write_vpl>},
      {"--github", "Write findings to FILE, or to standard output, as annotations of GitHub Actions",
       to_students<write_github>, /*has_pictures=*/false, /*gives_commands=*/true},
      {"--gitlab", "Write findings to FILE, or to standard output, as GitLab's report on code quality",
       to_students<write_gitlab>},
      {"--markdown", "Write a summary in Markdown to FILE, or to standard output",
       to_students<write_markdown>},
      {"--classroom50", "Write the points for Classroom 50 to FILE, or to standard output",
       to_students<write_classroom50>},
  };
  return kFormats;
}

}  // namespace warpgrade::report
