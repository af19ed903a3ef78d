#include "model/order.hpp"

#include <algorithm>

namespace warpgrade {

const OrderInfo& info(Order order) { return *std::ranges::find(kOrders, order, &OrderInfo::order); }

std::string_view to_string(Order order) { return info(order).name; }

std::optional<Order> order_from_string(std::string_view name) {
  const auto found = std::ranges::find(kOrders, name, &OrderInfo::name);
  return found == kOrders.end() ? std::nullopt : std::optional(found->order);
}

}  // namespace warpgrade
