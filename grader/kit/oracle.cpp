// The registry of oracles. Each exercise's oracle.cpp puts itself in when it is loaded.
#include "kit/oracle.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpgrade::kit {
namespace {

/// Made on first use, so that it exists whichever translation unit is initialised first.
std::map<std::string, Oracle>& registry() {
  static std::map<std::string, Oracle> oracles;
  return oracles;
}

}  // namespace

UnknownName::UnknownName(std::string what, std::string value_, std::vector<std::string> known_)
    : std::runtime_error(
          fmt::format("there is no {} \"{}\" here; known: {}", what, value_, fmt::join(known_, ", "))),
      what_kind(std::move(what)),
      value(std::move(value_)),
      known(std::move(known_)) {}

std::optional<std::size_t> CaseData::length_output(std::size_t i) const {
  if (outputs[i].room == 0) return std::nullopt;
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const Array& output = outputs[o].values;
    if (output.name != outputs[i].length_in) continue;
    if (output.type == ElementType{Scalar::u32, 1} && output.count() == 1) return o;
  }
  throw std::invalid_argument(
      fmt::format("the output \"{}\" has room for more elements than are right, so its length_in must name "
                  "the output that holds their number, one u32",
                  outputs[i].values.name));
}

bool Mistakes::make(std::string_view words) {
  offered_.emplace_back(words);
  return words == asked_for_;
}

std::uint64_t Mistakes::make_with_tiles(std::string_view words) {
  constexpr std::uint64_t smallest = 32, largest = 4096;
  std::uint64_t made = 0;
  for (std::uint64_t tile = smallest; tile <= largest && tile < n_; tile *= 2) {
    std::string with_size(words);
    with_size.replace(with_size.find('#'), 1, std::to_string(tile));
    if (make(with_size)) made = tile;
  }
  return made;
}

OracleRegistration::OracleRegistration(const char* exercise, Oracle oracle) {
  registry()[exercise] = std::move(oracle);
}

Oracle find_oracle(const std::string& exercise) {
  const auto found = registry().find(exercise);
  return found == registry().end() ? Oracle() : found->second;
}

}  // namespace warpgrade::kit
