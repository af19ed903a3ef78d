// The checks behind TableReader. Every message says what was found and what to write instead.
#include "spec/toml_reader.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "system/file_text.hpp"

namespace warpgrade::spec {
namespace {

constexpr std::int64_t kNewestFormat = 1;
constexpr std::uint64_t kMaxSize = std::uint64_t{1} << 32;

std::string read_file(const std::filesystem::path& path, std::size_t most_bytes) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    fail({path.string()}, "is a folder; name the .toml file in it");
  std::optional<std::string> text = system::file_text(path);
  if (!text) fail({path.string()}, "can't be read; check that the file exists and that you may read it");
  if (text->size() > most_bytes)
    fail({path.string()},
         fmt::format("is larger than {} KiB, which no spec is; name another file", most_bytes >> 10));
  return *std::move(text);
}

}  // namespace

toml::table parse_toml(const std::filesystem::path& path, std::size_t most_bytes) {
  return parse_toml_text(read_file(path, most_bytes), path);
}

toml::table parse_toml_text(std::string_view text, const std::filesystem::path& path) {
  try {
    return toml::parse(text, path.string());
  } catch (const toml::parse_error& error) {
    std::string_view what = error.description();
    constexpr std::string_view kPreamble = "Error while parsing ";  // "key-value pair: expected value, …"
    if (what.starts_with(kPreamble)) what.remove_prefix(kPreamble.size());
    const auto& begin = error.source().begin;
    fail({path.string(), static_cast<int>(begin.line), static_cast<int>(begin.column)},
         fmt::format("not valid TOML, {}; correct this line, then check the file again", what));
  }
}

void check_format(const toml::table& root, Diagnostics& diagnostics) {
  const toml::node* node = root.get("format");
  if (node == nullptr) {
    diagnostics.add({diagnostics.file(), 1, 1}, "format is missing: write 'format = 1' in the first line");
    return;
  }
  const Location where = location_of(node->source(), diagnostics);
  const auto format = node->value_exact<std::int64_t>();
  if (!format) {
    diagnostics.add(where, fmt::format("format must be a whole number, found {}: write format = {}",
                                       type_name(*node), kNewestFormat));
  } else if (*format > kNewestFormat) {
    fail(where, fmt::format("this file has format {}, and this grader reads format {}; "
                            "update the grader",
                            *format, kNewestFormat));
  } else if (*format < 1) {
    diagnostics.add(where, fmt::format("there is no format {}: write format = {}", *format, kNewestFormat));
  }
}

Location location_of(const toml::source_region& region, const Diagnostics& diagnostics) {
  return {diagnostics.file(), static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

std::string_view type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::string: return "a string";
    case toml::node_type::integer: return "a whole number";
    case toml::node_type::floating_point: return "a decimal number";
    case toml::node_type::boolean: return "true or false";
    case toml::node_type::array: return "an array";
    case toml::node_type::table: return "a table";
    case toml::node_type::date:
    case toml::node_type::time:
    case toml::node_type::date_time: return "a date or time";
    default: return "nothing";
  }
}

bool Range::contains(double value) const {
  // NaN and infinity are valid TOML; no key has a use for them.
  return std::isfinite(value) && (above_least ? value > least : value >= least) && value <= most;
}

std::string Range::str() const {
  std::string text = fmt::format("{} {}", above_least ? "above" : "at least", least);
  if (most < std::numeric_limits<double>::max()) text += fmt::format(" and at most {}", most);
  return text;
}

TableReader::TableReader(const toml::table& table, std::string what, Diagnostics& diagnostics)
    : table_(table), what_(std::move(what)), diagnostics_(diagnostics) {}

Location TableReader::where() const {
  Location where = location_of(table_.source(), diagnostics_);
  // The root has no header of its own.
  if (where.line == 0) where = {diagnostics_.file(), 1, 1};
  return where;
}

Location TableReader::where(std::string_view key) const {
  const toml::node* node = table_.get(key);
  return node != nullptr ? location_of(node->source(), diagnostics_) : where();
}

const toml::node* TableReader::find(std::string_view key, Presence presence, std::string_view example) {
  known_.emplace_back(key);
  const toml::node* node = table_.get(key);
  if (node == nullptr && presence == Presence::required) {
    error(where(), fmt::format("{} has no {}: add {}", what_, key, example));
  }
  return node;
}

void TableReader::wrong_type(const toml::node& node, std::string_view key, std::string_view expected,
                             std::string_view example) {
  error(location_of(node.source(), diagnostics_),
        fmt::format("{} must be {}, found {}: write {}", key, expected, type_name(node), example));
}

std::string TableReader::any_text(std::string_view key, Presence presence, std::string_view example) {
  const toml::node* node = find(key, presence, example);
  if (node == nullptr) return {};
  const auto* value = node->as_string();
  if (value != nullptr) return value->get();
  wrong_type(*node, key, "a string", example);
  return {};
}

std::string TableReader::text(std::string_view key, Presence presence, std::string_view example) {
  std::string value = any_text(key, presence, example);
  const toml::node* node = table_.get(key);
  const bool is_string = node != nullptr && node->is_string();
  if (!is_string || value.find_first_not_of(" \t\r\n") != std::string::npos) return value;
  error(where(key), fmt::format("{} is empty: write {}{}", key, example,
                                presence == Presence::optional ? ", or remove the key" : ""));
  return {};
}

std::string TableReader::slug(std::string_view key, std::string_view example) {
  std::string value = text(key, Presence::required, example);
  if (value.empty() || is_slug(value)) return value;
  error(where(key), fmt::format("{} '{}' must be lower-case letters, digits and _, beginning with a letter, "
                                "since it is also a C++ name: write {}",
                                key, value, example));
  return {};
}

