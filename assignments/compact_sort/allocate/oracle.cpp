// The truth of the allocate exercise: loops that append to a list.
//
// How many triangles are left of one must not depend on rounding, which differs between a CPU and a GPU with
// fused multiply-add. So vertices are whole numbers from -8 to 8, the window's left and right sides lie at
// odd halves and its bottom and top at odd 64ths. A line through two vertices meets a side at least 1/1024
// away from a corner: with differences dx and dy of the vertices it would hit one only if dx · odd = dy · odd
// · 32, but |dx| <= 16; and what it misses it by is a multiple of 1/(64·16). Rounding moves a vertex by less
// than 2^-12: four times a few units in the last place of 8, seen along an axis by a line with a slope of at
// most 16.
#include "kit/oracle.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "clip.cuh"
#include "kit/inputs.hpp"
#include "requests.cuh"

namespace {

using namespace warpgrade;
using namespace warpgrade::kit;
using allocate::Rectangle;
using allocate::Triangle;
using allocate::Vertex;

template <class Kinds>
auto make_input(const Kinds& kinds, const std::string& name) {
  const auto kind = kinds.find(name);
  if (kind != kinds.end()) return kind->second();
  std::vector<std::string> known;
  for (const auto& [key, make] : kinds) known.push_back(key);
  throw UnknownName("input", name, known);
}

template <class T>
void add_outputs(CaseData& data, ElementType type, const std::vector<T>& out,
                 std::vector<double> magnitude = {}) {
  const std::vector<std::uint32_t> total = {std::uint32_t(out.size())};
  data.outputs.push_back({Array::of<std::uint32_t>("total", {Scalar::u32}, total)});
  data.outputs.push_back({Array::of<T>("out", type, out), std::move(magnitude)});
}

// ---- expand --------------------------------------------------------------------------------------------

/// How many slots each input asks for, by the kind of input.
std::vector<unsigned> make_amounts(const CaseRequest& request, unsigned most, Random& random) {
  using Amounts = std::vector<unsigned>;
  const auto each = [&](auto amount) {
    Amounts amounts(request.n);
    for (unsigned& one : amounts) one = unsigned(amount());
    return amounts;
  };
  const auto some = [&] { return 1 + random.below(most); };
  const std::map<std::string, std::function<Amounts()>> kinds = {
      {"none", [&] { return Amounts(request.n, 0); }},
      {"ones", [&] { return Amounts(request.n, 1); }},
      {"most", [&] { return Amounts(request.n, most); }},
      {"few", [&] { return each([&] { return random.below(4); }); }},
      {"sparse", [&] { return each([&] { return random.below(10) == 0 ? some() : 0; }); }},
      {"rare", [&] { return each([&] { return random.below(100) == 0 ? some() : 0; }); }},
      {"one_large", [&] {
         Amounts amounts(request.n, 0);
         if (request.n > 0) amounts[random.below(request.n)] = most;
         return amounts;
       }}};
  return make_input(kinds, request.input);
}

std::uint32_t draw(const allocate::Run& ask, unsigned slots, Random& random) {
  return std::uint32_t(random.below(1 << 24)) * 128 + ask.most_slots - slots;
}
std::uint8_t draw(const allocate::SetBits& ask, unsigned slots, Random& random) {
  auto byte = std::uint8_t(random.below(256));
  while (ask.slots(byte) != slots) byte = std::uint8_t(random.below(256));
  return byte;
}

CaseData make_expand(const CaseRequest& request) {
  CaseData data;
  const bool known = allocate::with_request(request.op.c_str(), [&](auto ask) {
    using T = typename decltype(ask)::value_type;
    using U = typename decltype(ask)::slot_type;
    Random random(request.seed);
    std::vector<T> in;
    std::vector<U> out;
    for (const unsigned slots : make_amounts(request, ask.most_slots, random))
      in.push_back(draw(ask, slots, random));
    for (const T x : in)
      for (unsigned j = 0; j < ask.slots(x); ++j) out.push_back(ask.slot(x, j));
    data.inputs.push_back(Array::of<T>("in", element_type_of<T>(), in));
    add_outputs(data, element_type_of<U>(), out);
  });
  if (!known) throw UnknownName("operator", request.op, {"repeat_u32", "ramp_u32", "bits_u8"});
  return data;
}

// ---- clip_triangles ------------------------------------------------------------------------------------

constexpr double kLargest = 8;  // of a coordinate

Rectangle make_window(Random& random) {
  const auto half = [&](int whole) { return float(whole) + 0.5f; };
  const auto odd_64th = [&](int whole) { return float(whole) + float(2 * random.below(32) + 1) / 64; };
  const int left = -int(random.below(5)) - 2, bottom = -int(random.below(5)) - 2;
  return {half(left), odd_64th(bottom), half(left + 3 + int(random.below(3))),
          odd_64th(bottom + 3 + int(random.below(3)))};
}

float coordinate(Random& random) { return float(random.below(17)) - 8; }

Triangle any_triangle(Random& random) {
  Triangle triangle;
  for (Vertex& v : triangle.v) {
    v.x = coordinate(random);
    v.y = coordinate(random);
  }
  return triangle;
}

/// One that leaves as many triangles as is asked for.
Triangle draw(Random& random, const Rectangle& window, const std::function<bool(int)>& wanted) {
  Triangle triangle = any_triangle(random);
  while (!wanted(allocate::triangle_count(allocate::clip(triangle, window)))) triangle = any_triangle(random);
  return triangle;
}

CaseData make_clip(const CaseRequest& request) {
  if (request.op != "window") throw UnknownName("operator", request.op, {"window"});
  using Triangles = std::vector<Triangle>;
  Random random(request.seed);
  const Rectangle window = make_window(random);
  const auto each = [&](const std::function<bool(int)>& wanted) {
    Triangles triangles(request.n);
    for (Triangle& triangle : triangles) triangle = draw(random, window, wanted);
    return triangles;
  };
  const std::map<std::string, std::function<Triangles()>> kinds = {
      {"random", [&] { return each([](int) { return true; }); }},
      {"outside", [&] { return each([](int left) { return left == 0; }); }},
      {"inside", [&] { return each([](int left) { return left == 1; }); }},
      {"cut", [&] { return each([](int left) { return left >= 2; }); }},
      {"rare", [&] { return each([&](int left) { return (left > 0) == (random.below(100) == 0); }); }}};
  const Triangles in = make_input(kinds, request.input);
  Triangles out;
  for (const Triangle& triangle : in) {
    const allocate::Polygon polygon = allocate::clip(triangle, window);
    for (int j = 0; j < allocate::triangle_count(polygon); ++j)
      out.push_back(allocate::fan_triangle(polygon, j));
  }
  CaseData data;
  constexpr ElementType kTriangle{Scalar::f32, 6};
  data.inputs.push_back(Array::of<Triangle>("in", kTriangle, in));
  add_outputs(data, kTriangle, out, std::vector<double>(out.size(), kLargest));
  data.parameters = {
      {"left", window.left}, {"bottom", window.bottom}, {"right", window.right}, {"top", window.top}};
  data.note = "A triangle is six numbers: x and y of each vertex.";
  return data;
}

CaseData make_case(const CaseRequest& request) {
  return request.task == "expand" ? make_expand(request) : make_clip(request);
}

const OracleRegistration registration("allocate", &make_case);

}  // namespace
