// Writes the page of a sample result to a file, for a look at it in a browser: sample_page FILE
#include <fstream>

#include "report/html/html.hpp"
#include "tests/report/sample_result.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const warpgrade::support::TemporaryFolder folder;
  warpgrade::support::write_sample_submission(folder);
  warpgrade::Result result = warpgrade::support::sample_result_to_look_at();
  result.submission = folder.path().string();
  std::ofstream out(argv[1]);
  warpgrade::report::write_html(out, result, /*costs=*/true);
  return out.flush() ? 0 : 2;
}
