// result.json: the model's own JSON, indented, with anything that is not UTF-8 replaced.
#include "report/json.hpp"

#include <ostream>

#include <nlohmann/json.hpp>

namespace warpgrade::report {

void write_json(std::ostream& out, const Result& result) {
  const nlohmann::json j = result;
  out << j.dump(2, ' ', /*ensure_ascii=*/false, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace warpgrade::report
