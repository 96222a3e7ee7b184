// A bot that tries to hide what its children use up, or does what looks like it. Usage: lost_children_program
// HOW MS It writes "ready", reads a line, lets HOW use up MS milliseconds, writes "done", and stays until its
// input ends. HOW is the name of one of the functions in `kWays`.
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

constexpr std::string_view kOnlyBurn = "only_burn";
constexpr int kParents = 25;
constexpr timespec kSleep{0, 200'000'000};

double seconds_of(clockid_t clock) {
  timespec used{};
  ::clock_gettime(clock, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

void burn(int ms) {
  const double until = seconds_of(CLOCK_THREAD_CPUTIME_ID) + ms / 1e3;
  while (seconds_of(CLOCK_THREAD_CPUTIME_ID) < until) {
  }
}

void say(std::string_view text) {
  if (::write(STDOUT_FILENO, text.data(), text.size()) < 0) {
    ::_exit(1);
  }
}

void wait_for_input() {
  char byte = 0;
  while (::read(STDIN_FILENO, &byte, 1) == 1 && byte != '\n') {
  }
}

void begin() {
  say("ready\n");
  wait_for_input();
}

/// Whoever has this open has not ended.
class Lifeline {
 public:
  Lifeline() { ok_ = ::pipe2(ends_.data(), O_CLOEXEC) == 0; }
  /// Until all children have ended that were made since.
  void wait() {
    ::close(ends_[1]);
    char byte = 0;
    while (ok_ && ::read(ends_[0], &byte, 1) < 0 && errno == EINTR) {
    }
  }

 private:
  std::array<int, 2> ends_{};
  bool ok_ = false;
};

void ignore_children() { ::signal(SIGCHLD, SIG_IGN); }

[[noreturn]] void be_killed() {
  ::kill(::getpid(), SIGKILL);
  for (;;) {
  }
}

template <class Work>
pid_t child(const Work& work) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    work();
    ::_exit(0);
  }
  return pid;
}

/// For those that nobody waits for: until they are gone, too.
void until_gone(pid_t pid) {
  while (::kill(pid, 0) == 0) {
    ::sched_yield();
  }
}

void ignored(int ms) {
  begin();
  ignore_children();
  until_gone(child([&] { burn(ms); }));
  say("done\n");
}

void not_to_wait_for(int ms) {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  action.sa_flags = SA_NOCLDWAIT;
  ::sigaction(SIGCHLD, &action, nullptr);
  begin();
  until_gone(child([&] { burn(ms); }));
  say("done\n");
}

void orphan(int ms) {
  begin();
  Lifeline line;
  ::waitpid(child([&] { child([&] { burn(ms); }); }), nullptr, 0);
  line.wait();
  say("done\n");
}

void orphan_of_a_subreaper(int ms) {
  begin();
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ignore_children();
  Lifeline line;
  child([&] { child([&] { burn(ms); }); });
  line.wait();
  say("done\n");
}

void daemon_that_ends(int ms) {
  begin();
  ignore_children();
  Lifeline line;
  child([&] {
    ::setsid();
    child([&] { burn(ms); });
  });
  line.wait();
  say("done\n");
}

void kept_from_the_beginning(int ms) {
  ignore_children();
  std::array<int, 2> go{};
  if (::pipe(go.data()) != 0) {
    ::_exit(1);
  }
  const pid_t kept = child([&] {
    char byte = 0;
    if (::read(go[0], &byte, 1) == 1) {
      burn(ms);
    }
  });
  begin();
  if (::write(go[1], "x", 1) == 1) {
    until_gone(kept);
  }
  say("done\n");
}

/// Together they use up `ms`, at once.
void killed_children(int ms, int number) {
  Lifeline line;
  for (int i = 0; i < number; ++i) {
    child([&] {
      burn(ms / number);
      be_killed();
    });
  }
  line.wait();
}

void killed(int ms) {
  begin();
  ignore_children();
  killed_children(ms, 1);
  say("done\n");
}

void killed_in_parallel(int ms) {
  begin();
  ignore_children();
  killed_children(ms, 2);
  say("done\n");
}

void killed_and_waited_for(int ms) {
  begin();
  ::waitpid(child([&] {
              ::nanosleep(&kSleep, nullptr);
              burn(ms);
              be_killed();
            }),
            nullptr, 0);
  say("done\n");
}

void ended_without_exit_group(int ms) {
  begin();
  ignore_children();
  until_gone(child([&] {
    burn(ms);
    ::syscall(SYS_exit, 0);
  }));
  say("done\n");
}

void ended_by_another_thread(int ms) {
  begin();
  ignore_children();
  until_gone(child([&] {
    burn(ms / 2);
    std::thread([&] {
      burn(ms - ms / 2);
      ::_exit(0);
    }).detach();
    ::pause();
  }));
  say("done\n");
}

