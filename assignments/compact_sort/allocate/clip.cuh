// Clipping one triangle against a rectangle: given, for host and device.
#pragma once

#include <warpgrade/ops.cuh>

namespace allocate {

struct Vertex {
  float x, y;
};
struct Triangle {
  Vertex v[3];
};
struct Rectangle {
  float left, bottom, right, top;
};

/// A convex polygon. Each of the four sides of the rectangle may add one vertex to a triangle.
struct Polygon {
  Vertex v[7];
  int size;
};
inline constexpr int kMostTriangles = 5;  // of a polygon with 7 vertices

/// Where the edge from a to b crosses the line x = at.
WARPGRADE_HD inline Vertex crossing_x(Vertex a, Vertex b, float at) {
  return {at, a.y + (at - a.x) / (b.x - a.x) * (b.y - a.y)};
}
/// Where it crosses the line y = at.
WARPGRADE_HD inline Vertex crossing_y(Vertex a, Vertex b, float at) {
  return {a.x + (at - a.y) / (b.y - a.y) * (b.x - a.x), at};
}

/// What is left of a polygon on one side of a line, once around its edges: a vertex on that side stays, and
/// an edge that crosses the line adds a vertex there (Sutherland & Hodgman, Reentrant Polygon Clipping,
/// 1974).
template <class IsInside, class Crossing>
WARPGRADE_HD Polygon keep_side(const Polygon& polygon, IsInside is_inside, Crossing crossing) {
  Polygon kept;
  kept.size = 0;
  for (int i = 0; i < polygon.size; ++i) {
    const Vertex a = polygon.v[i], b = polygon.v[i + 1 < polygon.size ? i + 1 : 0];
    if (is_inside(a)) kept.v[kept.size++] = a;
    if (is_inside(a) != is_inside(b)) kept.v[kept.size++] = crossing(a, b);
  }
  return kept;
}

/// The part of the triangle inside the window; no vertices if there is none.
WARPGRADE_HD inline Polygon clip(const Triangle& triangle, const Rectangle& window) {
  const float left = window.left, right = window.right, bottom = window.bottom, top = window.top;
  Polygon p = {{triangle.v[0], triangle.v[1], triangle.v[2]}, 3};
  p = keep_side(
      p, [=](Vertex v) { return v.x >= left; }, [=](Vertex a, Vertex b) { return crossing_x(a, b, left); });
  p = keep_side(
      p, [=](Vertex v) { return v.x <= right; }, [=](Vertex a, Vertex b) { return crossing_x(a, b, right); });
  p = keep_side(
      p, [=](Vertex v) { return v.y >= bottom; },
      [=](Vertex a, Vertex b) { return crossing_y(a, b, bottom); });
  p = keep_side(
      p, [=](Vertex v) { return v.y <= top; }, [=](Vertex a, Vertex b) { return crossing_y(a, b, top); });
  return p;
}

/// A polygon as a fan of triangles around its first vertex: how many, and the j-th of them.
WARPGRADE_HD inline int triangle_count(const Polygon& polygon) {
  return polygon.size < 3 ? 0 : polygon.size - 2;
}
WARPGRADE_HD inline Triangle fan_triangle(const Polygon& polygon, int j) {
  return {{polygon.v[0], polygon.v[j + 1], polygon.v[j + 2]}};
}

}  // namespace allocate
