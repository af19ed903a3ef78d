#include "count/host_work.hpp"

#include <utility>

namespace wgsim {

constinit HostWork core::host_work;

HostWork take_host_work() { return std::exchange(core::host_work, {}); }

}  // namespace wgsim
