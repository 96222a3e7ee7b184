#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <optional>
#include <set>

#include "tests/e2e/rude_match.h"
#include "tests/support/sandbox_at_most.h"

// "Hostile bots as tests, none of which may touch the referee, the other bot, the store or the machine"

namespace e2e {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// The bot tries its vice before hello.
constexpr const char* kClock = R"({"kind":"per_move","ms":60000,"init_ms":60000,"measure":"wall"})";

/// The sandbox that the referee reports on this machine, at most of that level.
struct Given {
  std::string missing;  ///< why it does not reach the level; empty if it does
  bool hides_files = true;
};

Given given(const std::string& level) {
  const test_support::SandboxAtMost at_most(level);
  const test_support::TempFolder folder;
  Child trial({kReferee, "match", "walls", "--bot", "/bin/true", "--bot", "/bin/true", "--sandbox", level},
              folder.path().string());
  trial.wait();
  return {trial.code() == 4 ? trial.err() : "", trial.out().find("no Landlock") == std::string::npos};
}

/// Processes whose command line has `word` in it.
std::set<std::string> processes_with(const std::string& word) {
  std::set<std::string> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline");
    std::string line;
    if (std::getline(file, line) && line.find(word) != std::string::npos) {
      found.insert(line);
    }
  }
  return found;
}

/// A hostile bot at seat 0 of Walls, launched at the sandbox level of the test's parameter. Each bot has its
/// own folder, and the results are in a third one.
class Hostile : public RudeMatch, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    static std::map<std::string, Given> known;
    const std::string level = GetParam();
    if (!known.contains(level)) {
      known[level] = given(level);
    }
    given_ = known[level];
    if (!given_.missing.empty()) {
      GTEST_SKIP() << given_.missing;
    }
    at_most_.emplace(level);
    fs::permissions(folder(), fs::perms(0755));  // a confined bot may be another user
    for (const auto& [name, files] : std::map<std::string, std::vector<std::string>>{
             {mine(), {HOSTILE_BOTS "/attack.py", RUDE_BOTS "/talk.py"}},
             {"theirs", {RUDE_BOTS "/honest_walls.py", RUDE_BOTS "/talk.py"}}}) {
      fs::create_directory(folder() / name);
      for (const std::string& file : files) {
        fs::copy(file, folder() / name);
      }
    }
    std::ofstream(folder() / "store.db") << "secret";
    fs::create_directory(folder() / mine() / "out");
    std::ofstream(folder() / mine() / "out" / "secret") << "secret";
  }
  void TearDown() override {
    if (!IsSkipped()) {
      EXPECT_EQ(processes_with(mine()), std::set<std::string>{}) << "left running";
      RudeMatch::TearDown();
    }
  }

  /// A file in the hostile bot's folder, or the folder. Its name is unique on this machine, and that of the
  /// copy in which the bot works.
  std::string mine(const std::string& file = "") const {
    return folder().filename().string() + "-mine" + (file.empty() ? "" : "/" + file);
  }

  /// Plays; checks that the match ends in order, and that all answers of the other bot are ok.
  Child& attack(const std::string& vice, const std::vector<std::string>& arguments = {},
                const std::string& clock = kClock) {
    std::string words = "/usr/bin/python3 -BS " + path(mine("attack.py")) + " " + vice;
    for (const std::string& argument : arguments) {
      words += " " + argument;
    }
    Child& referee = run(match("walls", {words, "/usr/bin/python3 -BS " + path("theirs/honest_walls.py")},
                               clock, {"--option", "n=3", "--sandbox", GetParam()}));
    EXPECT_EQ(referee.code(), 0) << referee.err();
    const Record played = record();
    EXPECT_EQ(played.header().at("sandbox"), Json({GetParam(), GetParam()}));
    for (const std::string& verdict : played.verdicts(1)) {
      EXPECT_EQ(verdict, "ok");
    }
    EXPECT_EQ(played.last().at("status"), "done");
    return referee;
  }
  /// The same with a bot that plays on after its attempts; checks that all of them failed.
  void attack_in_vain(const std::string& vice, const std::vector<std::string>& arguments = {}) {
    const Child& referee = attack(vice, arguments);
    expect_verdicts(times(kTurns, "ok"));
    expect_no_escape(referee);
  }
  /// False if only file modes protect files: these do not separate one bot's files from another's.
  bool hides_files() const { return given_.hides_files; }
  void expect_no_escape(const Child& referee) const {
    const std::string words = test_support::read_file(folder() / "out" / "bots" / "attack.stderr");
    EXPECT_THAT(words, HasSubstr("tried ")) << referee.out();
    EXPECT_THAT(words, Not(HasSubstr("tried 0\n")));
    EXPECT_THAT(words, Not(HasSubstr("ESCAPED"))) << words;
  }

 private:
  std::optional<test_support::SandboxAtMost> at_most_;
  Given given_;
};

INSTANTIATE_TEST_SUITE_P(Levels, Hostile, testing::Values("basic", "bwrap", "full"),
                         [](const auto& level) { return std::string(level.param); });

/// A listener on this machine, which no bot may reach.
class Bystander {
 public:
  Bystander() : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(name);
    EXPECT_EQ(::bind(fd_, reinterpret_cast<sockaddr*>(&name), size), 0);
    EXPECT_EQ(::listen(fd_, 5), 0);
    EXPECT_EQ(::getsockname(fd_, reinterpret_cast<sockaddr*>(&name), &size), 0);
    port_ = std::to_string(ntohs(name.sin_port));
  }
  ~Bystander() { ::close(fd_); }
  Bystander(const Bystander&) = delete;
  Bystander& operator=(const Bystander&) = delete;
  const std::string& port() const { return port_; }
  bool reached() const {
    pollfd ready{fd_, POLLIN, 0};
    return ::poll(&ready, 1, 0) > 0;
  }

 private:
  int fd_;
  std::string port_;
};

