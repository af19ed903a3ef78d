// Thrust's iterators and pointers. raw(iterator) is the same iterator as the code sees it that runs beside
// the data: a device_ptr<T> becomes a T*, also inside of other iterators.
#pragma once

#include <cstddef>
#include <iterator>
#include <ostream>
#include <tuple>
#include <utility>

#include "system.h"

namespace thrust {

using std::advance;
using std::distance;
using std::get;
using std::iterator_traits;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::tie;
using std::tuple;
using std::tuple_element;
using std::tuple_size;

template <class Iterator>
struct iterator_difference {
  using type = typename std::iterator_traits<Iterator>::difference_type;
};
template <class Iterator>
struct iterator_value {
  using type = typename std::iterator_traits<Iterator>::value_type;
};

namespace detail {

/// All operators of a random-access iterator, of Self::advance(n), Self::distance_to(other) and
/// Self::dereference().
template <class Self, class Value, class Reference>
struct random_access {
  using value_type = std::remove_cv_t<Value>;
  using reference = Reference;
  using pointer = Self;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;

  Reference operator*() const { return self().dereference(); }
  Reference operator[](difference_type n) const { return (self() + n).dereference(); }
  Self& operator+=(difference_type n) { return self().advance(n), self(); }
  Self& operator-=(difference_type n) { return self().advance(-n), self(); }
  Self& operator++() { return self() += 1; }
  Self& operator--() { return self() -= 1; }
  Self operator++(int) {
    const Self old = self();
    return self() += 1, old;
  }
  Self operator--(int) {
    const Self old = self();
    return self() -= 1, old;
  }
  friend Self operator+(Self a, difference_type n) { return a += n; }
  friend Self operator+(difference_type n, Self a) { return a += n; }
  friend Self operator-(Self a, difference_type n) { return a -= n; }
  friend difference_type operator-(const Self& a, const Self& b) { return b.distance_to(a); }
  friend bool operator==(const Self& a, const Self& b) { return b.distance_to(a) == 0; }
  friend bool operator!=(const Self& a, const Self& b) { return b.distance_to(a) != 0; }
  friend bool operator<(const Self& a, const Self& b) { return b.distance_to(a) < 0; }
  friend bool operator>(const Self& a, const Self& b) { return b.distance_to(a) > 0; }
  friend bool operator<=(const Self& a, const Self& b) { return b.distance_to(a) <= 0; }
  friend bool operator>=(const Self& a, const Self& b) { return b.distance_to(a) >= 0; }

 private:
  Self& self() { return static_cast<Self&>(*this); }
  const Self& self() const { return static_cast<const Self&>(*this); }
};

/// An iterator of device memory has a member raw(), and so do those over others.
template <class Iterator, class = void>
constexpr bool has_raw = false;
template <class Iterator>
constexpr bool has_raw<Iterator, std::void_t<decltype(&Iterator::raw)>> = true;
template <class Iterator>
auto raw(const Iterator& iterator) {
  if constexpr (has_raw<Iterator>)
    return iterator.raw();
  else
    return iterator;
}
template <class Iterator>
using raw_of = decltype(raw(std::declval<const Iterator&>()));

template <class Iterator>
using value_of = typename std::iterator_traits<Iterator>::value_type;
template <class Iterator>
using reference_of = decltype(*std::declval<const Iterator&>());

}  // namespace detail

// ---- Device memory: device_ptr, device_reference ------------------------------------------------------
template <class T>
class device_ptr;

/// An element in device memory. Host code reads and writes it by a copy, as in Thrust.
template <class T>
class device_reference {
 public:
  explicit device_reference(T* at) : at_(at) {}
  device_reference(const device_reference&) = default;

