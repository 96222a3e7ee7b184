/// Proves that walls_search never loses a 3 x 3 game of Walls that it need not lose.
///
/// For both seats and both first movers, it follows every line of play of the opponent: once with its three
/// moves only, once also with no answer and with a forfeit by the clock. It does both because an opponent
/// that may give no answer is stronger: some positions are lost only to this one. At each position it
/// compares the bot's result against the worst continuation with the value of the position, from a separate
/// search written here, which shares no code with the bot; and it compares each position with the referee's
/// rules. It follows each position once, as the bot's choice is a function of the position.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include "engines/walls/walls.h"
#include "sample_bots/cpp/walls/board.h"
#include "sample_bots/cpp/walls/searcher.h"
#include "tests/support/plain_rules.h"

namespace {

using engines::Walls;
using Json = nlohmann::json;

constexpr int kSide = 3;
constexpr int kSquares = kSide * kSide;
constexpr int kStalled = 9;

/// What a seat can do in a turn. The bot only does the first three.
enum Deed { kForward, kLeft, kRight, kNothing, kForfeit, kDeeds };
constexpr int kMoves = 3;

/// A position, with a second implementation of the rules.
struct State {
  std::array<int, kSquares> brick{};  // 0: none, 1: A's, 2: B's
  std::array<int, 2> at = {3, 5};
  std::array<int, 2> face = {3, 1};
  std::array<int, 2> idle{};
  std::array<bool, 2> stalled{};
  int mover = 0;  // -1: over

  State after(int deed) const;
  int result() const;  // for A, of a game that is over: 1, 0, -1
  std::uint64_t key() const;
  Json view() const;
};

State State::after(int deed) const {
  State next = *this;
  const auto me = static_cast<std::size_t>(mover);
  const auto other = 1 - me;
  bool laid = false;
  if (deed == kLeft || deed == kRight) {
    next.face[me] = (face[me] + (deed == kLeft ? 3 : 1)) % 4;
  } else if (deed == kForward) {
    constexpr std::array<int, 4> kDown = {-1, 0, 1, 0};
    constexpr std::array<int, 4> kAcross = {0, 1, 0, -1};
    const int row = at[me] / kSide + kDown[static_cast<std::size_t>(face[me])];
    const int column = at[me] % kSide + kAcross[static_cast<std::size_t>(face[me])];
    const int target = row * kSide + column;
    const bool inside = row >= 0 && row < kSide && column >= 0 && column < kSide;
    if (inside && target != at[other] &&
        brick[static_cast<std::size_t>(target)] != static_cast<int>(other) + 1) {
      int& square = next.brick[static_cast<std::size_t>(at[me])];
      laid = square == 0;
      square = static_cast<int>(me) + 1;
      next.at[me] = target;
    }
  }
  next.idle[me] = laid ? 0 : idle[me] + 1;
  next.stalled[me] = deed == kForfeit || next.idle[me] == kStalled;
  const bool full = std::ranges::find(next.brick, 0) == next.brick.end();
  if (full || (next.stalled[0] && next.stalled[1])) {
    next.mover = -1;
  } else if (!next.stalled[other]) {
    next.mover = static_cast<int>(other);
  }
  return next;
}

int State::result() const {
  const auto lead = std::ranges::count(brick, 1) - std::ranges::count(brick, 2);
  return (lead > 0 ? 1 : 0) - (lead < 0 ? 1 : 0);
}

std::uint64_t State::key() const {
  std::uint64_t key = static_cast<std::uint64_t>(mover + 1);
  for (const int square : brick) {
    key = key * 3 + static_cast<std::uint64_t>(square);
  }
  for (std::size_t seat = 0; seat < 2; ++seat) {
    // The idle count of a stalled player no longer matters.
    const int waited = stalled[seat] ? kStalled : idle[seat];
    key =
        (key * kSquares + static_cast<std::uint64_t>(at[seat])) * 4 + static_cast<std::uint64_t>(face[seat]);
    key = key * (kStalled + 1) + static_cast<std::uint64_t>(waited);
  }
  return key;
}

Json State::view() const {
  Json rows = Json::array();
  Json players = Json::array();
  for (std::size_t row = 0; row < kSide; ++row) {
    std::string text;
    for (std::size_t column = 0; column < kSide; ++column) {
      text += ".AB"[brick[row * kSide + column]];
    }
    rows.push_back(text);
  }
  for (std::size_t seat = 0; seat < 2; ++seat) {
    players.push_back({{"at", {at[seat] / kSide, at[seat] % kSide}},
                       {"face", std::string(1, "NESW"[face[seat]])},
                       {"bricks", std::ranges::count(brick, static_cast<int>(seat) + 1)},
                       {"idle", idle[seat]},
                       {"stalled", static_cast<bool>(stalled[seat])}});
  }
  return {{"board", rows}, {"players", players}, {"mover", mover < 0 ? Json() : Json(mover)}};
}

/// The referee's rules after the same deed.
Walls after(Walls rules, int mover, int deed) {
  std::array<engines::Answer<Walls::Move>, 2> answers;
  auto& answer = answers[static_cast<std::size_t>(mover)];
  if (deed < kMoves) {
    answer.move = static_cast<Walls::Move>(deed);
  }
  answer.forfeited = deed == kForfeit;
  std::string events;
  engines::JsonWriter out(events);
  rules.apply(answers, out);
  return rules;
}

/// Follows the bot on one seat against every opponent.
class Proof {
 public:
  /// `deeds`: the opponent may do the first `deeds` of Deed, kMoves or kDeeds.
  Proof(int bot, int first, int deeds) : bot_(bot), first_(first), deeds_(deeds) {}

