// Intrinsics of an architecture, which cuda_runtime.h declares.
#pragma once

#include "cuda_runtime.h"