  operator std::remove_const_t<T>() const {
    if (wgsim::in_kernel()) return *at_;
    std::remove_const_t<T> value;
    cudaMemcpy(&value, at_, sizeof(T), cudaMemcpyDeviceToHost);
    return value;
  }
  const device_reference& operator=(const T& value) const {
    if (wgsim::in_kernel())
      *at_ = value;
    else
      cudaMemcpy(at_, &value, sizeof(T), cudaMemcpyHostToDevice);
    return *this;
  }
  const device_reference& operator=(const device_reference& other) const {
    return *this = static_cast<T>(other);
  }
  device_ptr<T> operator&() const { return device_ptr<T>(at_); }
#define WGSIM_UPDATE(sign)                                        \
  template <class U>                                              \
  const device_reference& operator sign##=(const U& by) const {   \
    return *this = static_cast<T>(static_cast<T>(*this) sign by); \
  }
  WGSIM_UPDATE(+)
  WGSIM_UPDATE(-)
  WGSIM_UPDATE(*)
  WGSIM_UPDATE(/)
  WGSIM_UPDATE(%)
  WGSIM_UPDATE(&)
  WGSIM_UPDATE(|)
  WGSIM_UPDATE(^)
  WGSIM_UPDATE(<<)
  WGSIM_UPDATE(>>)
#undef WGSIM_UPDATE
  const device_reference& operator++() const { return *this += 1; }
  const device_reference& operator--() const { return *this -= 1; }
  std::remove_const_t<T> operator++(int) const {
    const std::remove_const_t<T> old = *this;
    return *this += 1, old;
  }
  std::remove_const_t<T> operator--(int) const {
    const std::remove_const_t<T> old = *this;
    return *this -= 1, old;
  }
  template <class Char, class Traits>
  friend std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& stream,
                                                      const device_reference& element) {
    return stream << static_cast<T>(element);
  }

 private:
  T* at_;
};

template <class T>
class device_ptr : public detail::random_access<device_ptr<T>, T, device_reference<T>> {
 public:
  static constexpr detail::Where where = detail::Where::device;
  using element_type = T;

  device_ptr() = default;
  device_ptr(std::nullptr_t) {}
  explicit device_ptr(T* at) : at_(at) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  device_ptr(const device_ptr<U>& other) : at_(other.get()) {}

  T* get() const { return at_; }
  T* raw() const { return at_; }
  explicit operator bool() const { return at_ != nullptr; }
  void advance(std::ptrdiff_t n) { at_ += n; }
  std::ptrdiff_t distance_to(const device_ptr& other) const { return other.at_ - at_; }
  device_reference<T> dereference() const { return device_reference<T>(at_); }

 private:
  T* at_ = nullptr;
};

template <class T>
device_ptr<T> device_pointer_cast(T* pointer) {
  return device_ptr<T>(pointer);
}
template <class T>
T* raw_pointer_cast(const device_ptr<T>& pointer) {
  return pointer.get();
}
template <class T>
T* raw_pointer_cast(T* pointer) {
  return pointer;
}
template <class T>
device_ptr<T> device_malloc(std::size_t count) {
  void* at = nullptr;
  cudaMalloc(&at, count * sizeof(T));
  return device_ptr<T>(static_cast<T*>(at));
}
template <class T>
void device_free(device_ptr<T> pointer) {
  cudaFree(const_cast<std::remove_const_t<T>*>(pointer.get()));
}

// ---- Iterators that compute their elements ------------------------------------------------------------
template <class T>
class counting_iterator : public detail::random_access<counting_iterator<T>, T, T> {
 public:
  static constexpr detail::Where where = detail::Where::anywhere;
  counting_iterator() = default;
  explicit counting_iterator(T value) : value_(value) {}
  void advance(std::ptrdiff_t n) { value_ = static_cast<T>(value_ + n); }
  std::ptrdiff_t distance_to(const counting_iterator& other) const {
    return static_cast<std::ptrdiff_t>(other.value_) - static_cast<std::ptrdiff_t>(value_);
  }
  T dereference() const { return value_; }

 private:
  T value_{};
};
template <class T>
counting_iterator<T> make_counting_iterator(T value) {
  return counting_iterator<T>(value);
}

