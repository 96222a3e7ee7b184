#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "protocol/fields.h"
#include "protocol/json_writer.h"

/// The rules of the games. A game is a plain value: no clock, socket, log or thread. Options, seed and
/// answers determine everything, on every machine; so rules use no floating point, no std distribution and no
/// unordered iteration.
namespace engines {

using Json = nlohmann::json;
using protocol::JsonWriter;
using Microseconds = std::chrono::microseconds;
using Seat = std::size_t;     ///< a player's number from 0; a team is one seat
using Rng = std::mt19937_64;  ///< draw with engines/random.h: std distributions differ between libraries
using Fault = std::string;    ///< why a move was refused, worded for the bot's author

/// The source of chance: number 0..2^53-1; salt 32 hex digits, used only by games with a secret deal.
struct Seed {
  std::uint64_t number = 0;
  std::string salt;
};

/// What the referee has for a seat at the end of its turn.
template <class Move>
struct Answer {
  std::optional<Move> move;  ///< nothing: late, illegal, malformed or gone
  Microseconds spent{0};     ///< charged for this turn
  bool forfeited = false;    ///< the clock has taken the seat out of the game; then move is empty
};

/// The reader of a view: one seat, which sees what its player may know; everybody, which sees all that the
/// rules know; or a spectator, which sees only what all seats may know. The last line of a record and
/// `referee show` have the view for everybody; no player gets it before the match is over. Who looks on while
/// a match is played gets the view for a spectator.
class Observer {
 public:
  static constexpr Observer seat(Seat seat) { return Observer(seat); }
  static constexpr Observer everybody() { return Observer(std::nullopt); }
  static constexpr Observer spectator() { return Observer(kNoSeat); }

  /// Whether this observer may see what only the player at `owner` may know.
  constexpr bool sees(Seat owner) const { return !seat_ || *seat_ == owner; }
  bool operator==(const Observer&) const = default;

 private:
  constexpr explicit Observer(std::optional<Seat> seat) : seat_(seat) {}

  static constexpr Seat kNoSeat = std::numeric_limits<Seat>::max();

  std::optional<Seat> seat_;  // nothing: everybody; kNoSeat: a spectator
};

/// Whether seats of a game may see different views; its class says so with `static constexpr bool kHidden =
/// true`. In a game that does not say so, all observers have the same view.
template <class G>
constexpr bool hides() {
  if constexpr (requires { G::kHidden; }) {
    return G::kHidden;
  } else {
    return false;
  }
}

/// Rules of one game. A copy is an independent game. The same options, seed and answers give the same game.
///
/// In a game of hidden information, all that a seat is told during the match depends only on what its player
/// may know: the view of its observer, setup(), whether it is to move, a Fault of parse() or check(), and its
/// own score, from which a `score_rate` clock follows. Events hold only what every seat may know. All scores
/// and outcome() are told only when the game is over, because they may show all that was hidden.
///
/// What is written every turn (moves, events, views) is written as text, with the keys of each object sorted:
/// records have these bytes, and tests check the form. What is asked once a match is a tree of JSON.
template <class G>
concept Rules = std::copyable<G> && std::constructible_from<G, typename G::Options, Seed> &&
    requires(G g, const G c, Seat s, typename G::Move m, std::span<const Answer<typename G::Move>> by_seat,
             const Json j, Rng& rng, fields::Object& in, const typename G::Options o, Observer observer,
             JsonWriter& out) {
  { G::kName } -> std::convertible_to<std::string_view>;   // "walls"
  { G::kVersion } -> std::convertible_to<int>;             // raised when a record would play differently
  { G::kClock } -> std::convertible_to<std::string_view>;  // the handout's clock as JSON, for the daemon
  // Every key has a default; mistakes go to `in`.
  { G::Options::read(in) } -> std::same_as<typename G::Options>;
  { o.json() } -> std::same_as<Json>;  // complete: defaults included
  { c.options() } -> std::same_as<const typename G::Options&>;
  { c.seats() } -> std::same_as<std::size_t>;
  { c.max_turns() } -> std::same_as<std::size_t>;      // a bound on steps from the start, for these options
  { c.to_move() } -> std::same_as<std::vector<Seat>>;  // ascending; none: over; one: turns; more: at once
  // The shape only; a Fault is "malformed".
  { c.parse(s, j) } -> std::same_as<std::variant<typename G::Move, Fault>>;
  { c.check(s, m) } -> std::same_as<std::optional<Fault>>;  // nothing: legal
  { c.write_move(m, out) } -> std::same_as<void>;           // as a bot would send it: one value
  { c.sample(s, rng) } -> std::same_as<typename G::Move>;   // any legal move of a seat to move
  { g.apply(by_seat, out) } -> std::same_as<void>;  // one step, indexed by seat; writes events: one value
  { c.setup() } -> std::same_as<Json>;              // what never changes
  { c.write_view(observer, out) } -> std::same_as<void>;  // all that the observer may see now: one value
  { c.scores() } -> std::same_as<std::vector<double>>;    // by seat; more is better; meaningful when over
  { c.outcome() } -> std::same_as<Json>;                  // the game's own report, when over
};

/// Why submit() refused a move.
struct Refusal {
  enum class Kind {
    malformed,  ///< not the JSON shape of a move of this game
    illegal     ///< the right shape, but not allowed by the rules now
  };
  Kind kind = Kind::malformed;
  Fault why;
};

/// A move that submit() has kept, and that the rules have refused when the step was played.
struct LateRefusal {
  Seat seat = 0;
  Refusal refusal;
};

/// Rules that run in a program of their own have failed: no fault of a bot, or of the options. what() has the
/// game's name and words for its author.
class RulesFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A game behind one interface, made by engines/registry.h. A turn is: submit() for each seat to move that
/// has answered, settle() for each seat to move, step().
///
/// Rules may run in a program of their own. A game that Entry::begin() has made is then pending() at first
/// and after each step(), until the program has answered and complete() has been called. While it is pending
/// only pending(), when_ready(), options(), seats(), max_turns(), hidden() and, from the first answer on,
/// setup() may be called. Any call may throw RulesFailure.
class Game {
 public:
  virtual ~Game() = default;
  virtual std::unique_ptr<Game> clone() const = 0;

