// Tables of names that a submission may not use, or not as a macro's.
#pragma once

#include <string_view>

namespace warpgrade::judge {

bool is_assembly(std::string_view word);
/// What compilers and nvcc put into programs themselves, and functions of the compiler that the simulator
/// does not see.
bool is_of_the_compiler(std::string_view word);
/// Names of the simulator's own headers, some of which switch its checks off.
bool is_of_the_simulator(std::string_view word);
/// `name`: of an attribute, with or without underscores around it. Some keep code from being checked and
/// counted, others change when it runs, or what its names stand for.
bool hides_code(std::string_view name);
/// `text`: what follows #pragma, one blank between two words.
bool may_use_pragma(std::string_view text);
/// C++ leaves names such as __x and _X to compilers and libraries.
bool is_reserved(std::string_view word);
/// CUDA's words without underscores, which mean the same in every program.
bool is_word_of_cuda(std::string_view word);

}  // namespace warpgrade::judge