template <class T>
class constant_iterator : public detail::random_access<constant_iterator<T>, T, T> {
 public:
  static constexpr detail::Where where = detail::Where::anywhere;
  explicit constant_iterator(T value = T(), std::ptrdiff_t at = 0) : value_(value), at_(at) {}
  void advance(std::ptrdiff_t n) { at_ += n; }
  std::ptrdiff_t distance_to(const constant_iterator& other) const { return other.at_ - at_; }
  T dereference() const { return value_; }

 private:
  T value_;
  std::ptrdiff_t at_;
};
template <class T>
constant_iterator<T> make_constant_iterator(T value) {
  return constant_iterator<T>(value);
}

namespace detail {
struct ignored {
  template <class T>
  const ignored& operator=(const T&) const {
    return *this;
  }
  template <class T>
  operator T() const {
    return T();
  }
};
}  // namespace detail

/// What is written to it is lost.
template <class = void>
class discard_iterator : public detail::random_access<discard_iterator<>, char, detail::ignored> {
 public:
  static constexpr detail::Where where = detail::Where::anywhere;
  explicit discard_iterator(std::ptrdiff_t at = 0) : at_(at) {}
  void advance(std::ptrdiff_t n) { at_ += n; }
  std::ptrdiff_t distance_to(const discard_iterator& other) const { return other.at_ - at_; }
  detail::ignored dereference() const { return {}; }

 private:
  std::ptrdiff_t at_;
};
inline discard_iterator<> make_discard_iterator() { return discard_iterator<>(); }

// ---- Iterators over others ----------------------------------------------------------------------------
namespace detail {
/// What a function makes of an element: the element itself is handed over, not a device_reference to it.
template <class Function, class Iterator>
using transformed = decltype(std::declval<Function&>()(
    std::declval<std::conditional_t<std::is_reference_v<reference_of<Iterator>>, reference_of<Iterator>,
                                    const value_of<Iterator>&>>()));
}  // namespace detail

template <class Function, class Iterator>
class transform_iterator
    : public detail::random_access<transform_iterator<Function, Iterator>,
                                   std::decay_t<detail::transformed<Function, Iterator>>,
                                   std::decay_t<detail::transformed<Function, Iterator>>> {
 public:
  static constexpr detail::Where where = detail::where_of<Iterator>;
  transform_iterator(Iterator base, Function function) : base_(base), function_(function) {}
  explicit transform_iterator(Iterator base) : base_(base), function_() {}
  auto raw() const {
    return transform_iterator<Function, detail::raw_of<Iterator>>(detail::raw(base_), function_);
  }
  Iterator base() const { return base_; }
  Function functor() const { return function_; }
  void advance(std::ptrdiff_t n) { base_ += n; }
  std::ptrdiff_t distance_to(const transform_iterator& other) const { return other.base_ - base_; }
  std::decay_t<detail::transformed<Function, Iterator>> dereference() const {
    if constexpr (std::is_reference_v<detail::reference_of<Iterator>>) {
      return function_(*base_);
    } else {
      const detail::value_of<Iterator> element = *base_;
      return function_(element);
    }
  }

 private:
  Iterator base_;
  mutable Function function_;  // its operator() need not be const
};
template <class Iterator, class Function>
transform_iterator<Function, Iterator> make_transform_iterator(Iterator base, Function function) {
  return {base, function};
}

