// For a function that accesses a submission's memory in its place, such as a compare-exchange: what goes
// wrong in it is shown at the line that calls it, which debug information knows of inlined calls only.
#pragma once

#define WARPGRADE_INLINED __attribute__((always_inline))
