#include "model/order.hpp"

#include <algorithm>
#include <string>

#include <nlohmann/json.hpp>

namespace warpgrade {

const OrderInfo& info(Order order) { return *std::ranges::find(kOrders, order, &OrderInfo::order); }

std::string_view to_string(Order order) { return info(order).name; }

std::optional<Order> order_from_string(std::string_view name) {
  const auto found = std::ranges::find(kOrders, name, &OrderInfo::name);
  return found == kOrders.end() ? std::nullopt : std::optional(found->order);
}

void to_json(nlohmann::json& j, Order order) { j = to_string(order); }

void from_json(const nlohmann::json& j, Order& order) {
  const auto name = j.get<std::string>();
  const auto known = order_from_string(name);
  if (!known) throw nlohmann::json::other_error::create(501, "'" + name + "' is not an order", &j);
  order = *known;
}

}  // namespace warpgrade
