// Owns what handles of the runtime API (streams, events, graphs) point to.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <utility>

namespace wgsim::api {

/// Owns what the handles point to, from the create call to the destroy call.
template <class T>
class HandlesOf {
 public:
  T* add(T value) { return live_.insert(std::make_unique<T>(std::move(value))).first->get(); }
  bool contains(const T* handle) const { return live_.find(handle) != live_.end(); }
  void remove(T* handle) { live_.erase(live_.find(handle)); }
  auto begin() const { return live_.begin(); }
  auto end() const { return live_.end(); }

 private:
  struct ByAddress {
    using is_transparent = void;
    static const T* address(const std::unique_ptr<T>& p) { return p.get(); }
    static const T* address(const T* p) { return p; }
    template <class A, class B>
    bool operator()(const A& a, const B& b) const {
      return std::less<const T*>()(address(a), address(b));
    }
  };
  std::set<std::unique_ptr<T>, ByAddress> live_;
};

}  // namespace wgsim::api