/// elements[indices[i]]
template <class Elements, class Indices>
class permutation_iterator
    : public detail::random_access<permutation_iterator<Elements, Indices>, detail::value_of<Elements>,
                                   detail::reference_of<Elements>> {
 public:
  static constexpr detail::Where where = detail::where_of_all<Elements, Indices>();
  permutation_iterator(Elements elements, Indices indices) : elements_(elements), indices_(indices) {}
  auto raw() const {
    return permutation_iterator<detail::raw_of<Elements>, detail::raw_of<Indices>>(detail::raw(elements_),
                                                                                   detail::raw(indices_));
  }
  void advance(std::ptrdiff_t n) { indices_ += n; }
  std::ptrdiff_t distance_to(const permutation_iterator& other) const { return other.indices_ - indices_; }
  decltype(auto) dereference() const {
    return *(elements_ + static_cast<std::ptrdiff_t>(detail::value_of<Indices>(*indices_)));
  }

 private:
  Elements elements_;
  Indices indices_;
};
template <class Elements, class Indices>
permutation_iterator<Elements, Indices> make_permutation_iterator(Elements elements, Indices indices) {
  return {elements, indices};
}

template <class Iterator>
class reverse_iterator : public detail::random_access<reverse_iterator<Iterator>, detail::value_of<Iterator>,
                                                      detail::reference_of<Iterator>> {
 public:
  static constexpr detail::Where where = detail::where_of<Iterator>;
  explicit reverse_iterator(Iterator base) : base_(base) {}
  auto raw() const { return reverse_iterator<detail::raw_of<Iterator>>(detail::raw(base_)); }
  Iterator base() const { return base_; }
  void advance(std::ptrdiff_t n) { base_ -= n; }
  std::ptrdiff_t distance_to(const reverse_iterator& other) const { return base_ - other.base_; }
  decltype(auto) dereference() const { return *(base_ - 1); }

 private:
  Iterator base_;
};
template <class Iterator>
reverse_iterator<Iterator> make_reverse_iterator(Iterator base) {
  return reverse_iterator<Iterator>(base);
}

/// zip_iterator<tuple<Iterator…>>: its elements are tuples of references.
template <class Iterators>
class zip_iterator;
template <class... Iterator>
class zip_iterator<std::tuple<Iterator...>>
    : public detail::random_access<zip_iterator<std::tuple<Iterator...>>,
                                   std::tuple<detail::value_of<Iterator>...>,
                                   std::tuple<detail::reference_of<Iterator>...>> {
 public:
  static constexpr detail::Where where = detail::where_of_all<Iterator...>();
  zip_iterator(std::tuple<Iterator...> iterators) : iterators_(iterators) {}
  auto raw() const {
    return zip_iterator<std::tuple<detail::raw_of<Iterator>...>>(std::apply(
        [](const Iterator&... each) { return std::make_tuple(detail::raw(each)...); }, iterators_));
  }
  const std::tuple<Iterator...>& get_iterator_tuple() const { return iterators_; }
  void advance(std::ptrdiff_t n) {
    std::apply([n](Iterator&... each) { (static_cast<void>(each += n), ...); }, iterators_);
  }
  std::ptrdiff_t distance_to(const zip_iterator& other) const {
    return std::get<0>(other.iterators_) - std::get<0>(iterators_);
  }
  std::tuple<detail::reference_of<Iterator>...> dereference() const {
    return std::apply(
        [](const Iterator&... each) { return std::tuple<detail::reference_of<Iterator>...>(*each...); },
        iterators_);
  }

 private:
  std::tuple<Iterator...> iterators_;
};
template <class... Iterator>
zip_iterator<std::tuple<Iterator...>> make_zip_iterator(std::tuple<Iterator...> iterators) {
  return zip_iterator<std::tuple<Iterator...>>(iterators);
}
template <class First, class... Rest, class = decltype(*std::declval<First>())>
zip_iterator<std::tuple<First, Rest...>> make_zip_iterator(First first, Rest... rest) {
  return zip_iterator<std::tuple<First, Rest...>>(std::make_tuple(first, rest...));
}

/// zip_function(f)(tuple) is f(element…).
template <class Function>
struct zip_function {
  Function function;
  template <class Tuple>
  decltype(auto) operator()(Tuple&& elements) const {
    return std::apply(function, std::forward<Tuple>(elements));
  }
};
template <class Function>
zip_function<Function> make_zip_function(Function function) {
  return {function};
}

}  // namespace thrust
