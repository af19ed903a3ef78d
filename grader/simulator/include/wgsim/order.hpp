// In which order the threads of a block and the blocks of a grid run.
#pragma once

namespace wgsim {

enum class Order { forward, reverse, random };

}  // namespace wgsim
