#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/random_cases.h"
#include "tests/support/temp_folder.h"

namespace test_support {

inline constexpr uid_t kStudent = 54321;
inline constexpr const char* kSecret = "for root alone";

/// A process of another user, which changes its files again and again until this object goes.
class FreeRunning {
 public:
  /// `change` is called in that process, and may make system calls only.
  explicit FreeRunning(const std::function<void()>& change) {
    void* const shared =
        ::mmap(nullptr, sizeof(*changes_), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
      throw std::runtime_error("no shared memory");
    }
    changes_ = new (shared) std::atomic<unsigned>(0);
    child_ = ::fork();
    if (child_ == 0) {
      ::syscall(SYS_setgroups, 0, nullptr);
      if (::setresgid(kStudent, kStudent, kStudent) != 0 || ::setresuid(kStudent, kStudent, kStudent) != 0) {
        ::_exit(1);
      }
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      for (;; ++*changes_) {
        change();
      }
    }
  }
  ~FreeRunning() {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
    ::munmap(changes_, sizeof(*changes_));
  }
  FreeRunning(const FreeRunning&) = delete;
  FreeRunning& operator=(const FreeRunning&) = delete;

  /// Returns once there was at least one more change; false: the process has ended.
  bool wait_for_change() const {
    const unsigned before = changes_->load();
    while (changes_->load() == before) {
      if (::kill(child_, 0) != 0) {
        return false;
      }
      ::sched_yield();
    }
    return true;
  }

 private:
  std::atomic<unsigned>* changes_ = nullptr;
  pid_t child_ = -1;
};

/// A student's folder and a private one of root's, which holds files of the same names, and a process of the
/// student's that has parts of the folder be links to the private ones, pipes, and what they were, in turn.
class SwappedFolder : public testing::Test {
 protected:
  static inline const int kRounds = random_cases(60, 15);

  void SetUp() override {
    if (::geteuid() != 0 || ::lchown(home_.path().c_str(), kStudent, kStudent) != 0) {
      GTEST_SKIP() << "only root, where there are other users, reads what they may not";
    }
    fill(home_ / "bot", "mine");
    fill(private_ / "bot", kSecret);
    std::filesystem::permissions(private_.path(), std::filesystem::perms(0700));
    std::filesystem::permissions(home_.path(), std::filesystem::perms(0755));
    link("inner.swap", private_ / "bot" / "inner");
    link("text.swap", private_ / "bot" / "inner" / "text");
    link("bot.py.swap", private_ / "bot" / "bot.py");
    link("bot.swap", private_ / "bot");
    ASSERT_EQ(::mkfifo((home_ / "pipe.swap").c_str(), 0600), 0);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(home_.path())) {
      ASSERT_EQ(::lchown(entry.path().c_str(), kStudent, kStudent), 0);
    }
  }

  std::filesystem::path bot() const { return home_ / "bot"; }
  std::filesystem::path secret() const { return private_ / "bot"; }

  /// Exchanges each part with what is to stand in its place, and back; the folder as a whole, too.
  std::function<void()> swaps_parts() const {
    return [pairs = pairs({{"bot/inner", "inner.swap"},
                           {"bot/inner/text", "text.swap"},
                           {"bot/bot.py", "bot.py.swap"},
                           {"bot/bot.py", "pipe.swap"},
                           {"bot", "bot.swap"}})] { swap_all(pairs); };
  }

  /// Whether a file below `folder` has a byte of the private ones. Links are not followed.
  static bool leaks(const std::filesystem::path& folder) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (!entry.is_symlink() && entry.is_regular_file() &&
          read_file(entry.path()).find(kSecret) != std::string::npos) {
        return true;
      }
    }
    return false;
  }

 private:
  using Pair = std::pair<std::string, std::string>;

  static void fill(const std::filesystem::path& folder, const std::string& text) {
    std::filesystem::create_directories(folder / "inner");
    for (const char* const name : {"bot.py", "data", "inner/text", "inner/more"}) {
      write_file(folder / name, text);
      std::filesystem::permissions(folder / name, std::filesystem::perms(0600));
    }
  }
  void link(const char* name, const std::filesystem::path& to) {
    std::filesystem::create_symlink(to, home_ / name);
  }
  std::vector<Pair> pairs(const std::vector<Pair>& names) const {
    std::vector<Pair> whole;
    for (const auto& [one, other] : names) {
      whole.emplace_back((home_ / one).string(), (home_ / other).string());
    }
    return whole;
  }
  static void swap_all(const std::vector<Pair>& pairs) {
    for (const auto& [one, other] : pairs) {
      for (int there_and_back = 0; there_and_back < 2; ++there_and_back) {
        ::syscall(SYS_renameat2, AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE);
      }
    }
  }

  TempFolder home_;
  TempFolder private_;
};

}  // namespace test_support
