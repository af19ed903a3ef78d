#include "kit/operator_names.hpp"

#include <cstring>

#include <gtest/gtest.h>

#include "kit/operator_case.hpp"

namespace warpgrade::kit {
namespace {

template <class Op, class T>
bool commutes_on(Op op, const std::vector<T>& elements) {
  for (const T& a : elements)
    for (const T& b : elements) {
      const T ab = op(a, b), ba = op(b, a);
      if (std::memcmp(&ab, &ba, sizeof(T)) != 0) return false;
    }
  return true;
}

template <class T>
bool seems_to_commute(const std::string& name) {
  bool result = true;
  with_operator(Types<T>(), name.c_str(),
                [&](auto op, auto) { result = commutes_on(op, make_elements<T>(InputKind::random, 9, 1)); });
  return result;
}

template <class T>
void expect_that_the_table_is_right() {
  const auto names = operator_names<T>();
  EXPECT_FALSE(names.empty());
  for (const std::string& name : names) EXPECT_EQ(seems_to_commute<T>(name), commutes(name)) << name;
}

TEST(OperatorNames, TheyCommuteIfTheirFunctorsDo) {
  expect_that_the_table_is_right<std::uint8_t>();
  expect_that_the_table_is_right<std::int32_t>();
  expect_that_the_table_is_right<float>();
  expect_that_the_table_is_right<Affine>();
  expect_that_the_table_is_right<Brackets>();
  expect_that_the_table_is_right<Interval>();
  expect_that_the_table_is_right<Traced>();
}

TEST(OperatorNames, OrdersOfKeysAreNoOperators) { EXPECT_TRUE(commutes("ascending_i32")); }

}  // namespace
}  // namespace warpgrade::kit
