// How the runner calls the tasks of this exercise.
#include "kit/bind.cuh"
#include "tone_mapping.cu"  // the submission; the build says in which folder
#include "tone_mapping.cuh"

namespace {

struct Shape {
  std::size_t rows, cols;
  explicit Shape(const warpgrade::kit::Arguments& args)
      : rows(static_cast<std::size_t>(args.parameter("rows"))),
        cols(static_cast<std::size_t>(args.parameter("cols"))) {}
};

int bins(const warpgrade::kit::Arguments& args) { return static_cast<int>(args.parameter("bins")); }

}  // namespace

WARPGRADE_TASK(range) {
  const Shape shape(args);
  tone_mapping::range(args.in<float>(0), args.out<float>(0), shape.rows, shape.cols, args.stream);
}
WARPGRADE_TASK(distribution) {
  const Shape shape(args);
  tone_mapping::distribution(args.in<float>(0), args.in<float>(1), args.out<unsigned>(0),
                             args.out<unsigned>(1), shape.rows, shape.cols, bins(args), args.stream);
}
WARPGRADE_TASK(tone_map) {
  const Shape shape(args);
  tone_mapping::tone_map(args.in<float>(0), args.in<float>(1), args.in<float>(2), args.out<float>(0),
                         args.out<unsigned>(1), args.out<unsigned>(2), args.out<warpgrade::Rgba>(3),
                         shape.rows, shape.cols, bins(args), args.stream);
}
WARPGRADE_TASK(equalise) {
  const Shape shape(args);
  tone_mapping::equalise(args.in<std::uint8_t>(0), args.out<unsigned>(0), args.out<unsigned>(1),
                         args.out<std::uint8_t>(2), shape.rows, shape.cols, args.stream);
}
