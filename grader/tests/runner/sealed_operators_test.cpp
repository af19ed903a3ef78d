#include "runner/sealed_operators.hpp"

#include <bit>

#include <gtest/gtest.h>
#include <warpgrade/ops.cuh>

#include "kit/probes.cuh"
#include "kit/sealed.cuh"
#include "protocol/element_cipher.hpp"

namespace warpgrade::runner {
namespace {

using kit::Sealed;

constexpr std::uint64_t key = 0x1234567890abcdef;

template <class T>
Sealed sealed(T x) {
  return std::bit_cast<Sealed>(protocol::seal(std::bit_cast<std::uint64_t>(x), key));
}
template <class T>
T opened(Sealed x) {
  return std::bit_cast<T>(protocol::open(std::bit_cast<std::uint64_t>(x), key));
}

TEST(Seal, OpeningGivesTheElementBack) {
  for (std::uint64_t x : {0ull, 1ull, 0xffffffffffffffffull, 0x100000000ull, 0x123456789abcdefull}) {
    EXPECT_EQ(x, protocol::open(protocol::seal(x, key), key));
    EXPECT_NE(x, protocol::seal(x, key));
    EXPECT_NE(protocol::seal(x, key), protocol::seal(x, key + 1));
  }
}

TEST(Seal, ElementsStayPlainWithoutAKey) { EXPECT_EQ(7u, protocol::seal(7, 0)); }

TEST(Seal, ZeroBytesAreTheSameElementWithEachKey) {
  EXPECT_EQ(0u, protocol::open(0, key));
  EXPECT_EQ(0u, protocol::open(0, key + 1));
}

// A submission knows the identity of an operator and the function; it may try a key of its own.
TEST(Seal, AnElementThatIsKnownDoesNotGiveTheKeyAway) {
  constexpr std::uint64_t own = 1;
  for (const std::uint64_t known : {0ull, 7ull, 0xffffffffffffffffull}) {
    const std::uint64_t seen = protocol::seal(known, key);
    EXPECT_NE(key, protocol::open(seen, own) ^ own ^ known);
    EXPECT_NE(key, protocol::seal(known, own) ^ own ^ seen);
  }
}

TEST(Seal, NeighboursDifferInHalfOfTheirBits) {
  int different = 0;
  for (std::uint64_t x = 0; x < 1000; ++x)
    different += std::popcount(protocol::seal(x, key) ^ protocol::seal(x + 1, key));
  EXPECT_NEAR(32 * 1000, different, 1000);
}

TEST(SealedElements, IntervalsJoin) {
  begin_sealed("interval", key);
  const Sealed joined = kit::combine_sealed(sealed(Interval{2, 3}), sealed(Interval{3, 7}));
  EXPECT_EQ((Interval{2, 7}), opened<Interval>(joined));
  EXPECT_EQ(Interval::empty(), opened<Interval>(kit::sealed_identity()));
}

TEST(SealedElements, AnIntervalThatIsEmptyIsNoIdentityButTheIdentity) {
  begin_sealed("interval", key);
  EXPECT_EQ(Interval::bad(), opened<Interval>(kit::combine_sealed(Sealed{}, sealed(Interval{0, 1}))));
  EXPECT_EQ(Interval::bad(),
            opened<Interval>(kit::combine_sealed(sealed(Interval{2, 3}), sealed(Interval{3, 3}))));
}

TEST(SealedElements, AffineMapsAreComposedInTheirOrder) {
  begin_sealed("affine_u32", key);
  const Affine a{3, 1}, b{5, 2};
  EXPECT_EQ(ComposeAffine()(a, b), opened<Affine>(kit::combine_sealed(sealed(a), sealed(b))));
}

TEST(SealedElements, OnlyTracedOnesAreCountedAndNotTheirIdentity) {
  begin_sealed("traced", key);
  take_applications();
  const Sealed sum = kit::combine_sealed(sealed(kit::Traced{4, 1}), sealed(kit::Traced{5, 3}));
  EXPECT_EQ(9u, opened<kit::Traced>(sum).sum);
  EXPECT_EQ(4u, opened<kit::Traced>(sum).levels);
  kit::combine_sealed(sum, kit::sealed_identity());
  EXPECT_EQ(1u, take_applications());
}

TEST(SealedElements, AnExchangePutsTheSmallerFirstAndIsCountedOnceForTheSameTwo) {
  begin_sealed("traced", key);
  take_applications();
  const Sealed larger = sealed(kit::Traced::element(8)), smaller = sealed(kit::Traced::element(5));
  for (int thread = 0; thread < 2; ++thread) {
    const kit::SealedPair sorted = kit::exchange_sealed(larger, smaller);
    EXPECT_EQ(5u, opened<kit::Traced>(sorted.low).sum);
    EXPECT_EQ(8u, opened<kit::Traced>(sorted.high).sum);
    EXPECT_EQ(2u, opened<kit::Traced>(sorted.high).levels);
  }
  EXPECT_EQ(1u, take_applications());
}

TEST(SealedElements, AnExchangeWithWhatFillsUpIsFree) {
  begin_sealed("traced", key);
  take_applications();
  const kit::SealedPair sorted =
      kit::exchange_sealed(kit::sealed_identity(), sealed(kit::Traced::element(5)));
  EXPECT_EQ(1u, opened<kit::Traced>(sorted.low).levels);
  EXPECT_EQ(0u, opened<kit::Traced>(sorted.high).levels);
  EXPECT_EQ(0u, take_applications());
}

TEST(SealedElements, EachComparisonOfKeysIsCounted) {
  begin_sealed("traced", key);
  take_applications();
  EXPECT_TRUE(kit::less_sealed(sealed(kit::Counted{3}), sealed(kit::Counted{4})));
  EXPECT_FALSE(kit::less_sealed(sealed(kit::Counted{4}), sealed(kit::Counted{4})));
  EXPECT_EQ(2u, take_applications());
}

}  // namespace
}  // namespace warpgrade::runner
