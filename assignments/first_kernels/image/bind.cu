// How the runner calls this exercise's tasks.
#include "image.cu"  // the submission; the build says in which folder
#include "image.cuh"
#include "kit/bind.cuh"

WARPGRADE_TASK(write) {
  ::image::grey(args.in<unsigned char>(0), args.out<unsigned char>(0),
                static_cast<int>(args.parameter("width")), static_cast<int>(args.parameter("height")),
                args.stream);
}
WARPGRADE_TASK(repair) {
  ::image::mirror(args.in<unsigned char>(0), args.out<unsigned char>(0),
                  static_cast<int>(args.parameter("width")), static_cast<int>(args.parameter("height")),
                  args.stream);
}
