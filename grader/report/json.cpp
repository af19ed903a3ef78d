// result.json: the model's own JSON, indented, with anything that is not UTF-8 replaced and invisible
// characters escaped: a person may look at it in a terminal.
#include "report/json.hpp"

#include <ostream>

#include <nlohmann/json.hpp>

#include "report/text.hpp"

namespace warpgrade::report {

void write_json(std::ostream& out, const Result& result) {
  const nlohmann::json j = result;
  const std::string text = j.dump(2, ' ', /*ensure_ascii=*/false, nlohmann::json::error_handler_t::replace);
  out << escape_unprintable(text) << '\n';
}

}  // namespace warpgrade::report
