// The types of the runtime API, under an older name.
#pragma once

#include "driver_types.h"
