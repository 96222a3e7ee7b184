#pragma once

#include <string>
#include <vector>

#include "tests/e2e/dial_in.h"
#include "tests/e2e/run_referee.h"

namespace e2e {

/// Walls on 3 x 3 squares: the referee launches an honest bot at seat 0, and a bot played by the test dials
/// in. As the test always answers "left", it has exactly kTurns turns.
class LobbyMatch : public RefereeTest {
 protected:
  static constexpr std::size_t kTurns = 9;

  /// Starts the referee and waits until it listens.
  void listen(const std::string& clock = kPatientClock, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"--option", "n=3", "--listen", "127.0.0.1:0"};
    words.insert(words.end(), more.begin(), more.end());
    referee_ = &start(match("walls", {bot("honest_walls")}, clock, words));
    where_ = referee_->wait_for_line("listening on ");
  }
  DialIn dial() const { return DialIn(where_); }
  /// Dials in with that name, and reads the welcome.
  DialIn join(const std::string& name, const Json& more = Json::object()) {
    DialIn connection = dial();
    connection.hello(name, more);
    welcome_ = connection.next("welcome");
    return connection;
  }
  /// The welcome of the latest join().
  const Json& welcome() const { return welcome_; }
  /// Dials in again under the same name, with the token that the first welcome gave.
  DialIn join_again(const std::string& name, const Json& token, bool resume = false) {
    return join(name, {{"token", token}, {"resume", resume}});
  }
  Child& referee() { return *referee_; }
  /// Waits for the referee; checks that the match was played, and the honest bot has no fault.
  void finish() {
    referee_->wait();
    EXPECT_EQ(referee_->code(), 0) << referee_->err();
    for (const auto& file : record_files()) {
      const Record played(file);
      const bool first = played.header().at("players").at(0) == "honest_walls";
      for (const std::string& verdict : played.verdicts(first ? 0 : 1)) {
        EXPECT_EQ(verdict, "ok");
      }
    }
  }

 private:
  Child* referee_ = nullptr;
  std::string where_;
  Json welcome_;
};

}  // namespace e2e