void clone_with(unsigned long flags, int ms, int wait_flags) {
  begin();
  ignore_children();
  Lifeline line;
  const long pid = ::syscall(SYS_clone, flags, nullptr, nullptr, nullptr, nullptr);
  if (pid == 0) {
    burn(ms);
    ::_exit(0);
  }
  line.wait();
  if (wait_flags != 0) {
    ::waitpid(static_cast<pid_t>(pid), nullptr, wait_flags);
  }
  say("done\n");
}

void without_an_exit_signal(int ms) { clone_with(0, ms, __WALL); }
void without_an_exit_signal_and_kept(int ms) { clone_with(0, ms, 0); }
void sibling(int ms) { clone_with(CLONE_PARENT | SIGCHLD, ms, 0); }

/// The program again, which only uses up time.
void start_again(int ms, bool by_vfork) {
  const std::string time = std::to_string(ms);
  std::array<char*, 4> words{const_cast<char*>("again"), const_cast<char*>(kOnlyBurn.data()),
                             const_cast<char*>(time.c_str()), nullptr};
  pid_t pid = 0;
  if (!by_vfork) {
    ::posix_spawn(&pid, "/proc/self/exe", nullptr, nullptr, words.data(), environ);
  } else if (pid = ::vfork(); pid == 0) {
    ::execv("/proc/self/exe", words.data());
    ::_exit(1);
  }
  until_gone(pid);
}

void by_vfork_and_exec(int ms) {
  begin();
  ignore_children();
  for (int i = 0; i < 4; ++i) {
    start_again(ms / 4, true);
  }
  say("done\n");
}

void by_posix_spawn(int ms) {
  begin();
  ignore_children();
  start_again(ms, false);
  say("done\n");
}

/// Each parent has waited for less than a tick of its own child.
void less_than_ticks(int ms) {
  begin();
  Lifeline line;
  for (int i = 0; i < kParents; ++i) {
    std::array<int, 2> done{};
    if (::pipe(done.data()) != 0) {
      ::_exit(1);
    }
    child([&] {
      ::waitpid(child([&] {
                  burn(ms / kParents);
                  be_killed();
                }),
                nullptr, 0);
      if (::write(done[1], "x", 1) == 1) {
        ::pause();
      }
    });
    char byte = 0;
    if (::read(done[0], &byte, 1) != 1) {
      ::_exit(1);
    }
  }
  say("done\n");
}

/// Orphans, each of less than a tick: their parent has been killed, and another process waits for them.
void orphans_of_a_killed_parent(int ms) {
  begin();
  Lifeline line;
  std::array<int, 2> go{};
  std::array<int, 2> made{};
  if (::pipe(go.data()) != 0 || ::pipe(made.data()) != 0) {
    ::_exit(1);
  }
  const pid_t parent = child([&] {
    for (int i = 0; i < kParents; ++i) {
      child([&] {
        char one = 0;
        if (::read(go[0], &one, 1) == 1) {
          burn(ms / kParents);
          be_killed();
        }
      });
    }
    if (::write(made[1], "x", 1) == 1) {
      ::pause();
    }
  });
  char byte = 0;
  if (::read(made[0], &byte, 1) != 1) {
    ::_exit(1);
  }
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  if (::write(go[1], std::string(kParents, 'x').data(), kParents) == kParents) {
    ::close(go[1]);
    line.wait();
  }
  say("done\n");
}

/// Made for its maker's parent, which waits for it.
void killed_sibling(int ms) {
  begin();
  Lifeline line;
  const long pid = ::syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
  if (pid == 0) {
    burn(ms);
    be_killed();
  }
  line.wait();
  say("done\n");
}

/// What a child used up before the turn is not given back when it is lost.
void known_and_lost(int ms) {
  ignore_children();
  std::array<int, 2> burnt{};
  if (::pipe(burnt.data()) != 0) {
    ::_exit(1);
  }
  const pid_t known = child([&] {
    burn(ms);
    if (::write(burnt[1], "x", 1) == 1) {
      ::pause();
    }
  });
  char byte = 0;
  if (::read(burnt[0], &byte, 1) != 1) {
    ::_exit(1);
  }
  begin();
  ::kill(known, SIGKILL);
  until_gone(known);
  burn(ms);
  say("done\n");
}

/// The child answers and ends while its time is read.
void answered_by_the_child(int ms) {
  begin();
  ignore_children();
  child([&] {
    burn(ms);
    say("done\n");
  });
}

void stopped_and_killed(int ms) {
  begin();
  ignore_children();
  Lifeline line;
  const pid_t pid = child([&] {
    burn(ms);
    ::raise(SIGSTOP);
  });
  ::waitpid(pid, nullptr, WUNTRACED);
  ::kill(pid, SIGKILL);
  line.wait();
  say("done\n");
}

/// One that works all the while, and siblings that are killed while the referee looks for processes.
void hidden_among_dying_siblings(int ms) {
  std::vector<pid_t> siblings;
  for (int i = 0; i < kParents; ++i) {
    siblings.push_back(child([] { ::pause(); }));
  }
  begin();
  ignore_children();
  child([&] {
    burn(ms);
    say("done\n");
    ::pause();
  });
  for (const pid_t sibling : siblings) {
    burn(1);
    ::kill(sibling, SIGKILL);
  }
}