std::optional<double> TableReader::number(std::string_view key, Presence presence, Range range,
                                          std::string_view example) {
  const toml::node* node = find(key, presence, example);
  if (node == nullptr) return std::nullopt;
  if (!node->is_number()) {
    wrong_type(*node, key, "a number", example);
    return std::nullopt;
  }
  const double value = node->value<double>().value_or(0);
  if (range.contains(value)) return value;
  error(where(key), fmt::format("{} is {}, but must be {}: write {}", key, value, range.str(), example));
  return std::nullopt;
}

bool TableReader::boolean(std::string_view key, std::string_view example) {
  const toml::node* node = find(key, Presence::optional, example);
  if (node == nullptr) return false;
  if (!node->is_boolean()) wrong_type(*node, key, "true or false", example);
  return node->value<bool>().value_or(false);
}

std::vector<Located<std::uint64_t>> TableReader::sizes(std::string_view key, std::uint64_t least,
                                                       std::string_view example_values) {
  const std::string example = fmt::format("{} = {}", key, example_values);
  const toml::node* node = find(key, Presence::required, example);
  if (node == nullptr) return {};
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    wrong_type(*node, key, "an array of whole numbers", example);
    return {};
  }
  if (array->empty()) error(where(key), fmt::format("{} is empty: write {}", key, example));
  std::vector<Located<std::uint64_t>> values;
  for (const toml::node& entry : *array) {
    const Location at = location_of(entry.source(), diagnostics_);
    const auto* integer = entry.as_integer();
    if (integer == nullptr) {
      error(at, fmt::format("{} must be an array of whole numbers, found {} in it: write {}", key,
                            type_name(entry), example));
      continue;
    }
    const std::int64_t value = integer->get();
    if (value < static_cast<std::int64_t>(least) || static_cast<std::uint64_t>(value) > kMaxSize) {
      error(at, fmt::format("{} has {}, but a size is at least {} and at most {}; change or remove it", key,
                            value, least, kMaxSize));
      continue;
    }
    values.push_back({static_cast<std::uint64_t>(value), at});
  }
  return values;
}

std::vector<Located<std::string>> TableReader::strings(std::string_view key, const toml::node& node,
                                                       std::string_view example, bool must_be_slugs) {
  const toml::array* array = node.as_array();
  if (array == nullptr) {
    wrong_type(node, key, "an array of strings", example);
    return {};
  }
  if (array->empty()) error(where(key), fmt::format("{} is empty: write {}", key, example));
  std::vector<Located<std::string>> values;
  for (const toml::node& entry : *array) {
    const Location at = location_of(entry.source(), diagnostics_);
    const auto* string = entry.as_string();
    if (string == nullptr) {
      error(at, fmt::format("{} must be an array of strings, found {} in it: write {}", key, type_name(entry),
                            example));
    } else if (must_be_slugs ? !is_slug(string->get()) : string->get().empty()) {
      error(at, fmt::format("{} has '{}', but names are lower-case letters, digits and _, beginning with a "
                            "letter: write {}",
                            key, string->get(), example));
    } else {
      values.push_back({string->get(), at});
    }
  }
  return values;
}

std::vector<Located<std::string>> TableReader::slugs(std::string_view key, Presence presence,
                                                     std::string_view example) {
  const toml::node* node = find(key, presence, example);
  return node == nullptr ? std::vector<Located<std::string>>{} : strings(key, *node, example, true);
}

std::vector<Located<std::string>> TableReader::texts(std::string_view key, std::string_view example) {
  const toml::node* node = find(key, Presence::optional, example);
  return node == nullptr ? std::vector<Located<std::string>>{} : strings(key, *node, example, false);
}

const toml::table* TableReader::table(std::string_view key, Presence presence, std::string_view example) {
  const toml::node* node = find(key, presence, example);
  if (node == nullptr) return nullptr;
  if (!node->is_table()) wrong_type(*node, key, "a table", example);
  return node->as_table();
}

std::vector<const toml::table*> TableReader::tables(std::string_view key, Presence presence, bool or_one,
                                                    std::string_view example) {
  const toml::node* node = find(key, presence, example);
  if (node == nullptr) return {};
  if (or_one && node->is_table()) return {node->as_table()};
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    wrong_type(*node, key, or_one ? "a table, or several" : "an array of tables", example);
    return {};
  }
  if (array->empty()) error(where(key), fmt::format("{} is empty: write {}", key, example));
  std::vector<const toml::table*> found;
  for (const toml::node& entry : *array) {
    if (entry.is_table())
      found.push_back(entry.as_table());
    else
      wrong_type(entry, key, "an array of tables", example);
  }
  return found;
}

void TableReader::finish() {
  for (const auto& [key, value] : table_) {
    const bool known = std::find(known_.begin(), known_.end(), key.str()) != known_.end();
    if (known) continue;
    error(location_of(key.source(), diagnostics_),
          fmt::format("unknown key '{}' in {}{}", key.str(), what_, suggestion(key.str(), known_)));
  }
}

/// As it stands in a file: with quotes where it needs them.
static std::string as_key(std::string_view key) {
  const bool is_bare =
      std::ranges::all_of(key, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; });
  return is_bare && !key.empty() ? std::string(key) : fmt::format("\"{}\"", key);
}

const toml::table* entry_table(const toml::key& key, const toml::node& node, std::string_view value,
                               Diagnostics& diagnostics) {
  if (!node.is_table()) {
    diagnostics.add(location_of(node.source(), diagnostics),
                    fmt::format("{} must be a table, found {}: write {} = {}", key.str(), type_name(node),
                                as_key(key.str()), value));
  }
  return node.as_table();
}

}  // namespace warpgrade::spec
