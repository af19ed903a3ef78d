#include "model/order.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warpgrade {
namespace {

TEST(Order, IsItsNameInJson) {
  for (const OrderInfo& order : kOrders) {
    const nlohmann::json j = order.order;
    EXPECT_EQ(nlohmann::json(order.name), j);
    EXPECT_EQ(order.order, j.get<Order>());
  }
}

TEST(Order, AnUnknownNameIsRefused) {
  EXPECT_FALSE(order_from_string("sideways"));
  EXPECT_FALSE(order_from_string(""));
  EXPECT_THROW(nlohmann::json("sideways").get<Order>(), nlohmann::json::exception);
}

}  // namespace
}  // namespace warpgrade
