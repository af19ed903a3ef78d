// result.json: the model's own JSON.
#include <ostream>

#include <nlohmann/json.hpp>

#include "report/formats.hpp"
#include "report/text.hpp"

namespace warpgrade::report {

void write_json(std::ostream& out, const Result& result) { out << json_text(result); }

}  // namespace warpgrade::report
