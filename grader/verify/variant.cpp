#include "verify/variant.hpp"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "course/course.hpp"
#include "spec/diagnostics.hpp"
#include "system/file_text.hpp"
#include "verify/unique_text.hpp"

namespace warpgrade::verify {
namespace {

namespace fs = std::filesystem;
using spec::Presence;

/// A table has up to a hundred variants.
constexpr std::size_t kMaxTableBytes = std::size_t{1} << 20;

fs::path read_base(spec::TableReader& reader, const fs::path& bases, const fs::path& reference) {
  const Presence presence = reference.empty() ? Presence::required : Presence::optional;
  const std::string name = reader.text(
      "base", presence, fmt::format("base = \"a file of {}/\"", bases.parent_path().filename().string()));
  if (name.empty()) return reference;
  fs::path base = bases / (name + ".cu");
  if (!fs::is_regular_file(base))
    reader.error(reader.where("base"),
                 fmt::format("{} does not exist; {}", as_typed(base).string(),
                             reference.empty() ? "a variant can't be the base of another one"
                                               : "without `base` it is the reference"));
  return base;
}

std::vector<Edit> read_edits(spec::TableReader& reader) {
  std::vector<Edit> edits;
  constexpr std::string_view kExample = "edits = [{find = 'a < b', replace = 'a <= b'}]";
  for (const toml::table* table : reader.tables("edits", Presence::required, false, kExample)) {
    spec::TableReader edit(*table, fmt::format("an edit of {}", reader.what()), reader.diagnostics());
    Edit read{edit.any_text("find", Presence::required, "find = 'a < b'"),
              edit.any_text("replace", Presence::required, "replace = 'a <= b'"), edit.where("find")};
    if (table->contains("find") && read.find.empty()) edit.error(read.where, "find is empty");
    edit.finish();
    edits.push_back(std::move(read));
  }
  return edits;
}

/// An edit and where in the base it is made.
struct Placed {
  std::size_t offset;
  const Edit* edit;
};

std::vector<Placed> place(const Variant& variant, const std::string& base) {
  std::vector<Placed> placed;
  spec::Diagnostics diagnostics(variant.where.file);
  for (const Edit& edit : variant.edits) {
    const UniqueText found = find_unique(base, edit.find);
    if (found.count != 1)
      diagnostics.add(edit.where,
                      fmt::format("this text must stand exactly once in {}, and stands {} times there{}",
                                  as_typed(variant.base).string(), found.count,
                                  found.count == 0 ? "" : ": take more of the lines around it"));
    placed.push_back({found.offset, &edit});
  }
  diagnostics.throw_if_any();
  std::ranges::sort(placed, {}, &Placed::offset);
  for (std::size_t i = 1; i < placed.size(); ++i)
    if (placed[i - 1].offset + placed[i - 1].edit->find.size() > placed[i].offset)
      spec::fail(placed[i].edit->where, "this edit and another one change the same text: make them one edit");
  return placed;
}

}  // namespace

void read_variants(const fs::path& table, const fs::path& bases, const fs::path& reference,
                   const std::function<void(spec::TableReader&, Variant)>& read_rest) {
  const toml::table root = spec::parse_toml(table, kMaxTableBytes);
  spec::Diagnostics diagnostics(table.string());
  spec::check_format(root, diagnostics);
  for (const auto& [key, node] : root) {
    if (key == "format") continue;
    const toml::table* entry = spec::entry_table(key, node, "{why = \"…\", edits = […], …}", diagnostics);
    if (entry == nullptr) continue;
    spec::TableReader reader(*entry, fmt::format("[{}]", key.str()), diagnostics);
    Variant variant;
    variant.name = key.str();
    variant.where = spec::location_of(key.source(), diagnostics);
    if (!spec::is_slug(variant.name))
      reader.error(variant.where, fmt::format("'{}' must be lower-case letters, digits and _, beginning with "
                                              "a letter: a file is named so",
                                              variant.name));
    variant.base = read_base(reader, bases, reference);
    variant.why = reader.text("why", Presence::required, "why = \"what the mistake is\"");
    variant.edits = read_edits(reader);
    read_rest(reader, std::move(variant));
    reader.finish();
  }
  diagnostics.throw_if_any();
}

std::string edited(const Variant& variant, const std::string& base_text) {
  std::string made;
  std::size_t done = 0;
  for (const Placed& placed : place(variant, base_text)) {
    made += base_text.substr(done, placed.offset - done) + placed.edit->replace;
    done = placed.offset + placed.edit->find.size();
  }
  return made + base_text.substr(done);
}

void write_made_file(const fs::path& file, const std::string& text) {
  if (system::file_text(file) == text) return;
  fs::create_directories(file.parent_path());
  const fs::path half = file.parent_path() / fmt::format(".{}.{}", file.filename().string(), ::getpid());
  std::ofstream stream(half, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) throw std::runtime_error(fmt::format("{} can't be written", half.string()));
  fs::rename(half, file);
}

}  // namespace warpgrade::verify
