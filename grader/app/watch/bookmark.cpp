// {"/path/of/submission": {"task": "scan/blelloch", "hint_steps": 1}}
#include "app/watch/bookmark.hpp"

#include <exception>
#include <fstream>

#include <nlohmann/json.hpp>

#include "system/atomic_file.hpp"

namespace warpgrade::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

fs::path bookmarks_in(const Installation& installation) { return installation.cache / "bookmarks.json"; }

json read_bookmarks(const Installation& installation) {
  std::ifstream file(bookmarks_in(installation));
  json all = json::parse(file, nullptr, /*allow_exceptions=*/false);
  return all.is_object() ? all : json::object();
}

}  // namespace

Bookmark read_bookmark(const Installation& installation, const fs::path& submission) {
  try {
    const json all = read_bookmarks(installation);
    const json& one = all.at(submission.string());
    return {one.at("task").get<std::string>(), one.at("hint_steps").get<std::size_t>()};
  } catch (const std::exception&) {
    return {};
  }
}

void write_bookmark(const Installation& installation, const fs::path& submission, const Bookmark& bookmark) {
  try {
    fs::create_directories(installation.cache);
    json all = read_bookmarks(installation);
    all[submission.string()] = {{"task", bookmark.task}, {"hint_steps", bookmark.hint_steps}};
    system::write_file_atomically(bookmarks_in(installation), all.dump(1));
  } catch (const std::exception&) {
    // Without the bookmark the next session begins at another task, which is no reason to end this one.
  }
}

}  // namespace warpgrade::app
