#include "model/hot_line.hpp"

#include <nlohmann/json.hpp>

namespace warpgrade {

void to_json(nlohmann::json& j, const HotLine& line) {
  j = {{"file", line.file},  {"line", line.line},         {"kernel", line.kernel},
       {"kind", line.kind},  {"requests", line.requests}, {"transactions", line.transactions},
       {"ideal", line.ideal}};
}

void from_json(const nlohmann::json& j, HotLine& line) {
  j.at("file").get_to(line.file);
  j.at("line").get_to(line.line);
  j.at("kernel").get_to(line.kernel);
  j.at("kind").get_to(line.kind);
  j.at("requests").get_to(line.requests);
  j.at("transactions").get_to(line.transactions);
  j.at("ideal").get_to(line.ideal);
}

}  // namespace warpgrade
