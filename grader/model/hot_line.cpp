#include "model/hot_line.hpp"

#include <nlohmann/json.hpp>

#include "model/whole_number.hpp"

using warpgrade::HotLine;
using LineSerializer = nlohmann::adl_serializer<HotLine>;

void LineSerializer::to_json(nlohmann::json& j, const HotLine& line) {
  j = {{"file", line.file},         {"line", line.line},
       {"kernel", line.kernel},     {"kind", warpgrade::to_string(line.kind)},
       {"requests", line.requests}, {"transactions", line.transactions},
       {"ideal", line.ideal}};
}

void LineSerializer::from_json(const nlohmann::json& j, HotLine& line) {
  j.at("file").get_to(line.file);
  line.line = warpgrade::whole_number<int>(j.at("line"));
  j.at("kernel").get_to(line.kernel);
  line.kind = warpgrade::traffic_kind_from_string(j.at("kind").get<std::string>());
  line.requests = warpgrade::whole_number<std::uint64_t>(j.at("requests"));
  line.transactions = warpgrade::whole_number<std::uint64_t>(j.at("transactions"));
  line.ideal = warpgrade::whole_number<std::uint64_t>(j.at("ideal"));
}
