// In which order the simulator runs the threads of a block and the blocks of a grid.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace warpgrade {

enum class Order { forward, reverse, random };

struct OrderInfo {
  Order order;
  std::string_view name;   ///< as typed behind --order, and in messages to a runner
  std::string_view words;  ///< "it is right when they run in reverse"
};

inline constexpr std::array<OrderInfo, 3> kOrders{{
    {Order::forward, "forward", "forward"},
    {Order::reverse, "reverse", "in reverse"},
    {Order::random, "random", "in a random order"},
}};

const OrderInfo& info(Order order);
std::string_view to_string(Order order);
std::optional<Order> order_from_string(std::string_view name);

void to_json(nlohmann::json& j, Order order);
void from_json(const nlohmann::json& j, Order& order);  ///< throws nlohmann::json::exception

}  // namespace warpgrade
