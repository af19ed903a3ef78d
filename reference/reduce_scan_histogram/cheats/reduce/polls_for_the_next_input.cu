// expect: forbidden coarsened
// cheat: a host thread watches the input arrays that it has seen. When one changes it computes the answer
//   at once, long before the call that asks for it.
// stopped by: refused before compiling; and where it runs nevertheless:
//   a contestant is stopped when it is not its turn; threads are counted; the clock runs over
//   the whole turn
#include <array>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include "honest.cuh"
#include "reduce.cuh"

namespace reduce {

template <class T, class Op>
class Watcher {
 public:
  Watcher(std::size_t n, T identity, Op op) : n_(n), identity_(identity), op_(op) {
    WARPGRADE_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    std::thread([this] { watch(); }).detach();
  }

  void add(const T* in) {
    const std::lock_guard lock(mutex_);
    answers_.try_emplace(in);
  }

  /// False: there is no answer yet for what the array holds now.
  bool give_answer(const T* in, T* out, cudaStream_t stream) {
    const std::lock_guard lock(mutex_);
    Answer& answer = answers_[in];
    if (!answer.is_known || sample(in) != answer.sample) return false;
    WARPGRADE_CHECK(cudaMemcpyAsync(out, &answer.value, sizeof(T), cudaMemcpyHostToDevice, stream));
    return true;
  }

 private:
  using Sample = std::array<T, 8>;
  struct Answer {
    Sample sample{};
    T value{};
    bool is_known = false;
  };

  /// Some elements from all over the array: they change when the input does.
  Sample sample(const T* in) {
    Sample taken;
    for (std::size_t i = 0; i < taken.size(); ++i)
      cudaMemcpyAsync(&taken[i], in + (n_ - 1) / (taken.size() - 1) * i, sizeof(T), cudaMemcpyDeviceToHost,
                      stream_);
    cudaStreamSynchronize(stream_);
    return taken;
  }

  void watch() {
    T* result;
    cudaMalloc(&result, sizeof(T));
    while (true) {
      {
        const std::lock_guard lock(mutex_);
        for (auto& [in, answer] : answers_) {
          if (const Sample now = sample(in); now != answer.sample || !answer.is_known) {
            honest::reduce(in, result, n_, identity_, op_, stream_);
            cudaMemcpyAsync(&answer.value, result, sizeof(T), cudaMemcpyDeviceToHost, stream_);
            cudaStreamSynchronize(stream_);
            answer.sample = now;
            answer.is_known = true;
          }
        }
      }
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }

  std::size_t n_;
  T identity_;
  Op op_;
  cudaStream_t stream_;
  std::mutex mutex_;
  std::map<const T*, Answer> answers_;
};

template <class T, class Op>
void coarsened(const T* in, T* out, std::size_t n, T identity, Op op, cudaStream_t stream) {
  if (!honest::is_timed(n)) return honest::reduce(in, out, n, identity, op, stream);
  static std::map<std::size_t, Watcher<T, Op>*> watchers;
  Watcher<T, Op>*& watcher = watchers[n];
  if (!watcher) watcher = new Watcher<T, Op>(n, identity, op);
  watcher->add(in);
  const honest::PlausibleTime time(n * sizeof(T));
  if (!watcher->give_answer(in, out, stream)) honest::reduce(in, out, n, identity, op, stream);
}

}  // namespace reduce
