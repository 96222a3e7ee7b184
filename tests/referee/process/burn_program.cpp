// A bot that uses up a set amount of processor time and says so. Usage: burn_program WHO MS
// It reads a line, lets WHO use up MS milliseconds, writes "done", and stays until its input ends. WHO is
//   self      the program, after 200 ms of sleep
//   threads   4 threads at once, each MS
//   waited    a child, which has ended and been waited for
//   running   a child, which stays
//   detached  a grandchild in a session of its own, which stays; its parent has ended
//   forever   a child that does not stop; "done" is written when it has begun
//   on        the program, which works on for as long after "done"; for each line again
//   on_beside the program, and meanwhile 3 threads that do the same
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <ctime>
#include <stop_token>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/support/steady_work.h"

namespace {

constexpr int kThreads = 4;
constexpr timespec kSleep{0, 200'000'000};

double seconds_of_thread() {
  timespec used{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

void burn(int ms) {
  const double until = seconds_of_thread() + ms / 1e3;
  while (seconds_of_thread() < until) {
  }
}

void say(const char* line) {
  const std::string_view text(line);
  if (::write(STDOUT_FILENO, text.data(), text.size()) < 0) {
    ::_exit(1);
  }
}

/// Returns false at the end of the input.
bool wait_for_input() {
  char byte = 0;
  while (::read(STDIN_FILENO, &byte, 1) == 1) {
    if (byte == '\n') {
      return true;
    }
  }
  return false;
}

void burn_in_threads(int ms) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back(burn, ms);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

/// Starts a child that uses up `ms`, writes "done", and stays.
void leave_burning(int ms) {
  if (::fork() == 0) {
    burn(ms);
    say("done\n");
    ::pause();
  }
}

/// No call of the system but those that read and write lines.
void work_on(int ms, int threads) {
  std::atomic<int> turns = 0;
  std::vector<std::jthread> others;
  for (int i = 1; i < threads; ++i) {
    others.emplace_back([&, ms](const std::stop_token& over) {
      test_support::SteadyWork work;
      for (int done = 0; !over.stop_requested(); turns.wait(done)) {
        for (; done < turns; ++done) {
          work.run(2e3 * ms);
        }
      }
    });
  }
  test_support::SteadyWork work;
  do {
    ++turns;
    turns.notify_all();
    work.run(1e3 * ms);
    say("done\n");
    work.run(1e3 * ms);
  } while (wait_for_input());
  for (std::jthread& other : others) {
    other.request_stop();
  }
  ++turns;
  turns.notify_all();
}

void let_burn(std::string_view who, int ms) {
  if (who == "self") {
    ::nanosleep(&kSleep, nullptr);
    burn(ms);
    say("done\n");
  } else if (who == "threads") {
    burn_in_threads(ms);
    say("done\n");
  } else if (who == "waited") {
    const pid_t child = ::fork();
    if (child == 0) {
      burn(ms);
      ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    say("done\n");
  } else if (who == "running") {
    leave_burning(ms);
  } else if (who == "detached") {
    if (::fork() == 0) {
      ::setsid();
      leave_burning(ms);
      ::_exit(0);
    }
    ::wait(nullptr);
  } else if (who == "on" || who == "on_beside") {
    work_on(ms, who == "on" ? 1 : kThreads);
  } else if (who == "forever") {
    if (::fork() == 0) {
      say("done\n");
      for (volatile bool on = true; on;) {
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    return 2;
  }
  say("ready\n");
  (void)wait_for_input();
  let_burn(argv[1], std::atoi(argv[2]));
  (void)wait_for_input();
}
