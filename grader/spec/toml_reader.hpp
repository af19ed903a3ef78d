// Typed access to a TOML table that reports every mistake with its place and carries on. A reader remembers
// the keys that it was asked for, so that finish() can report all others as unknown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "spec/diagnostics.hpp"

namespace warpgrade::spec {

/// Also bounds how deep tables lie in each other (a.a.a.a = 1), which toml++ ends one call a level.
inline constexpr std::size_t kMaxSpecBytes = std::size_t{64} << 10;

/// Reads and parses a file. Throws SpecError if it can't be read, is larger than `most_bytes` or is not valid
/// TOML.
toml::table parse_toml(const std::filesystem::path& path, std::size_t most_bytes = kMaxSpecBytes);

/// The same for what was read from `path` before.
toml::table parse_toml_text(std::string_view text, const std::filesystem::path& path);

/// Checks `format = 1`; a newer one throws SpecError at once, since the rest may mean something else.
void check_format(const toml::table& root, Diagnostics& diagnostics);

template <class T>
struct Located {
  T value;
  Location where;
};

/// The numbers that a key accepts.
struct Range {
  double least = 0;
  double most = std::numeric_limits<double>::max();
  bool above_least = false;  ///< `least` itself is not accepted
  bool contains(double value) const;
  std::string str() const;  ///< "at least 0", "above 0 and at most 3600"
};

inline constexpr Range kAnyPoints{0, 1e6, false};
inline constexpr Range kPositive{0, std::numeric_limits<double>::max(), true};

enum class Presence { required, optional };

class TableReader {
 public:
  /// `what` names the table in messages: "[[task]] 'my_task'".
  TableReader(const toml::table& table, std::string what, Diagnostics& diagnostics);

  void rename(std::string what) { what_ = std::move(what); }
  const std::string& what() const { return what_; }
  Location where() const;                      ///< of the table
  Location where(std::string_view key) const;  ///< of a value; of the table if there is none
  void error(Location where, std::string message) { diagnostics_.add(std::move(where), std::move(message)); }

  // Each reads one key. After a mistake, which is reported, or for a missing key the result is empty.
  // `example` is what to write, as in `points = 6`.
  std::string text(std::string_view key, Presence presence, std::string_view example);
  std::string any_text(std::string_view key, Presence presence, std::string_view example);  ///< or ""
  std::string slug(std::string_view key, std::string_view example);
  std::optional<double> number(std::string_view key, Presence presence, Range range,
                               std::string_view example);
  bool boolean(std::string_view key, std::string_view example);  ///< optional; false if there is none
  std::vector<Located<std::uint64_t>> sizes(std::string_view key, std::uint64_t least,
                                            std::string_view example_values = "[1, 32, 1000]");
  std::vector<Located<std::string>> slugs(std::string_view key, Presence presence, std::string_view example);
  std::vector<Located<std::string>> texts(std::string_view key, std::string_view example);
  const toml::table* table(std::string_view key, Presence presence, std::string_view example);
  /// [[key]], or with `or_one` also a single [key].
  std::vector<const toml::table*> tables(std::string_view key, Presence presence, bool or_one,
                                         std::string_view example);

  void accept(std::string_view key) { known_.emplace_back(key); }  ///< read elsewhere
  bool has(std::string_view key) const { return table_.contains(key); }
  Diagnostics& diagnostics() { return diagnostics_; }
  /// Reports every key that was not read.
  void finish();

 private:
  const toml::node* find(std::string_view key, Presence presence, std::string_view example);
  std::vector<Located<std::string>> strings(std::string_view key, const toml::node& node,
                                            std::string_view example, bool must_be_slugs);
  void wrong_type(const toml::node& node, std::string_view key, std::string_view expected,
                  std::string_view example);

  const toml::table& table_;
  std::string what_;
  Diagnostics& diagnostics_;
  std::vector<std::string> known_;
};

/// The place of a node or key in the file of `diagnostics`.
Location location_of(const toml::source_region& region, const Diagnostics& diagnostics);

/// An entry of a table as a table, or null after reporting what it is instead. `value` is what to write.
const toml::table* entry_table(const toml::key& key, const toml::node& node, std::string_view value,
                               Diagnostics& diagnostics);

/// "a string", "a whole number", … for messages.
std::string_view type_name(const toml::node& node);

}  // namespace warpgrade::spec
