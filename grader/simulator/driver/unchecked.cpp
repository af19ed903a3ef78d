#include "unchecked.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

/// Defined by the linker's command for objects of other compilers (driver/main.cpp); else its address is
/// null.
extern "C" [[gnu::weak]] const char* const wgsim_foreign_objects;

namespace wgsim::driver {
namespace {

void add(std::string& list, std::string_view separator, const std::string& item) {
  if (!list.empty()) list += separator;
  list += item;
}

bool names(std::string_view list, std::string_view name) {
  return ("," + std::string(list) + ",").find("," + std::string(name) + ",") != std::string::npos;
}

/// `run` sets it if the program runs in other orders, too.
bool runs_in_other_orders() {
  const char* text = std::getenv("WGSIM_OTHER_ORDERS");
  return text != nullptr && std::strcmp(text, "1") == 0;
}

}  // namespace

std::string take_forgiven(std::vector<Finding>& findings, std::string_view forgiven) {
  std::string taken;
  for (const ForgivableKind& of : kForgivable) {
    if (!names(forgiven, of.name)) continue;
    const auto places = std::erase_if(findings, [&](const Finding& f) { return f.kind == of.kind; });
    if (places > 0)
      add(taken, ", ",
          std::string(of.name) + " (" + std::to_string(places) + (places == 1 ? " place)" : " places)"));
  }
  return taken;
}

std::string unchecked_line(const std::string& forgiven) {
  std::string all;
  if (!options().check) add(all, "; ", "memory and races (--no-check)");
  if (&wgsim_foreign_objects != nullptr)
    add(all, "; ",
        std::string("accesses of code that another compiler made (") + wgsim_foreign_objects + ")");
  if (options().check && ran_streams_at_once() && !runs_in_other_orders())
    add(all, "; ", "streams in another order (WGSIM_ORDER=1 runs them late)");
  for (const std::string& what : told_as_not_checked()) add(all, "; ", what);
  if (!forgiven.empty()) add(all, "; ", "what was forgiven: " + forgiven);
  return all.empty() ? all : "warpgrade-sim: not checked: " + all;
}

}  // namespace wgsim::driver
