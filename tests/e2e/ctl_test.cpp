#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/e2e/dial_in.h"
#include "tests/e2e/run_referee.h"

// `referee ctl` with a control socket on which the test answers.

namespace e2e {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

class FakeControl {
 public:
  explicit FakeControl(const std::string& path) : fd_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
    if (::bind(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
        ::listen(fd_, 4) != 0) {
      throw std::runtime_error("cannot listen at " + path);
    }
  }
  ~FakeControl() { ::close(fd_); }
  FakeControl(const FakeControl&) = delete;
  FakeControl& operator=(const FakeControl&) = delete;

  /// Accepts the next connection, sends `answer`, and returns its request.
  Json answer(const Json& reply) const {
    DialIn caller = DialIn::adopt(::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC));
    Json request = caller.next();
    caller.send(reply);
    return request;
  }
  /// Accepts the next connection and closes it.
  void hang_up() const { ::close(::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC)); }

 private:
  int fd_;
};

class CtlTest : public RefereeTest {
 protected:
  Child& ctl(const std::vector<std::string>& words) {
    std::vector<std::string> arguments = {"ctl"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    return start(arguments);
  }
  /// The request that `ctl` with these words sends to the only referee of this folder.
  Json request_of(const std::vector<std::string>& words) {
    const FakeControl control(path("spring.db.ctl"));
    Child& child = ctl(words);
    Json request = control.answer({{"ok", true}, {"text", "done"}});
    child.wait();
    EXPECT_EQ(child.code(), 0) << child.err();
    EXPECT_EQ(child.out(), "done\n");
    std::filesystem::remove(path("spring.db.ctl"));
    return request;
  }
  static Json request(const std::string& command, const std::vector<std::string>& arguments) {
    return {{"command", command}, {"arguments", arguments}};
  }
};

TEST_F(CtlTest, SendsTheCommandAndAReasonAsOneArgument) {
  for (const char* const command : {"start", "pause", "resume", "status", "reveal"}) {
    EXPECT_EQ(request_of({command}), request(command, {}));
  }
  for (const char* const command : {"withdraw", "kick", "void", "rerun"}) {
    EXPECT_EQ(request_of({command, "r1t1g1"}), request(command, {"r1t1g1"}));
    EXPECT_EQ(request_of({command, "alice", "has", "left the", "class"}),
              request(command, {"alice", "has left the class"}));
  }
  EXPECT_EQ(request_of({"add", "zoe"}), request("add", {"zoe"}));
  EXPECT_EQ(request_of({"approve", "zoe"}), request("approve", {"zoe"}));
}

TEST_F(CtlTest, APatternStandsInPlaceOfAName) {
  EXPECT_EQ(request_of({"withdraw", "--glob", "ghost*", "unknown", "names"}),
            request("withdraw_matching", {"ghost*", "unknown names"}));
  EXPECT_EQ(request_of({"--glob", "*", "approve"}), request("approve_matching", {"*"}));
}

TEST_F(CtlTest, RefusalIsToldOnStandardError) {
  const FakeControl control(path("a.ctl"));
  Child& child = ctl({"--socket", path("a.ctl"), "withdraw", "nobody"});
  control.answer({{"ok", false}, {"text", "no entrant 'nobody'"}});
  child.wait();
  EXPECT_EQ(child.code(), kRefused);
  EXPECT_EQ(child.err(), "no entrant 'nobody'\n");
  EXPECT_THAT(child.out(), IsEmpty());
}

TEST_F(CtlTest, AnswerKeepsItsLinesAndNothingElseMovesTheCursor) {
  const FakeControl control(path("a.ctl"));
  Child& child = ctl({"status"});
  control.answer({{"ok", true}, {"text", "round 2 of 5\nalice\x1b[2J plays"}});
  child.wait();
  EXPECT_EQ(child.out(), "round 2 of 5\nalice\\x1b[2J plays\n");
}

TEST_F(CtlTest, NoRefereeIsNamed) {
  { const FakeControl dead(path("dead.ctl")); }
  for (const char* const socket : {"dead.ctl", "nowhere.ctl"}) {
    Child& child = ctl({"--socket", socket, "status"});
    child.wait();
    EXPECT_EQ(child.code(), kNoReferee);
    EXPECT_THAT(child.err(), HasSubstr(std::string("referee: no referee answers at ") + socket));
  }
  const FakeControl rude(path("rude.ctl"));
  Child& child = ctl({"--socket", "rude.ctl", "status"});
  rude.hang_up();
  child.wait();
  EXPECT_EQ(child.code(), kNoReferee);
}

TEST_F(CtlTest, WithoutASocketOrWithSeveralOneHasToBeNamed) {
  test_support::write_file(path("notes.ctl"), "no socket");
  Child& none = ctl({"status"});
  none.wait();
  EXPECT_EQ(none.code(), kUsage);
  EXPECT_THAT(none.err(),
              HasSubstr("got 0 control sockets (*.ctl) in this folder; expected one, or --socket PATH"));
  const FakeControl spring(path("spring.db.ctl"));
  const FakeControl autumn(path("autumn.db.ctl"));
  Child& two = ctl({"status"});
  two.wait();
  EXPECT_EQ(two.code(), kUsage);
  EXPECT_THAT(two.err(),
              HasSubstr("got 2 control sockets (*.ctl) in this folder: autumn.db.ctl, spring.db.ctl;"));
}

TEST_F(CtlTest, WrongUsageIsExplained) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes = {
      {{}, "COMMAND is required"},
      {{"frobnicate"}, "ctl: no command 'frobnicate'\nCommands:\n  start"},
      {{"start", "now"}, "ctl start: got 1 arguments, expected: referee ctl start\n"},
      {{"bye", "alice", "3"},
       "ctl bye: got 2 arguments, expected: referee ctl bye NAME ROUND half|zero|none [REASON...]\n"},
      {{"withdraw"},
       "ctl withdraw: got 0 arguments, expected: referee ctl withdraw NAME|--glob PATTERN [REASON...]\n"},
      {{"kick", "--glob", "a*"}, "ctl kick: got --glob, expected: referee ctl kick NAME [REASON...]\n"},
      {{"approve", "--glob", "a*", "b"}, "ctl approve: got 2 arguments"},
      {{"add"}, "expected: referee ctl add NAME\n"},
      {{"add", "a", "b"}, "ctl add: got 2 arguments"},
      {{"--socket", std::string(200, 'x'), "status"}, "bytes, expected 1 to 107"},
  };
  for (const auto& [words, message] : mistakes) {
    Child& child = ctl(words);
    child.wait();
    EXPECT_EQ(child.code(), kUsage) << message;
    EXPECT_THAT(child.err(), HasSubstr(message));
  }
}

}  // namespace
}  // namespace e2e
