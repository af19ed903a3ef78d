// thrust::host_vector and thrust::device_vector, and thrust::copy between them.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "detail/iterators.h"

namespace thrust {
namespace detail {

// ---- Copies: of bytes where elements lie one after the other, else one by one where they can be read --
template <class Iterator>
constexpr bool is_contiguous = std::is_pointer_v<Iterator>;
template <class T>
constexpr bool is_contiguous<device_ptr<T>> = true;
template <class T, class Container>
constexpr bool is_contiguous<__gnu_cxx::__normal_iterator<T*, Container>> =
    !std::is_same_v<std::remove_const_t<T>, bool>;

template <class Iterator>
auto address_of(const Iterator& iterator) {
  if constexpr (where_of<Iterator> == Where::device)
    return raw(iterator);
  else
    return std::addressof(*iterator);
}

template <class Iterator>
constexpr bool is_random_access =
    std::is_base_of_v<std::random_access_iterator_tag,
                      typename std::iterator_traits<Iterator>::iterator_category>;

/// Calls use(first, count). A range of a std::list or the like is copied first.
template <class Iterator, class Use>
void with_range(Iterator first, Iterator last, Use use) {
  if constexpr (is_random_access<Iterator>) {
    use(first, static_cast<std::size_t>(last - first));
  } else {
    const std::vector<typename std::iterator_traits<Iterator>::value_type> kept(first, last);
    use(kept.begin(), kept.size());
  }
}

/// Where it can be done at all: a kernel reads no host memory, and host code no device memory.
template <class Policy, class Input, class Output>
Output copy_within(const Policy& policy, Input first, std::ptrdiff_t count, Output out) {
  if constexpr (is_random_access<Output>) {
    run(policy, "thrust::copy", [from = raw(first), to = raw(out), count] {
      for (std::ptrdiff_t i = 0; i < count; ++i) to[i] = static_cast<value_of<Input>>(from[i]);
    });
    return out + count;
  } else {  // std::back_inserter and the like, which are of the host
    for (std::ptrdiff_t i = 0; i < count; ++i, ++out) *out = static_cast<value_of<Input>>(first[i]);
    return out;
  }
}

template <class Policy, class Input, class Output>
Output copy_elements(const Policy& policy, Input first, std::ptrdiff_t count, Output out) {
  constexpr Where from = where_of<Input>, to = where_of<Output>;
  constexpr bool crosses =
      (from == Where::device && to == Where::host) || (from == Where::host && to == Where::device);
  if (count <= 0) return out;
  if (wgsim::in_kernel()) return copy_within(policy, first, count, out);
  if constexpr (is_contiguous<Input> && is_contiguous<Output>) {
    if constexpr (std::is_same_v<value_of<Input>, value_of<Output>> &&
                  std::is_trivially_copyable_v<value_of<Input>>) {
      cudaMemcpy(address_of(out), address_of(first),
                 static_cast<std::size_t>(count) * sizeof(value_of<Input>), cudaMemcpyDefault);
      return out + count;
    }
  }
  if constexpr (!crosses) {
    return copy_within(policy, first, count, out);
  } else if constexpr (from == Where::device) {  // through device memory that is contiguous, and then through
                                                 // host memory
    using T = value_of<Input>;
    const scratch<T, device_policy> place(device_policy{}, static_cast<std::size_t>(count));
    copy_within(device_policy{}, first, count, device_ptr<T>(place.get()));
    const std::unique_ptr<T[]> read(new T[static_cast<std::size_t>(count)]);
    cudaMemcpy(read.get(), place.get(), static_cast<std::size_t>(count) * sizeof(T), cudaMemcpyDeviceToHost);
    return copy_within(host_policy{}, read.get(), count, out);
  } else {
    using T = value_of<Output>;
    const std::unique_ptr<T[]> written(new T[static_cast<std::size_t>(count)]);
    copy_within(host_policy{}, first, count, written.get());
    const scratch<T, device_policy> place(device_policy{}, static_cast<std::size_t>(count));
    cudaMemcpy(place.get(), written.get(), static_cast<std::size_t>(count) * sizeof(T),
               cudaMemcpyHostToDevice);
    return copy_within(device_policy{}, device_ptr<T>(place.get()), count, out);
  }
}

template <class Iterator>
using if_iterator = typename std::iterator_traits<Iterator>::iterator_category;

}  // namespace detail

template <class T, class Allocator = std::allocator<T>>
class device_vector;

// ---- host_vector: a std::vector that can be copied from and to device_vector --------------------------
template <class T, class Allocator = std::allocator<T>>
class host_vector : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  host_vector() = default;
  host_vector(const std::vector<T>& other) : std::vector<T>(other) {}
  template <class U>
  host_vector(const device_vector<U>& other) : host_vector(other.begin(), other.end()) {}
  template <class Iterator, class = detail::if_iterator<Iterator>>
  host_vector(Iterator first, Iterator last) {
    detail::with_range(first, last, [&](auto from, std::size_t count) {
      this->resize(count);
      detail::copy_elements(detail::host_policy{}, from, static_cast<std::ptrdiff_t>(count), this->begin());
    });
  }
  template <class U>
  host_vector& operator=(const device_vector<U>& other) {
    return *this = host_vector(other);
  }
};