TEST_P(Hostile, OthersFilesAreNeitherReadNorWritten) {
  if (!hides_files()) {
    GTEST_SKIP() << "no Landlock here";
  }

  // "Rubric, store, output and the other bot's files are unreadable and unwritable to the submission."
  const std::string theirs = path("theirs/honest_walls.py");
  const std::string before = test_support::read_file(theirs);
  attack_in_vain("files",
                 {theirs, path("theirs/talk.py"), path("store.db"), path("out/records/walls-1g1.jsonl")});
  EXPECT_EQ(test_support::read_file(theirs), before);
  EXPECT_EQ(test_support::read_file(folder() / "store.db"), "secret");
  EXPECT_EQ(test_support::read_file(folder() / mine() / "attack.py"),
            test_support::read_file(HOSTILE_BOTS "/attack.py"));
  for (const std::string& place : {path(mine()), path("theirs"), path(""), std::string("/etc"),
                                   std::string("/usr"), std::string("/var/tmp")}) {
    std::error_code not_there;  // expected; if a file was planted, this removes it
    EXPECT_FALSE(fs::remove(fs::path(place) / "planted", not_there)) << place;
  }
}

TEST_P(Hostile, ResultsInItsOwnFolderAreHidden) {
  if (!hides_files()) {
    GTEST_SKIP() << "no Landlock here";
  }

  const std::string words =
      "/usr/bin/python3 -BS " + path(mine("attack.py")) + " files " + path(mine("out/secret"));
  const Child& referee =
      run(match("walls", {words, "/usr/bin/python3 -BS " + path("theirs/honest_walls.py")}, kClock,
                {"--option", "n=3", "--sandbox", GetParam(), "--reports", path(mine("out"))}));
  EXPECT_EQ(referee.code(), 0) << referee.err();
  const std::string said = test_support::read_file(folder() / mine() / "out" / "bots" / "attack.stderr");
  EXPECT_THAT(said, HasSubstr("tried "));
  EXPECT_THAT(said, Not(HasSubstr("ESCAPED"))) << said;
  EXPECT_EQ(test_support::read_file(folder() / mine() / "out" / "secret"), "secret");
}

TEST_P(Hostile, OtherProcessesAreNotLookedInto) {
  if (!hides_files()) {
    GTEST_SKIP() << "no Landlock here";
  }
  attack_in_vain("proc");
}

TEST_P(Hostile, OtherProcessesAreNotTouched) {
  attack_in_vain("kill", {std::to_string(::getpid()), std::to_string(::getppid())});
}

TEST_P(Hostile, KillingAllReachesNobodyElse) { attack("kill_all"); }

TEST_P(Hostile, ThereIsNoNetwork) {
  const Bystander bystander;
  attack_in_vain("sockets", {bystander.port()});
  EXPECT_FALSE(bystander.reached());
}

TEST_P(Hostile, ItsConnectionCannotBecomeAnother) {
  const Bystander bystander;
  attack("reconnect", {bystander.port()});
  EXPECT_FALSE(bystander.reached());
}

TEST_P(Hostile, NoNamespacesAndNoMounts) { attack_in_vain("namespaces"); }

TEST_P(Hostile, ForkBombIsBounded) { attack_in_vain("fork_bomb"); }

TEST_P(Hostile, ThreadBombIsBounded) { attack_in_vain("thread_bomb"); }

TEST_P(Hostile, MemoryIsBounded) { attack_in_vain("memory"); }

TEST_P(Hostile, DiskIsNotFilled) {
  const Child& referee = attack("disk");
  expect_no_escape(referee);
}

TEST_P(Hostile, GigabyteOnStandardOutputIsCutShort) { attack("flood", {"1"}, kShortClock); }

TEST_P(Hostile, GigabyteOnStandardErrorIsNotKept) {
  const Child& referee = attack("flood", {"2"});
  expect_verdicts(times(kTurns, "ok"));
  EXPECT_LT(referee.max_memory_kb(), 512 * 1024);  // half of what the bot wrote; sanitizers keep freed memory
  EXPECT_LT(fs::file_size(folder() / "out" / "bots" / "attack.stderr"), 200 * 1024);
}

TEST_P(Hostile, DaemonsAreGoneInTheEnd) { attack_in_vain("daemonise"); }

TEST_P(Hostile, WhoeverStaysIsKilled) {
  const Child& referee = attack("stay");
  expect_verdicts(times(kTurns, "ok"));
  // The bot ignores SIGTERM. Bubblewrap does not, and all that runs in it ends with it.
  if (std::string(GetParam()) == "basic") {
    EXPECT_THAT(referee.out(), HasSubstr("attack ended with signal 9"));
  } else {
    EXPECT_THAT(referee.out(), Not(HasSubstr("attack ended")));
  }
}

TEST_P(Hostile, SleeperIsOvertaken) {
  attack("late_sleep", {}, R"({"kind":"mean","ms":400,"init_ms":60000,"measure":"wall"})");
  expect_verdicts({"forfeited"});
}

TEST_P(Hostile, ThereAreNoOtherDescriptors) { attack_in_vain("descriptors"); }

}  // namespace
}  // namespace e2e
