#include "verify/cheats.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/verdict.hpp"
#include "system/file_text.hpp"
#include "verify/kernel_lists.hpp"
#include "verify/layout.hpp"
#include "verify/variant.hpp"

namespace warpgrade::verify {
namespace {

namespace fs = std::filesystem;

/// What a cheat declares, `// key: value`: in the order in which it is written, and with its key in tables.
struct Key {
  std::string_view in_file, in_table;
  bool is_inherited;  ///< by what is made of the file
};
constexpr Key kKeys[] = {
    {"simulator", "simulator", true}, {"expect", "expect", true},         {"cheat", "why", false},
    {"honest", "honest", true},       {"stopped by", "stopped_by", true}, {"until", "until", false},
    {"secret", "secret", false}};
constexpr std::string_view kNoGain = "no_gain";

using Declared = std::map<std::string, std::string, std::less<>>;

struct Parts {
  Declared declared;
  std::string code;  ///< what follows the comment
};

/// The key of a line `// key: value`; empty if it goes on with the value of the line before.
std::string key_of(std::string_view line) {
  if (!line.starts_with("// ")) return "";
  const std::string_view key = line.substr(3, line.substr(3).find(':'));
  const bool is_key = std::ranges::any_of(kKeys, [&](const Key& known) { return known.in_file == key; });
  return is_key && key.size() + 3 < line.size() ? std::string(key) : "";
}

std::string_view from_first_letter(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? "" : text.substr(first);
}

Parts parts_of(const std::string& text) {
  Parts parts;
  std::istringstream stream(text);
  std::string line, key;
  std::size_t length = 0;
  while (std::getline(stream, line) && line.starts_with("//")) {
    length += line.size() + 1;
    if (const std::string begun = key_of(line); !begun.empty()) {
      key = begun;
      parts.declared[key] = from_first_letter(std::string_view(line).substr(4 + key.size()));
    } else if (!key.empty()) {
      parts.declared[key] += fmt::format(" {}", from_first_letter(std::string_view(line).substr(2)));
    }
  }
  parts.code = text.substr(std::min(length, text.size()));
  return parts;
}

std::string with_comment(const Parts& parts) {
  std::string text;
  for (const Key& key : kKeys)
    if (const auto value = parts.declared.find(key.in_file); value != parts.declared.end())
      text += fmt::format("// {}: {}\n", key.in_file, value->second);
  return text + parts.code;
}

/// What is wrong with what a cheat declares; empty: nothing. `names` are all cheats of the exercise.
std::string objection_to_declared(const Declared& declared, const spec::Exercise& exercise,
                                  const std::set<std::string>& names) {
  std::istringstream words;
  if (const auto task = declared.find("simulator"); task != declared.end())
    words.str(fmt::format("{} {}", kNoGain, task->second));
  else if (const auto expect = declared.find("expect"); expect != declared.end())
    words.str(expect->second);
  std::string verdict, task, more;
  words >> verdict >> task >> more;
  if (task.empty() || !more.empty())
    return "it must declare `simulator: <task>`, or for a GPU `expect: <no_gain or a verdict> <task>`";
  if (!find_task(exercise, task)) return fmt::format("exercise '{}' has no task '{}'", exercise.name, task);
  if (verdict != kNoGain && !verdict_from_string(verdict))
    return fmt::format("'{}' is no verdict; write no_gain or, for example, forbidden", verdict);
  if (!declared.contains("cheat")) return "a line `// cheat:` must say how it cheats";
  const auto named = declared.find("honest");
  const std::string honest = named == declared.end() ? "honest.cu" : named->second;
  if (!declared.contains("simulator") && !names.contains(fs::path(honest).stem().string()))
    return fmt::format(
        "there is no {} beside it, the same kernel without the cheat: write it, or name another one "
        "with `honest`",
        honest);
  return "";
}

/// What a table makes of a cheat that is a file. What the table doesn't say is as in the file.
struct Made {
  Variant variant;
  Declared declared;
};

std::vector<Made> read_table(const fs::path& table, const fs::path& folder,
                             std::vector<std::string>& problems) {
  std::vector<Made> made;
  if (!fs::exists(table)) return made;
  try {
    read_variants(table, folder, "", [&](spec::TableReader& reader, Variant variant) {
      Declared declared{{"cheat", variant.why}};
      for (const Key& key : kKeys) {
        if (key.in_file == "cheat") continue;
        const std::string value = reader.text(key.in_table, spec::Presence::optional, "");
        if (!value.empty()) declared[std::string(key.in_file)] = value;
      }
      if (declared.contains("simulator") && declared.contains("expect"))
        reader.error(reader.where("expect"),
                     "a cheat is for the simulator or for a GPU: take one of them away");
      made.push_back({std::move(variant), std::move(declared)});
    });
  } catch (const spec::SpecError& error) {
    for (const spec::Diagnostic& mistake : error.diagnostics()) problems.push_back(mistake.str());
    made.clear();
  }
  return made;
}

Parts make(const Made& made) {
  Parts base = parts_of(system::file_text(made.variant.base).value_or(""));
  Parts parts{made.declared, edited(made.variant, base.code)};
  const bool says_device = made.declared.contains("simulator") || made.declared.contains("expect");
  for (const Key& key : kKeys) {
    const bool is_device = key.in_file == "simulator" || key.in_file == "expect";
    if (const auto value = base.declared.find(key.in_file);
        key.is_inherited && value != base.declared.end() && !(is_device && says_device))
      parts.declared.insert(*value);
  }
  return parts;
}

}  // namespace

std::vector<Cheat> cheats(const fs::path& unit, const spec::Exercise& exercise,
                          std::vector<std::string>& problems) {
  const fs::path all = unit / "cheats", folder = all / exercise.name;
  const std::vector<fs::path> files = kernel_files(folder);
  const std::vector<Made> table = read_table(all / (exercise.name + ".toml"), folder, problems);
  std::set<std::string> names;
  for (const fs::path& file : files) names.insert(file.stem().string());
  for (const Made& made : table)
    if (!names.insert(made.variant.name).second)
      problems.push_back(fmt::format("{}: a file has this name, too; give one of them another name",
                                     made.variant.where.str()));

  std::vector<Cheat> found;
  const auto add = [&](const std::string& where, const std::string& name, const Parts& parts,
                       const std::string& text) {
    if (const std::string objection = objection_to_declared(parts.declared, exercise, names);
        !objection.empty())
      problems.push_back(fmt::format("{}: {}", where, objection));
    else
      found.push_back({name, text});
  };
  for (const fs::path& file : files) {
    const std::string text = system::file_text(file).value_or("");
    add(as_typed(file).string() + ":1", file.stem().string(), parts_of(text), text);
  }
  for (const Made& made : table) {
    try {
      const Parts parts = make(made);
      add(made.variant.where.str(), made.variant.name, parts, with_comment(parts));
    } catch (const std::runtime_error& error) {
      problems.emplace_back(error.what());
    }
  }
  std::ranges::sort(found, {}, &Cheat::name);
  return found;
}

void write_cheats(const Installation& installation, const std::vector<const spec::Exercise*>& exercises,
                  const fs::path& folder) {
  const auto copy_headers = [&](const fs::path& from, const fs::path& to) {
    for (const fs::path& file : files_in(from))
      if (file.extension() == ".cuh")
        write_made_file(to / file.filename(), system::file_text(file).value_or(""));
  };
  copy_headers(installation.reference(), folder);
  std::vector<std::string> problems;
  for (const spec::Exercise* exercise : exercises) {
    const fs::path place = fs::path(exercise->unit) / "cheats" / exercise->name;
    copy_headers(installation.reference() / place, folder / place);
    for (const Cheat& cheat : cheats(installation.reference() / exercise->unit, *exercise, problems))
      write_made_file(folder / place / (cheat.name + ".cu"), cheat.text);
  }
  if (!problems.empty()) throw std::runtime_error(fmt::format("{}", fmt::join(problems, "\n")));
}

}  // namespace warpgrade::verify
