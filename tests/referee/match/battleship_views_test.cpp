#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engines/registry.h"
#include "referee/match/match.h"
#include "tests/support/match_table.h"

// A whole match of Battleship over real connections, played again with other places of the opponent's ships.

namespace referee {
namespace {

using test_support::MatchTable;
using test_support::move_line;
using test_support::Peer;

Json ships(const Json& at_of_2, const Json& at_of_1) {
  return Json::object({{"ships",
                        {{{"at", at_of_2}, {"across", true}, {"length", 2}},
                         {{"at", at_of_1}, {"across", true}, {"length", 1}}}}});
}

/// Places `fleet`, and then shoots row by row from the cell `first` on. If `leaves`, it closes the connection
/// in turn 3, which asks seat 0.
MatchTable::Script row_by_row(const Json& fleet, int first, bool leaves = false) {
  return [=, next = first](Peer& peer, const Json& message) mutable {
    if (message["type"] != "turn") {
      return;
    }
    if (leaves && message["turn"] == 3) {
      peer.close();
    } else if (message["view"]["phase"] == "place") {
      peer.send(move_line(message, fleet));
    } else {
      peer.send(move_line(message, Json::array({next / 5, next % 5})));
      ++next;
    }
  };
}

/// All that the referee sends seat 0 up to its `turns`-th turn, without the times, if seat 1 has this fleet
/// (null: none). Seat 0 reconnects once, and then shoots at a cell a second time, which the referee refuses.
std::string told_to_seat_0(const Json& fleet, std::size_t turns) {
  MatchTable table(*engines::find_game("battleship"), {{"size", 5}, {"ships", {2, 1}}});
  table.seat(row_by_row(ships({0, 0}, {4, 4}), 0, true));
  table.seat(row_by_row(fleet, 10));
  table.play_until([&] { return !table.player(0).connected(); });
  table.reconnect(0, row_by_row({}, 0), true);  // it has made its first shot before
  table.play();
  std::string text;
  std::size_t seen = 0;
  for (Json message : table.received(0)) {
    if (message["type"] == "turn") {
      message.erase("clock");
      message["last"] = message.contains("last") ? message["last"]["verdict"] : Json();
      seen += 1;
    }
    text += message.dump() + "\n";
    if (seen == turns) {
      break;
    }
  }
  EXPECT_EQ(seen, turns);
  return text;
}

TEST(BattleshipViews, NoLineToAPlayerDependsOnShipsThatItHasNotHit) {
  constexpr std::size_t kTurns = 8;  // including the one in which it disconnects; four shots at the first row
  const std::string told = told_to_seat_0(ships({3, 0}, {4, 4}), kTurns);
  EXPECT_THAT(told, testing::HasSubstr("you have already shot at [0,0]"));
  EXPECT_THAT(told, testing::HasSubstr(R"("type":"past")"));
  for (const Json& elsewhere : {ships({4, 1}, {2, 2}), ships({1, 3}, {3, 3}), Json()}) {
    EXPECT_EQ(told_to_seat_0(elsewhere, kTurns), told) << elsewhere;
  }
  EXPECT_NE(told_to_seat_0(ships({0, 1}, {4, 4}), kTurns), told) << "it has hit that one";
}

}  // namespace
}  // namespace referee
