#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/match/match.h"
#include "tests/support/peer.h"
#include "tests/support/world.h"

namespace test_support {

/// A match between bots that live in the test: one loopback connection each.
class MatchTable {
 public:
  using Origin = referee::Player::Origin;
  /// A bot's reaction to a message of the referee.
  using Script = Peer::OnMessage;

  /// A match of `game` with a generous clock; change `spec` before play().
  explicit MatchTable(const engines::Entry& game, Json options = Json::object());

  /// Sets another clock: JSON text.
  void set_clock(const char* json);

  /// Adds a connected player, whose bot follows `script`.
  void seat(Script script, Origin origin = Origin::dialled);
  /// Adds a connected player whose hello says `resume`.
  void seat_resuming(Script script, Origin origin = Origin::dialled);
  /// Adds an absent player.
  void seat_nobody(Origin origin = Origin::dialled);
  /// Gives the player of `seat` a new connection, as if the bot had dialled again.
  Peer& reconnect(std::size_t seat, Script script, bool resume);

  /// Plays to the end, sends `end` to the bots, and delivers all messages to them.
  const referee::MatchResult& play();
  /// Plays until `condition` holds; play() continues from there.
  void play_until(const std::function<bool()>& condition);

  referee::Match& match() { return *match_; }
  referee::Player& player(std::size_t seat) { return *players_[seat]; }
  Peer& peer(std::size_t seat) { return *peers_[seat]; }
  World& world() { return world_; }
  /// The messages that the bot of `seat` has received, in order.
  const std::vector<Json>& received(std::size_t seat) const { return received_[seat]; }
  /// Those of one type.
  std::vector<Json> received(std::size_t seat, std::string_view type) const;

  /// The lines of the record.
  std::vector<Json> record() const;
  /// The entry of `seat` in the record of `turn`.
  Json answer(std::size_t turn, std::size_t seat) const;
  /// The verdict in it.
  std::string verdict(std::size_t turn, std::size_t seat = 0) const;

  referee::MatchSpec spec;
  referee::MatchObservers observers;              ///< none; change them before play()
  std::optional<referee::SavedMatch> saved = {};  ///< if set before play(), the match goes on there

 private:
  static referee::Task<> run(referee::Match& match, std::optional<referee::MatchResult>& result);
  Peer::OnMessage listening(std::size_t seat, Script script);
  std::unique_ptr<Peer> connect(std::size_t seat, Script script, bool resume);
  void start();

  World world_;
  std::vector<std::shared_ptr<referee::Player>> players_;
  std::deque<std::vector<Json>> received_;
  std::vector<std::unique_ptr<Peer>> peers_;
  std::vector<std::unique_ptr<Peer>> old_peers_;
  std::unique_ptr<referee::Match> match_;
  std::optional<referee::MatchResult> result_;
};

/// The bot's line in answer to `turn`, a message of the referee.
std::string move_line(const Json& turn, const Json& move);
/// Always answers with the same move.
MatchTable::Script always(const Json& move);
/// Never answers.
MatchTable::Script silent();
/// Answers turn `i` with line `i`, and all later turns with the last line; "%" stands for the beginning of a
/// correct move, so that "%3}" is the move 3. An empty line is no answer.
MatchTable::Script lines(std::vector<std::string> by_turn);

}  // namespace test_support
