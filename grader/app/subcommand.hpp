// What a subcommand takes from the command line. The parser behind it is CLI11, which takes long to compile:
// only subcommand.cpp and command_line.cpp include it.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/command_line.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace warpgrade::app {

/// An option, or a word without a name.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option& shown_as(const std::string& value);  ///< what the help shows for its value, as in FILE
  Option& required();
  Option& between(std::int64_t first, std::int64_t last);
  Option& one_of(const std::vector<std::string>& words);
  Option& existing_folder();
  Option& separated_by(char between);  ///< of several values in one word
  Option& at_most(int values);         ///< and at least one
  Option& left_out_of_help();
  Option& one_at_a_time();  ///< several values: each with the option's name
  /// `why_not`: what is wrong with a value; nothing if it is right.
  Option& check(const std::function<std::string(const std::string&)>& why_not);

 private:
  CLI::Option* option_;
};

/// Thrown by what takes the value of an option: why it can't.
struct WrongValue : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Subcommand {
 public:
  Subcommand(CLI::App& app, const std::string& name, const std::string& help);

  /// A name without dashes: of a word without a name. The types of values are those in subcommand.cpp.
  template <class Value>
  Option option(const std::string& name, Value& value, const std::string& help);
  /// `take` may throw WrongValue.
  Option option_taken_by(const std::string& name, const std::function<void(const std::string&)>& take,
                         const std::string& help);
  void flag(const std::string& name, bool& is_set, const std::string& help);

  /// It has a subcommand of its own, which `add` adds and the user may leave out.
  void holds(void (*add)(CLI::App&, Run&), Run& run);

  /// Parsing sets `run` to `what` if the user asked for this command, and for none that it holds.
  void sets(Run& run, const Run& what);

 private:
  CLI::App* command_;
};

}  // namespace warpgrade::app