  /// False if the bot's result was ever worse than the value; prints the results.
  bool run();

 private:
  /// Best result for the bot with perfect play of both: 1, 0, -1.
  int value(const State& state);
  struct Worst {
    int result = 1;    // for the bot, against the best play of the opponent
    double lines = 1;  // number of different games from here
  };
  Worst follow(const State& state, const Walls& rules);
  int for_bot(int result) const { return bot_ == 0 ? result : -result; }
  void complain(const State& state, std::string_view what);

  int bot_;
  int first_;
  int deeds_;
  walls::Searcher searcher_{walls::Limits{}};
  std::unordered_map<std::uint64_t, std::int8_t> values_;
  std::unordered_map<std::uint64_t, Worst> followed_;
  std::size_t choices_ = 0;
  std::size_t saved_ = 0;  // bot's positions that are not lost
  std::size_t faults_ = 0;
};

bool Proof::run() {
  const auto begun = std::chrono::steady_clock::now();
  State start;
  start.mover = first_;
  const Walls rules(Walls::Options{.n = kSide, .first = static_cast<engines::Seat>(first_)}, engines::Seed{});
  const Worst worst = follow(start, rules);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  std::cout << "bot on seat " << bot_ << ", seat " << first_ << " first, opponent "
            << (deeds_ == kDeeds ? "may rest" : "always moves") << ": value " << value(start)
            << ", worst result " << worst.result << "; " << worst.lines << " lines through "
            << followed_.size() << " positions, " << choices_ << " choices of the bot, " << saved_
            << " not lost; " << values_.size() << " positions valued; " << faults_ << " faults; "
            << took.count() << " s\n";
  return faults_ == 0;
}

int Proof::value(const State& state) {
  if (state.mover < 0) {
    return for_bot(state.result());
  }
  const std::uint64_t key = state.key();
  if (const auto known = values_.find(key); known != values_.end()) {
    return known->second;
  }
  const bool mine = state.mover == bot_;
  int best = mine ? -1 : 1;
  for (int deed = 0; deed < (mine ? kMoves : deeds_); ++deed) {
    const int result = value(state.after(deed));
    best = mine ? std::max(best, result) : std::min(best, result);
    if (best == (mine ? 1 : -1)) {
      break;
    }
  }
  values_.emplace(key, static_cast<std::int8_t>(best));
  return best;
}

Proof::Worst Proof::follow(const State& state, const Walls& rules) {
  const std::uint64_t key = state.key();
  if (const auto known = followed_.find(key); known != followed_.end()) {
    return known->second;
  }
  const Json view = test_support::view_of(rules);
  if (view != state.view()) {
    complain(state, "the referee's rules disagree: " + view.dump());
  }
  Worst worst;
  if (state.mover < 0) {
    worst.result = for_bot(state.result());
    const int points = static_cast<int>(rules.scores()[static_cast<std::size_t>(bot_)]);
    if (points != worst.result + 1) {
      complain(state, "the referee's result disagrees");
    }
  } else if (state.mover == bot_) {
    ++choices_;
    const int act = static_cast<int>(searcher_.choose(walls::Board(view)));
    worst = follow(state.after(act), after(rules, state.mover, act));
    saved_ += value(state) >= 0 ? 1 : 0;
  } else {
    worst.lines = 0;
    for (int deed = 0; deed < deeds_; ++deed) {
      const Worst line = follow(state.after(deed), after(rules, state.mover, deed));
      worst.result = std::min(worst.result, line.result);
      worst.lines += line.lines;
    }
  }
  if (worst.result < value(state)) {
    complain(state, "the bot falls short of the value of the position");
  }
  followed_.emplace(key, worst);
  return worst;
}

void Proof::complain(const State& state, std::string_view what) {
  if (++faults_ <= 10) {
    std::cerr << what << "\n  at " << state.view().dump() << "\n";
  }
}

}  // namespace

int main() {
  bool proved = true;
  for (const int bot : {0, 1}) {
    for (const int first : {0, 1}) {
      for (const int deeds : {static_cast<int>(kDeeds), kMoves}) {
        proved = Proof(bot, first, deeds).run() && proved;
      }
    }
  }
  std::cout << (proved ? "proved: never below the value of a position\n" : "NOT proved\n");
  return proved ? 0 : 1;
}
