#include "model/time_bound.hpp"

#include <nlohmann/json.hpp>

namespace warpgrade {

std::string_view to_string(Limit limit) {
  switch (limit) {
    case Limit::memory: return "memory";
    case Limit::load_store: return "load_store";
    case Limit::one_block: return "one_block";
    case Limit::atomics: return "atomics";
    case Limit::launches: return "launches";
  }
  return "";
}

void to_json(nlohmann::json& j, const TimeBounds& bounds) {
  j = {{"card", bounds.card}, {"bounds", nlohmann::json::array()}};
  if (!bounds.note.empty()) j["note"] = bounds.note;
  for (const TimeBound& bound : bounds.bounds) {
    nlohmann::json& one = j["bounds"].emplace_back(nlohmann::json{{"n", bound.n},
                                                                  {"input", bound.input},
                                                                  {"ms", bound.ms},
                                                                  {"limit", to_string(bound.limit)},
                                                                  {"amount", bound.amount},
                                                                  {"copy_fraction", bound.copy_fraction}});
    if (bound.line) one["line"] = *bound.line;
  }
  if (bounds.out_of_reach)
    j["out_of_reach"] = {{"tier", bounds.out_of_reach->tier},
                         {"n", bounds.out_of_reach->n},
                         {"needed_ms", bounds.out_of_reach->needed_ms}};
}

}  // namespace warpgrade
