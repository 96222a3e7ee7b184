#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

#include "referee/base/units.h"

// The coroutines of referee/loop/tasks.h without Boost.Asio, for WebAssembly: whoever calls has the event
// loop.
namespace referee {

template <class T = void>
class Task;

namespace task_parts {

/// What all promises have in common: a coroutine begins when it is awaited, and goes on with who awaits it.
struct Promise {
  std::coroutine_handle<> awaiting;  ///< null while the coroutine has not waited yet
  std::exception_ptr failure;

  struct Final {
    bool await_ready() noexcept { return false; }
    template <class Of>
    void await_suspend(std::coroutine_handle<Of> ended) noexcept {
      if (ended.promise().awaiting) {
        ended.promise().awaiting.resume();
      }
    }
    void await_resume() noexcept {}
  };

  std::suspend_always initial_suspend() noexcept { return {}; }
  Final final_suspend() noexcept { return {}; }
  void unhandled_exception() { failure = std::current_exception(); }
};

template <class T>
struct PromiseOf : Promise {
  std::optional<T> value;

  Task<T> get_return_object();
  void return_value(T result) { value.emplace(std::move(result)); }
  T take() { return *std::move(value); }
};

template <>
struct PromiseOf<void> : Promise {
  Task<void> get_return_object();
  void return_void() {}
  void take() {}
};

}  // namespace task_parts

/// A coroutine.
template <class T>
class [[nodiscard]] Task {
 public:
  using promise_type = task_parts::PromiseOf<T>;

  explicit Task(std::coroutine_handle<promise_type> coroutine) : coroutine_(coroutine) {}
  Task(Task&& other) noexcept : coroutine_(std::exchange(other.coroutine_, nullptr)) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(coroutine_, other.coroutine_);
    return *this;
  }
  ~Task() {
    if (coroutine_) {
      coroutine_.destroy();
    }
  }

  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<> awaiting) {
    coroutine_.resume();
    if (coroutine_.done()) {
      return false;
    }
    coroutine_.promise().awaiting = awaiting;
    return true;
  }
  T await_resume() { return result(); }

  /// For who has the event loop: begins, and returns when the coroutine waits for the first time, or is done.
  void begin() { coroutine_.resume(); }
  bool done() const { return coroutine_.done(); }
  /// Throws what the coroutine has thrown. REQUIRES: done().
  T result() {
    if (coroutine_.promise().failure) {
      std::rethrow_exception(coroutine_.promise().failure);
    }
    return coroutine_.promise().take();
  }

 private:
  std::coroutine_handle<promise_type> coroutine_;
};

namespace task_parts {

template <class T>
Task<T> PromiseOf<T>::get_return_object() {
  return Task<T>(std::coroutine_handle<PromiseOf<T>>::from_promise(*this));
}

inline Task<void> PromiseOf<void>::get_return_object() {
  return Task<void>(std::coroutine_handle<PromiseOf<void>>::from_promise(*this));
}

}  // namespace task_parts

}  // namespace referee
