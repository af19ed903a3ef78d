// Writes each counter of wgsim/counters.def.
#include "cost_json.hpp"

namespace wgsim::driver {
namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

}  // namespace

std::string cost_json(const Costs& costs) {
  std::string text = "{\"kernels\": [";
  for (const KernelCosts& kernel : costs.kernels) {
    text += (&kernel == &costs.kernels.front() ? "\n" : ",\n");
    text += "  {\"kernel\": " + quoted(kernel.kernel);
#define X(name) text += ", \"" #name "\": " + std::to_string(kernel.counters.name);
#include "wgsim/counters.def"
#undef X
    text += "}";
  }
  return text + "\n]}\n";
}

}  // namespace wgsim::driver
