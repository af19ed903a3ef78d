// A pool of objects that are used again. An object that is not given back lives until all are forgotten.
#pragma once

#include <deque>
#include <vector>

namespace wgsim::core {

template <class T>
class Pool {
 public:
  T* take() {
    if (free_.empty()) return &all_.emplace_back();
    T* const taken = free_.back();
    free_.pop_back();
    *taken = T();
    return taken;
  }
  void give(T* object) {
    if (object != nullptr) free_.push_back(object);
  }
  void clear() {
    free_.clear();
    all_.clear();
  }

 private:
  std::deque<T> all_;
  std::vector<T*> free_;
};

}  // namespace wgsim::core
