#include "beginning.hpp"

#include <filesystem>
#include <iostream>
#include <string_view>

#include "process.hpp"
#include "programs.hpp"
#include "rewriter/rewriter.hpp"
#include "system/atomic_file.hpp"
#include "system/file_text.hpp"
#include "system/temporary_folder.hpp"

namespace wgsim::driver {
namespace {

namespace fs = std::filesystem;
namespace system = warpgrade::system;

constexpr const char* kStandard = "c++20";

fs::path text_file() { return library_folder() / "beginning.ii"; }
fs::path header_file() { return library_folder() / "beginning.gch"; }

/// The first line of a preprocessed text names its source.
std::string_view after_first_line(std::string_view text) { return text.substr(text.find('\n') + 1); }

}  // namespace

bool precompile_beginning(const HostCompiler& compiler) {
  if (!compiler.precompiles()) return true;
  const system::TemporaryFolder folder;
  const fs::path empty = folder.path() / "empty.cu", preprocessed = folder.path() / "empty.ii";
  system::write_file_atomically(empty, "");
  const std::string standard = kStandard;
  ProcessResult result = run_captured(compiler.preprocess(empty, preprocessed, {"-std=" + standard}));
  if (result.exit_code == 0) {
    const std::string all =
        rewriter::rewrite(system::require_file_text(preprocessed), rewriter::Purpose::count).text;
    const std::string_view text = after_first_line(all);
    system::write_file_atomically(
        text_file(), text.substr(0, text.rfind("\n# 1 \"") + 1));  // the line that goes back to the source
    result = run_captured(compiler.precompile(text_file(), header_file(), standard));
  }
  std::cerr << result.errors;
  return result.exit_code == 0;
}

std::optional<std::string> without_beginning(const HostCompiler& compiler, const std::string& rewritten) {
  if (!compiler.precompiles() || !fs::exists(header_file())) return std::nullopt;
  const std::string beginning = system::require_file_text(text_file());
  const std::string_view text = after_first_line(rewritten);
  if (!text.starts_with(beginning)) return std::nullopt;
  return "#pragma GCC pch_preprocess \"" + header_file().string() + "\"\n" +
         std::string(text.substr(beginning.size()));
}

}  // namespace wgsim::driver
