// A part of the simulator's state, as a member of `simulation`. Only the folder that the part belongs to
// knows its type; for all others it is a name.
#pragma once

namespace wgsim::core {

/// Makes the part when it is first used: a program may call CUDA before main, so nobody knows when that is.
/// Never destroys it: a destructor of the program's may call CUDA after main.
template <class T>
class Part {
 public:
  constexpr Part() = default;
  Part(const Part&) = delete;

  T& operator*() {
    if (part_ == nullptr) [[unlikely]]
      make();
    return *part_;
  }
  T* operator->() { return &**this; }

 private:
  [[gnu::noinline, gnu::cold]] void make() { part_ = new T(); }

  T* part_ = nullptr;
};

}  // namespace wgsim::core
