#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/game.h"
#include "engines/registry.h"
#include "protocol/require.h"
#include "protocol/verdict.h"
#include "referee/clocks/clock_spec.h"
#include "referee/clocks/seat_clock.h"
#include "referee/record/record_lines.h"
#include "referee/record/refused_answers.h"

namespace referee::rules {
class ToldGame;
}  // namespace referee::rules

namespace referee {

/// The game of a record with that header, an object: the one of its name that has its rules_sha256, or else
/// the one of its name. nullptr: it is not known here.
const engines::Entry* recorded_game(const nlohmann::json& header);

/// The replay that a record of a match program names.
struct RecordedReplay {
  std::string file;  ///< beside the record
  std::uint64_t bytes = 0;
  std::string sha256;
};

/// Plays a record again from its options, seed, salt and answers, turn by turn, and compares every event, the
/// result, the final view, the digest and the seal. Every step throws the Difference that it finds, for any
/// text at all, and nothing else; after that only the game's state before that step is valid. A copy is an
/// independent replay.
class Replay {
 public:
  using Json = nlohmann::json;

  /// Reads the header and makes the game. `record`: the text of the whole file; it must outlive all copies.
  /// `game`: which one the record is of, where that is known; nullptr: the one that the header names. With a
  /// `poster` the replay never waits for rules that run elsewhere: its game may be pending() after this and
  /// after begin_turn(), and complete() has to follow when it is ready.
  explicit Replay(std::string_view record, const engines::Entry* game = nullptr,
                  const engines::Poster& poster = nullptr);
  Replay(const Replay& other);
  Replay(Replay&&) = default;
  Replay& operator=(Replay&&) = default;

  /// Goes on in `record`: the same text, which has grown or lies elsewhere now. For the record of a match
  /// that is being played.
  void go_on_in(std::string_view record) { lines_.go_on_in(record); }
  /// Plays the next turn; false if there is none: then close() can be called.
  bool next_turn() { return begin_turn() && complete(); }
  /// Begins the next turn; false if there is none.
  bool begin_turn();
  /// Compares the turn that was begun. Returns true.
  bool complete();
  /// Checks the last line, once next_turn() has found it.
  void close();

  const Json& header() const { return *header_; }
  const engines::Game& game() const { return *game_; }
  engines::Game& game() { return *game_; }
  std::int64_t turns() const { return turns_; }  ///< that were played, given ones included
  /// How many of the record's turns were given before its players were asked: the first ones.
  std::int64_t given_turns() const { return given_turns_; }
  /// What the rules were told of the charge `spent` in the turn whose line was read last.
  Microseconds for_rules(Microseconds spent) const {
    return is_given(turns_ - 1) ? spent : clock_.for_rules(spent);
  }
  /// What the record has charged the seat so far. REQUIRES: a seat of the game.
  const SeatClock& clock(engines::Seat seat) const {
    REQUIRE(seat < clocks_.size());
    return clocks_[seat];
  }
  /// Hands over the game as it stands; the replay cannot go on.
  std::unique_ptr<engines::Game> take_game() { return std::move(game_); }
  /// The text before the newest line that was read.
  std::string_view before() const { return lines_.before(); }
  /// The line of the newest turn that was played; after close() the last line.
  const Json& line() const { return lines_.json(); }
  bool is_void() const { return is_void_; }  ///< after close()
  /// A program has played the match by itself: there are no moves to play again.
  bool is_told() const { return told_ != nullptr; }
  /// What the record of such a match says of its replay; after close().
  std::optional<RecordedReplay> recorded_replay() const;
  /// Keys of the lines read so far that no one reads.
  const UnknownKeys& unknown() const { return unknown_; }

 private:
  void make_game(const engines::Entry* entry, const engines::Poster& poster);
  void read_clock();
  engines::Seed read_seed() const;
  void make_told_game(const engines::Entry* entry);
  void take_told_turn();
  void check_told_result();
  void read_given();
  bool is_given(std::int64_t turn) const { return turn < given_turns_; }
  void check_kind();
  void open_turn();
  void take_answer(engines::Seat seat, const Json& answer, const std::string& path);
  void check_time(engines::Seat seat, protocol::Verdict verdict, bool forfeited, Microseconds spent,
                  const std::string& path);
  void check_between(const Json& answer, protocol::Verdict verdict, std::int64_t spent,
                     const std::string& path) const;
  void submit(engines::Seat seat, const Json& move, const std::string& path);
  void check_result();
  void check_no_show();
  void check_why_absent(std::size_t absent);
  void check_ending();
  void note_unknown_of_last_line();

  RecordLines lines_;
  std::shared_ptr<const Json> header_;
  std::unique_ptr<engines::Game> game_;
  rules::ToldGame* told_ = nullptr;  // game_, of a match that a program has played by itself
  ClockSpec clock_;
  std::vector<SeatClock> clocks_;  // by seat
  std::int64_t turns_ = 0;
  std::int64_t given_turns_ = 0;
  bool is_void_ = false;
  bool turn_is_open_ = false;  // begin_turn() has been called, and complete() has not
  std::string events_;         // of the open turn, JSON
  RefusedAnswers refused_;     // of the open turn
  UnknownKeys unknown_;
};

/// A game has other rules here than those with which a record was played, by its rules_sha256.
struct OtherRules {
  std::string recorded;  ///< what the header names; "": nothing
  std::string here;
  std::string folder;  ///< of the game here

  /// For people.
  std::string text() const;
};

/// Whether `game`, or if it is nullptr the one that is known here, has other rules than those with which
/// `record` was played. Nothing too for a record that cannot be read, and for one of a match program.
std::optional<OtherRules> other_rules(std::string_view record, const engines::Entry* game = nullptr);

struct Verified {
  std::optional<Difference> difference;  ///< nothing: the record is true
  std::int64_t turns = 0;                ///< replayed, given ones included
  std::int64_t given_turns = 0;          ///< those of the replayed turns that were given
  bool is_void = false;
  bool is_told = false;  ///< a program has played the match by itself: nobody can check its moves and times
  std::optional<RecordedReplay> replay;   ///< of such a match; nothing: it has none
  bool replay_compared = false;           ///< the file of that replay was read, and is the recorded one
  std::optional<OtherRules> other_rules;  ///< of a record that can be true all the same
  UnknownKeys unknown;                    ///< up to the difference, if there is one
};

/// Plays a record again from its options, seed, salt and answers, and compares every event, the result, the
/// final view, the digest and the seal. `record` is the text of the whole file; `game`: as Replay has it.
/// `watch`: told after each turn how many bytes of the record were played. Never throws on any text.
Verified verify_record(std::string_view record, const engines::Entry* game = nullptr,
                       const std::function<void(std::size_t bytes)>& watch = nullptr);

/// Checks a record without playing: that each line can be read, and that digest and seal are right. `turns`
/// is then 0, and keys are not looked at. `record` is the text of the whole file. Never throws on any text.
Verified read_record(std::string_view record);

}  // namespace referee
