#include <ostream>

#include <nlohmann/json.hpp>

#include "report/bench.hpp"

namespace warpgrade::report {

void write_bench_json(std::ostream& out, const BenchResult& result) {
  const nlohmann::json j = result;
  out << j.dump(2, ' ', /*ensure_ascii=*/false, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace warpgrade::report
