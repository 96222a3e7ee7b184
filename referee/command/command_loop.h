#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "referee/command/interrupts.h"
#include "referee/loop/tasks.h"

namespace referee {

/// Does `work`, then `last`, whatever has come of `work`; then throws what `work` has thrown.
Task<> and_finally(Task<> work, std::function<Task<>()> last);

/// The event loop of a command, with what each command on a loop has: coroutines, the signals that end it,
/// and what ended it early. The loop ends when the main coroutine has returned and all other users are
/// closed.
class CommandLoop {
 public:
  /// Closes the users of the loop that the main coroutine leaves behind: launcher, listeners, timers.
  using Close = std::function<void()>;

  /// At the first SIGINT or SIGTERM the loop stops at once: the destructors of its users end what they
  /// started.
  CommandLoop();
  /// What is done at the first signal and at the second one (see Interrupts; without `second` the loop stops
  /// at once). `more`: further signals with the same effect.
  explicit CommandLoop(Interrupts::Call first, Interrupts::Call second = nullptr,
                       const std::vector<int>& more = {});

  boost::asio::io_context& io() { return io_; }
  Tasks& tasks() { return tasks_; }
  const Clock& clock() const { return tasks_.clock(); }

  /// Runs the loop: `main`, and what it has started, to their ends. When `main` has returned or thrown, calls
  /// `close`. Returns when the loop has ended. Throws what a call of the loop has thrown. REQUIRES: called
  /// once.
  void run(const std::string& name, Task<> main, Close close = nullptr);
  /// A call of the loop that fails is noted like a coroutine that does, and the loop goes on: for a program
  /// that others depend on. Otherwise run() throws it.
  void go_on_after_failures() { goes_on_ = true; }
  /// From now on a failure of any coroutine ends the loop at once, and is failure().
  void stop_on_failure();
  /// What the main coroutine has thrown, or stop_on_failure() has met; null: nothing.
  const std::exception_ptr& failure() const { return failure_; }
  /// Throws failure(), if there is one.
  void rethrow_failure() const;
  /// The first signal's number; 0: none has arrived.
  int signal() const { return interrupts_.number(); }
  /// For commands that a signal ends early. The exit code if one has arrived, else nothing. Throws failure().
  std::optional<int> early_end() const;

 private:
  Task<> run_main(Task<> main, Close close);

  boost::asio::io_context io_{1};
  Tasks tasks_{io_};
  Interrupts interrupts_;
  std::exception_ptr failure_;
  bool goes_on_ = false;
};

}  // namespace referee
