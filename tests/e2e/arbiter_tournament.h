#pragma once

#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "tests/e2e/stored_tournament.h"

namespace e2e {

/// A tournament whose arbiter gives orders with `referee ctl`.
class ArbiterTest : public StoredTournament {
 protected:
  /// Asks for the `status` until it contains `words`; returns it.
  std::string status_with(const std::string& words) {
    std::string said = order({"status"});
    while (said.find(words) == std::string::npos && !HasFailure()) {
      said = order({"status"});
    }
    return said;
  }
  /// Ends the referee with SIGTERM, at any point of its tournament.
  void stop() {
    referee().signal(SIGTERM);
    referee().wait();
    EXPECT_EQ(referee().code(), kDone) << referee().err();
  }
  void kill_and_serve_again() {
    referee().signal(SIGKILL);
    referee().wait();
    EXPECT_EQ(referee().code(), kKilled);
    serve_again();
  }
  /// Reads up to a wait message whose reason contains that text.
  static void await_reason(DialIn& bot, const std::string& words) {
    Json wait = bot.next("wait");
    while (!wait.is_null() && wait.at("reason").get<std::string>().find(words) == std::string::npos) {
      wait = bot.next("wait");
    }
    EXPECT_FALSE(wait.is_null()) << "never told: " << words;
  }
  /// Plays the next game of these two to its end, always "left": a draw.
  static void play(DialIn& one, DialIn& other) {
    const bool one_begins = one.next("start").at("seat") == 0;
    for (int number = 0; number < 18; ++number) {
      DialIn& mover = (number % 2 == 0) == one_begins ? one : other;
      mover.answer(mover.next("turn"));
    }
    EXPECT_FALSE(one.next("end").is_null());
    EXPECT_FALSE(other.next("end").is_null());
  }
};

}  // namespace e2e
