// All that the simulator has of CUB.
#pragma once

#include "collectives.cuh"
#include "device/algorithms.cuh"
