#include "referee/command/command_loop.h"

#include <utility>

#include "referee/command/exit_codes.h"

namespace referee {

Task<> and_finally(Task<> work, std::function<Task<>()> last) {
  std::exception_ptr failure;
  try {
    co_await std::move(work);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  co_await last();
  if (failure) {
    std::rethrow_exception(failure);
  }
}

CommandLoop::CommandLoop() : CommandLoop([this](int) { io_.stop(); }) {}

CommandLoop::CommandLoop(Interrupts::Call first, Interrupts::Call second, const std::vector<int>& more)
    : interrupts_(tasks_, std::move(first),
                  second ? std::move(second) : Interrupts::Call([this](int) { io_.stop(); }), more) {}

void CommandLoop::run(const std::string& name, Task<> main, Close close) {
  tasks_.start(name, run_main(std::move(main), std::move(close)));
  for (bool again = true; again;) {
    try {
      io_.run();
      again = false;
    } catch (const std::exception&) {
      if (!goes_on_) {
        throw;
      }
      tasks_.failed("a call of the loop", std::current_exception());
    }
  }
}

Task<> CommandLoop::run_main(Task<> main, Close close) {
  try {
    co_await std::move(main);
  } catch (const std::exception&) {
    failure_ = std::current_exception();
  }
  if (close) {
    close();
  }
  interrupts_.close();
}

void CommandLoop::stop_on_failure() {
  tasks_.on_failure([this] {
    failure_ = failure_ ? failure_ : tasks_.first_failure();
    io_.stop();
  });
}

void CommandLoop::rethrow_failure() const {
  if (failure_) {
    std::rethrow_exception(failure_);
  }
}

std::optional<int> CommandLoop::early_end() const {
  rethrow_failure();
  return signal() != 0 ? std::optional(exit_code::kSignal + signal()) : std::nullopt;
}

}  // namespace referee