/// The other thread works until the process is gone, and many others keep the supervisor from running.
void ended_while_the_supervisor_is_busy(int ms) {
  begin();
  ignore_children();
  Lifeline line;
  const int processes = 20;
  for (int i = 0; i < processes; ++i) {
    child([&] {
      std::thread([] { burn(1'000'000); }).detach();
      burn(ms / processes);
    });
  }
  line.wait();
  say("done\n");
}

/// Two of its threads end a process at once, many times; if such a one counted twice, a killed one would not
/// be missed.
void ended_by_two_threads(int ms) {
  begin();
  ignore_children();
  const int processes = 20;
  for (int i = 0; i < processes; ++i) {
    until_gone(child([] { std::thread([] { ::_exit(0); }).detach(); }));
  }
  killed_children(ms, 1);
  say("done\n");
}

/// It shares its memory and its handlers of signals with the bot, and is no thread of it.
void in_shared_memory(int ms) {
  begin();
  ignore_children();
  std::vector<char> stack(1 << 16);
  until_gone(::clone(
      [](void* time) {
        burn(*static_cast<int*>(time));
        ::syscall(SYS_exit_group, 0);
        return 0;
      },
      stack.data() + stack.size(), CLONE_VM | CLONE_SIGHAND | SIGCHLD, &ms));
  say("done\n");
}

/// Starts all processes that it may have, so that the kernel refuses one.
void after_refused_forks(int ms) {
  begin();
  ignore_children();
  std::vector<pid_t> all;
  for (pid_t pid = child([] { ::pause(); }); pid > 0; pid = child([] { ::pause(); })) {
    all.push_back(pid);
  }
  ::kill(all.back(), SIGKILL);
  until_gone(all.back());
  killed_children(ms, 1);
  say("done\n");
}

int left_after_ending = 0;

/// Signals come while it ends: if one were handled, it would go on.
void ended_in_vain(int ms) {
  begin();
  ignore_children();
  left_after_ending = ms;
  until_gone(child([] {
    ::signal(SIGALRM, [](int) {
      burn(left_after_ending);
      be_killed();
    });
    const itimerval soon{{0, 0}, {0, 20}};
    ::setitimer(ITIMER_REAL, &soon, nullptr);
    for (int i = 0; i < 100; ++i) {
      ::syscall(SYS_getpid);
    }
    ::_exit(0);
  }));
  say("done\n");
}

/// Honest: it handles SIGCHLD, and its child, which has slept, ends by itself.
void handled(int ms) {
  ::signal(SIGCHLD, [](int) {});
  begin();
  const pid_t pid = child([&] {
    ::nanosleep(&kSleep, nullptr);
    burn(ms);
  });
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  say("done\n");
}

/// Processes as fast as it can, for a while, and as many as it may.
void storm(int ms) {
  begin();
  ignore_children();
  const double until = seconds_of(CLOCK_MONOTONIC) + ms / 1e3;
  while (seconds_of(CLOCK_MONOTONIC) < until) {
    child([] {});
  }
  say("done\n");
}

struct Way {
  std::string_view name;
  void (*go)(int ms);
};
#define WAY(function) \
  Way { #function, function }
constexpr std::array kWays{WAY(ignored),
                           WAY(not_to_wait_for),
                           WAY(orphan),
                           WAY(orphan_of_a_subreaper),
                           WAY(daemon_that_ends),
                           WAY(kept_from_the_beginning),
                           WAY(killed),
                           WAY(killed_in_parallel),
                           WAY(killed_and_waited_for),
                           WAY(ended_without_exit_group),
                           WAY(ended_by_another_thread),
                           WAY(without_an_exit_signal),
                           WAY(without_an_exit_signal_and_kept),
                           WAY(sibling),
                           WAY(by_vfork_and_exec),
                           WAY(by_posix_spawn),
                           WAY(less_than_ticks),
                           WAY(orphans_of_a_killed_parent),
                           WAY(killed_sibling),
                           WAY(known_and_lost),
                           WAY(answered_by_the_child),
                           WAY(stopped_and_killed),
                           WAY(hidden_among_dying_siblings),
                           WAY(ended_while_the_supervisor_is_busy),
                           WAY(ended_by_two_threads),
                           WAY(in_shared_memory),
                           WAY(after_refused_forks),
                           WAY(ended_in_vain),
                           WAY(handled),
                           WAY(storm),
                           Way{kOnlyBurn, burn}};

}  // namespace

int main(int argc, char** argv) {
  const std::string_view how = argc == 3 ? argv[1] : "";
  for (const Way& way : kWays) {
    if (way.name == how) {
      way.go(std::atoi(argv[2]));
      if (how != kOnlyBurn) {
        wait_for_input();
      }
      return 0;
    }
  }
  return 2;
}
