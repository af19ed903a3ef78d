#pragma once

inline int clamped(float value) { return value > 255 ? 255 : int(value); }
