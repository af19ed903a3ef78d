// One table: a counter and its name.
#include "cost_json.hpp"

namespace wgsim::driver {
namespace {

struct Entry {
  const char* name;
  std::uint64_t Counters::*counter;
};

constexpr Entry kEntries[] = {
    {"launches", &Counters::launches},
    {"global_bytes_read", &Counters::global_bytes_read},
    {"global_bytes_written", &Counters::global_bytes_written},
    {"global_requests", &Counters::global_requests},
    {"global_sectors", &Counters::global_sectors},
    {"global_ideal_sectors", &Counters::global_ideal_sectors},
    {"shared_requests", &Counters::shared_requests},
    {"bank_conflicts", &Counters::bank_conflicts},
    {"global_atomics", &Counters::global_atomics},
    {"shared_atomics", &Counters::shared_atomics},
    {"atomic_requests", &Counters::atomic_requests},
    {"atomic_contention", &Counters::atomic_contention},
    {"barriers", &Counters::barriers},
    {"branches", &Counters::branches},
    {"divergent_branches", &Counters::divergent_branches},
};

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
    for (const Entry& entry : kEntries)
      text += std::string(", \"") + entry.name + "\": " + std::to_string(kernel.counters.*entry.counter);
    text += "}";
  }
  return text + "\n]}\n";
}

}  // namespace wgsim::driver
