#include "model/order.hpp"

#include <gtest/gtest.h>

namespace warpgrade {
namespace {

TEST(Order, IsFoundByItsName) {
  for (const OrderInfo& order : kOrders) EXPECT_EQ(order.order, order_from_string(to_string(order.order)));
  EXPECT_FALSE(order_from_string("sideways"));
  EXPECT_FALSE(order_from_string(""));
}

}  // namespace
}  // namespace warpgrade
