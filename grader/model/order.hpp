// In which order the simulator runs the threads of a block and the blocks of a grid.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "simulator/include/wgsim/order.hpp"

namespace warpgrade {

using wgsim::Order;

struct OrderInfo {
  Order order;
  std::string_view name;   ///< as typed behind --order
  std::string_view words;  ///< "it is right when they run in reverse"
};

inline constexpr std::array<OrderInfo, 3> kOrders{{
    {Order::forward, "forward", "forward"},
    {Order::reverse, "reverse", "in reverse"},
    {Order::random, "random", "in a random order"},
}};

inline const OrderInfo& info(Order order) { return *std::ranges::find(kOrders, order, &OrderInfo::order); }
inline std::string_view to_string(Order order) { return info(order).name; }
inline std::optional<Order> order_from_string(std::string_view name) {
  const auto known = std::ranges::find(kOrders, name, &OrderInfo::name);
  return known == kOrders.end() ? std::nullopt : std::optional(known->order);
}

}  // namespace warpgrade
