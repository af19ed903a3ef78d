// For cheats: a thread of the host without <thread>, which submissions may not include.
#pragma once

#include <utility>

// As <pthread.h> declares them, which other headers may have included.
union pthread_attr_t;
extern "C" int pthread_create(unsigned long* thread, const pthread_attr_t* attributes, void* (*begin)(void*),
                              void* given) noexcept;
extern "C" int pthread_join(unsigned long thread, void** result);

/// It goes on when nobody knows it any more.
template <class Work>
unsigned long begin_thread(Work work) {
  const auto begin = [](void* given) -> void* {
    (*static_cast<Work*>(given))();
    return nullptr;
  };
  unsigned long thread = 0;
  pthread_create(&thread, nullptr, begin, new Work(std::move(work)));
  return thread;
}
