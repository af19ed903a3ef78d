#include "model/hot_line.hpp"

#include <nlohmann/json.hpp>

#include "model/whole_number.hpp"

namespace warpgrade {

void to_json(nlohmann::json& j, const HotLine& line) {
  j = {{"file", line.file},         {"line", line.line},
       {"kernel", line.kernel},     {"kind", to_string(line.kind)},
       {"requests", line.requests}, {"transactions", line.transactions},
       {"ideal", line.ideal}};
}

void from_json(const nlohmann::json& j, HotLine& line) {
  j.at("file").get_to(line.file);
  line.line = whole_number<int>(j.at("line"));
  j.at("kernel").get_to(line.kernel);
  line.kind = traffic_kind_from_string(j.at("kind").get<std::string>());
  line.requests = whole_number<std::uint64_t>(j.at("requests"));
  line.transactions = whole_number<std::uint64_t>(j.at("transactions"));
  line.ideal = whole_number<std::uint64_t>(j.at("ideal"));
}

}  // namespace warpgrade