// ---- device_vector ------------------------------------------------------------------------------------
template <class T, class Allocator>
class device_vector {
 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = device_reference<T>;
  using const_reference = device_reference<const T>;
  using pointer = device_ptr<T>;
  using const_pointer = device_ptr<const T>;
  using iterator = device_ptr<T>;
  using const_iterator = device_ptr<const T>;

  device_vector() = default;
  explicit device_vector(size_type count) : device_vector(count, T()) {}
  device_vector(size_type count, const T& value) { append(count, constant_iterator<T>(value)); }
  template <class Iterator, class = detail::if_iterator<Iterator>>
  device_vector(Iterator first, Iterator last) {
    assign(first, last);
  }
  device_vector(std::initializer_list<T> values) : device_vector(values.begin(), values.end()) {}
  device_vector(const device_vector& other) : device_vector(other.begin(), other.end()) {}
  device_vector(device_vector&& other) noexcept { swap(other); }
  template <class U>
  device_vector(const std::vector<U>& other) : device_vector(other.begin(), other.end()) {}
  template <class U>
  device_vector(const device_vector<U>& other) : device_vector(other.begin(), other.end()) {}
  ~device_vector() { cudaFree(data_); }

  device_vector& operator=(const device_vector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  device_vector& operator=(device_vector&& other) noexcept {
    swap(other);
    return *this;
  }
  template <class U>
  device_vector& operator=(const std::vector<U>& other) {
    assign(other.begin(), other.end());
    return *this;
  }

  iterator begin() { return iterator(data_); }
  iterator end() { return iterator(data_ + size_); }
  const_iterator begin() const { return const_iterator(data_); }
  const_iterator end() const { return const_iterator(data_ + size_); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator<iterator> rbegin() { return reverse_iterator<iterator>(end()); }
  reverse_iterator<iterator> rend() { return reverse_iterator<iterator>(begin()); }
  reverse_iterator<const_iterator> rbegin() const { return reverse_iterator<const_iterator>(end()); }
  reverse_iterator<const_iterator> rend() const { return reverse_iterator<const_iterator>(begin()); }
  pointer data() { return pointer(data_); }
  const_pointer data() const { return const_pointer(data_); }
  reference operator[](size_type i) { return reference(data_ + i); }
  const_reference operator[](size_type i) const { return const_reference(data_ + i); }
  reference front() { return (*this)[0]; }
  reference back() { return (*this)[size_ - 1]; }
  const_reference front() const { return (*this)[0]; }
  const_reference back() const { return (*this)[size_ - 1]; }

  size_type size() const { return size_; }
  size_type capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  void clear() { size_ = 0; }
  void reserve(size_type count) { make_room(count); }
  void shrink_to_fit() {}
  void resize(size_type count, const T& value = T()) {
    if (count > size_) append(count - size_, constant_iterator<T>(value));
    size_ = count;
  }
  void push_back(const T& value) { append(1, constant_iterator<T>(value)); }
  void pop_back() { --size_; }
  void assign(size_type count, const T& value) {
    clear();
    append(count, constant_iterator<T>(value));
  }
  template <class Iterator, class = detail::if_iterator<Iterator>>
  void assign(Iterator first, Iterator last) {
    clear();
    detail::with_range(first, last, [&](auto from, size_type count) { append(count, from); });
  }
  iterator erase(iterator at) { return erase(at, at + 1); }
  iterator erase(iterator first, iterator last) {
    detail::copy_within(detail::device_policy{}, last, end() - last, first);
    size_ -= static_cast<size_type>(last - first);
    return first;
  }
  iterator insert(iterator at, const T& value) { return insert(at, 1, value); }
  iterator insert(iterator at, size_type count, const T& value) {
    const std::ptrdiff_t before = at - begin();
    const constant_iterator<T> values(value);
    insert(at, values, values + static_cast<std::ptrdiff_t>(count));
    return begin() + before;
  }
  template <class Iterator, class = detail::if_iterator<Iterator>>
  void insert(iterator at, Iterator first, Iterator last) {
    const size_type before = static_cast<size_type>(at - begin());
    device_vector together(begin(), at);
    detail::with_range(first, last, [&](auto from, size_type count) { together.append(count, from); });
    together.append(size_ - before, begin() + static_cast<std::ptrdiff_t>(before));
    swap(together);
  }
  void swap(device_vector& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  friend bool operator==(const device_vector& a, const device_vector& b) {
    return a.size() == b.size() && static_cast<const std::vector<T>&>(host_vector<T>(a)) == host_vector<T>(b);
  }
  friend bool operator!=(const device_vector& a, const device_vector& b) { return !(a == b); }

 private:
  void make_room(size_type count) {
    if (count <= capacity_) return;
    device_vector larger;
    larger.capacity_ = std::max(count, size_ == 0 ? count : 2 * capacity_);
    if (cudaMalloc(reinterpret_cast<void**>(&larger.data_), larger.capacity_ * sizeof(T)) != cudaSuccess) {
      cudaGetLastError();
      throw std::bad_alloc();
    }
    larger.append(size_, const_iterator(data_));
    swap(larger);
  }
  template <class Iterator>
  void append(size_type count, Iterator first) {
    if (count == 0) return;
    make_room(size_ + count);
    detail::copy_elements(detail::device_policy{}, first, static_cast<std::ptrdiff_t>(count), end());
    size_ += count;
  }

  T* data_ = nullptr;
  size_type size_ = 0, capacity_ = 0;
};

template <class T>
void swap(device_vector<T>& a, device_vector<T>& b) {
  a.swap(b);
}

}  // namespace thrust
