#include "runner/sealed.hpp"

#include <bit>

#include <warpgrade/ops.cuh>

#include "kit/sealed.cuh"
#include "kit/traced.cuh"
#include "protocol/seal.hpp"
#include "runner/applications.hpp"

namespace warpgrade::runner {
namespace {

using kit::Sealed;
using Combine = Sealed (*)(Sealed, Sealed);

std::uint64_t key = 0;

template <class T>
T opened(Sealed x) {
  return std::bit_cast<T>(protocol::open(std::bit_cast<std::uint64_t>(x), key));
}

template <class T>
Sealed sealed(T x) {
  return std::bit_cast<Sealed>(protocol::seal(std::bit_cast<std::uint64_t>(x), key));
}

template <class T, class Op>
Sealed combine(Sealed a, Sealed b) {
  return sealed(Op()(opened<T>(a), opened<T>(b)));
}

/// The identity is free.
Sealed combine_traced(Sealed a, Sealed b) {
  if (opened<kit::Traced>(a).levels != 0 && opened<kit::Traced>(b).levels != 0) count_application();
  return combine<kit::Traced, kit::CombineTraced>(a, b);
}

/// An exchange with what only fills up is free.
kit::SealedPair exchange(Sealed low, Sealed high) {
  auto a = opened<kit::Traced>(low), b = opened<kit::Traced>(high);
  if (a.levels != 0 && b.levels != 0) count_comparator(a, b);
  kit::ExchangeTraced()(a, b);
  return {sealed(a), sealed(b)};
}

bool less(Sealed a, Sealed b) {
  count_application();
  return kit::LessCounted()(opened<kit::Counted>(a), opened<kit::Counted>(b));
}

Combine combine_elements = &combine_traced;
Sealed identity{};

}  // namespace

void begin_sealed(const std::string& op, std::uint64_t key_of_call) {
  key = key_of_call;
  if (op == "interval") {
    combine_elements = &combine<Interval, JoinIntervals>;
    identity = sealed(JoinIntervals::identity());
  } else if (op == "affine_u32") {
    combine_elements = &combine<Affine, ComposeAffine>;
    identity = sealed(ComposeAffine::identity());
  } else {
    combine_elements = &combine_traced;
    identity = sealed(kit::CombineTraced::identity());
  }
}

}  // namespace warpgrade::runner

warpgrade::kit::Sealed warpgrade::kit::combine_sealed(Sealed a, Sealed b) {
  return runner::combine_elements(a, b);
}
warpgrade::kit::Sealed warpgrade::kit::sealed_identity() { return runner::identity; }
warpgrade::kit::SealedPair warpgrade::kit::exchange_sealed(Sealed low, Sealed high) {
  return runner::exchange(low, high);
}
bool warpgrade::kit::less_sealed(Sealed a, Sealed b) { return runner::less(a, b); }
