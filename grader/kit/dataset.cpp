// Reads the manifest with the same checked reader as the specs, and each file at its first use.
#include "kit/dataset.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kit/image.hpp"
#include "spec/toml_reader.hpp"
#include "system/checksum.hpp"

namespace warpgrade::kit {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kKinds[] = {"text", "image", "colour", "hdr"};

std::vector<std::uint8_t> read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw std::runtime_error(
        fmt::format("{} can't be read: restore it from the handout or the repository", path.string()));
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool is_checksum(const std::string& text) {
  return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// The manifest is no place for paths that lead out of its folder.
bool is_plain_name(const fs::path& file) { return !file.empty() && file == file.filename() && file != ".."; }

}  // namespace

DatasetLibrary::DatasetLibrary(fs::path folder) : folder_(std::move(folder)) {
  using spec::Presence;
  const fs::path manifest = folder_ / "manifest.toml";
  const toml::table root = spec::parse_toml(manifest);
  spec::Diagnostics diagnostics(manifest.string());
  spec::check_format(root, diagnostics);
  spec::TableReader reader(root, "manifest.toml", diagnostics);
  reader.accept("format");
  for (const toml::table* table : reader.tables("dataset", Presence::required, /*or_one=*/false,
                                                "a [[dataset]] with name, file and kind")) {
    spec::TableReader row(*table, "[[dataset]]", diagnostics);
    const std::string name = row.slug("name", R"(name = "camera")");
    Entry entry;
    entry.file = row.text("file", Presence::required, R"(file = "camera.png")");
    if (!is_plain_name(entry.file))
      row.error(row.where("file"), "file must be the name of a file in the manifest's own folder");
    entry.kind = row.text("kind", Presence::required, R"(kind = "text")");
    if (std::ranges::find(kKinds, entry.kind) == std::end(kKinds))
      row.error(row.where("kind"), fmt::format("kind must be one of {}", fmt::join(kKinds, ", ")));
    entry.checksum =
        row.text("xxh3_128", Presence::required, R"(xxh3_128 = "…", as `xxhsum -H2 FILE` prints it)");
    if (!is_checksum(entry.checksum))
      row.error(row.where("xxh3_128"),
                "xxh3_128 must be 32 hexadecimal digits: write what `xxhsum -H2 FILE` prints");
    for (const char* key : {"title", "origin", "licence"})
      row.text(key, Presence::required, fmt::format("{} = \"…\"", key));
    row.finish();
    if (!entries_.emplace(name, entry).second)
      row.error(row.where("name"), fmt::format("there is a dataset '{}' already: rename one of them", name));
  }
  reader.finish();
  diagnostics.throw_if_any();
}

std::vector<std::string> DatasetLibrary::names() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

const Dataset& DatasetLibrary::get(const std::string& name) {
  const auto entry = entries_.find(name);
  if (entry == entries_.end())
    throw std::runtime_error(fmt::format("{} lists no dataset \"{}\"; it has {}",
                                         (folder_ / "manifest.toml").string(), name,
                                         fmt::join(names(), ", ")));
  const auto loaded = loaded_.find(name);
  if (loaded != loaded_.end()) return loaded->second;
  return loaded_.emplace(name, load(entry->second)).first->second;
}

Dataset DatasetLibrary::load(const Entry& entry) const {
  const fs::path path = folder_ / entry.file;
  Dataset data;
  data.bytes = read_file(path);
  if (const std::string found = system::xxh3_128(data.bytes); found != entry.checksum)
    throw std::runtime_error(
        fmt::format("{} is not the file that manifest.toml lists: its checksum is {} and should be "
                    "{}. It was changed or damaged: restore it, or correct the manifest",
                    path.string(), found, entry.checksum));
  if (entry.kind == "text") return data;
  if (entry.kind == "hdr") {
    HdrImage image = decode_hdr(data.bytes);
    data = {{}, std::move(image.light), image.width, image.height};
  } else {
    Image image = entry.kind == "colour" ? decode_colour(data.bytes) : decode_grey(data.bytes);
    data = {std::move(image.pixels), {}, image.width, image.height};
  }
  if (data.width == 0)
    throw std::runtime_error(fmt::format("{} is no picture that can be read", path.string()));
  return data;
}

namespace {
fs::path datasets_folder;
}

void set_datasets_folder(fs::path folder) { datasets_folder = std::move(folder); }

const Dataset& dataset(std::string_view name) {
  static DatasetLibrary library(datasets_folder);
  return library.get(std::string(name));
}

}  // namespace warpgrade::kit
