#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "tests/e2e/fake_referee.h"
#include "tests/e2e/run_referee.h"

namespace e2e {

/// Logs all messages and answers with its own process id, so that a test can distinguish its processes. It
/// answers turn 3 once the file LOG.go exists, exits at turn 66, and sends a last move at the end of a match.
inline constexpr const char* kRecorder = R"(
import json, os, sys, time
say = lambda message: print(json.dumps(message), flush=True)
say({"type": "hello", "protocol": 1})
for line in sys.stdin:
    with open(sys.argv[1], "a") as log:
        log.write(line)
    message = json.loads(line)
    if message["type"] == "turn":
        if message["turn"] == 66:
            sys.exit(5)
        while message["turn"] == 3 and not os.path.exists(sys.argv[1] + ".go"):
            time.sleep(0.01)
        say({"type": "move", "match": message["match"], "turn": message["turn"], "move": os.getpid()})
    elif message["type"] == "end":
        say({"type": "move", "match": message["match"], "turn": 0, "move": "last words"})
)";

/// The command of a bot of rude/, word by word.
inline std::vector<std::string> rude(const std::string& name,
                                     const std::vector<std::string>& arguments = {}) {
  std::vector<std::string> command = {"/usr/bin/python3", "-BS", std::string(RUDE_BOTS) + "/" + name + ".py"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

/// `referee join` as alice.
class JoinMatch : public RefereeTest {
 protected:
  /// Starts `referee join` as alice.
  Child& join(const std::string& address, const std::vector<std::string>& command,
              const std::vector<std::string>& options = {}) {
    std::vector<std::string> arguments = {"join", address, "--name", "alice"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.push_back("--");
    arguments.insert(arguments.end(), command.begin(), command.end());
    return start(arguments);
  }
  /// Starts join with the recorder as its bot; the fake referee sends the welcome.
  DialIn join_recorder(const std::vector<std::string>& options = {}, const Json& more = Json::object()) {
    test_support::write_file(path("recorder.py"), kRecorder);
    joined_ = &join(fake_.address(), {"/usr/bin/python3", path("recorder.py"), path("log")}, options);
    return welcome_next(more);
  }
  /// Accepts the next connection; its hello is in hello().
  DialIn welcome_next(const Json& more = Json::object()) {
    DialIn connection = fake_.accept();
    hello_ = connection.next();
    connection.send(says::welcome("alice", more));
    return connection;
  }
  /// The recorder's answer to a turn: its process id.
  static Json ask(DialIn& connection, const std::string& match, int number) {
    connection.send(says::turn(match, number));
    const Json answer = connection.next();
    EXPECT_EQ(answer.value("turn", -1), number) << answer;
    EXPECT_EQ(answer.value("match", ""), match) << answer;
    return answer.value("move", Json());
  }
  /// The referee says bye; returns the standard error of join.
  std::string leave(DialIn& connection) {
    connection.send(says::bye("the tournament is over"));
    joined_->wait();
    EXPECT_EQ(joined_->code(), 0);
    return joined_->err();
  }
  /// Types of the messages that the recorders got, in order.
  std::vector<std::string> told() const {
    std::vector<std::string> types;
    std::istringstream lines(log());
    for (std::string line; std::getline(lines, line);) {
      types.push_back(Json::parse(line).at("type"));
    }
    return types;
  }
  /// Starts a referee with one launched honest bot and a seat for alice; returns its address.
  std::string real_referee(const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"--option", "n=3", "--listen", "127.0.0.1:0"};
    words.insert(words.end(), more.begin(), more.end());
    referee_ = &start(match("walls", {bot("honest_walls")}, kPatientClock, words));
    const std::string line = referee_->wait_for_line("listening on ");
    return line.substr(13, line.find(',') - 13);
  }

  FakeReferee fake_;
  Child* joined_ = nullptr;
  Child* referee_ = nullptr;
  Json hello_;
};

}  // namespace e2e