  virtual Json options() const = 0;
  virtual std::size_t seats() const = 0;
  virtual std::size_t max_turns() const = 0;
  virtual std::vector<Seat> to_move() const = 0;
  virtual Json setup() const = 0;
  /// Whether seats may see different views. If not, all observers have the same view.
  virtual bool hidden() const = 0;
  /// Whether the views of all seats have the same text.
  virtual bool has_one_view() const { return !hidden(); }
  /// Appends what `observer` may see now to `out`, as compact JSON with sorted keys.
  virtual void write_view(Observer observer, std::string& out) const = 0;
  /// What `observer` may see now, as a tree. It is parsed from write_view(), so it is too slow for every turn
  /// of a match.
  Json view(Observer observer) const;
  virtual std::vector<double> scores() const = 0;
  virtual Json outcome() const = 0;

  /// All legal moves of a seat to move, as bots would send them: for people, who choose from them. Nothing:
  /// the rules do not tell them.
  virtual std::optional<std::vector<Json>> legal(Seat seat) const;
  /// A legal move of a seat to move, as a bot would send it.
  virtual Json sample(Seat seat, Rng& rng) const = 0;
  /// Keeps a legal move for the next step and returns it as the record has it: compact JSON, bounded by the
  /// rules, without the spaces and extra keys of the bot's text. Returns a Refusal for any other JSON, and
  /// changes nothing. Never throws on any JSON.
  virtual std::variant<std::string, Refusal> submit(Seat seat, const Json& move) = 0;
  /// Tells what the clock charged for this turn. `forfeited` removes a move that was kept.
  virtual void settle(Seat seat, Microseconds spent, bool forfeited) = 0;
  /// Plays one step with the moves that were kept, and appends its events to `events`, as compact JSON with
  /// sorted keys. REQUIRES: to_move() is not empty.
  virtual void step(std::string& events) = 0;
  /// Plays one step with the moves that were kept, and returns its events as a tree. REQUIRES: to_move() is
  /// not empty, and the game is not one of Entry::begin().
  Json step();

  /// Whether an answer of the rules is awaited.
  bool pending() const { return pending_; }
  /// Calls `ready` once, by the poster of Entry::begin(), when the game is not pending any more, in place of
  /// an earlier one. Never calls it after the game's end. REQUIRES: pending().
  virtual void when_ready(std::function<void()> ready);
  /// Takes the answer to begin() or step(), once it is there. Appends the events of a step to `events`.
  /// Throws RulesFailure. Does nothing for a game that was not pending.
  virtual void complete(std::string& events);
  /// The moves that were kept for the newest step, and refused in it: the step was played without them.
  std::span<const LateRefusal> refused() const { return refused_; }

 protected:
  bool pending_ = false;
  std::vector<LateRefusal> refused_;
};

}  // namespace engines
