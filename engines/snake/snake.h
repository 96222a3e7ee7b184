#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engines/game.h"
#include "engines/registry.h"
#include "engines/snake/maze.h"

namespace engines {

/// Snake Labyrinth (Ca' Foscari): a snake walks through a maze to an exit. Coins make its body grow, mishaps
/// and biting itself cut it, drills let it through walls; every step costs a point. RULES.md has the rules,
/// README.md the JSON shapes.
class Snake {
 public:
  static constexpr std::string_view kName = "snake";
  static constexpr int kVersion = 1;
  static constexpr std::string_view kClock = R"({"kind":"per_move","ms":10000})";
  static constexpr FileOption kFileOption{.key = "maze", .content = FileOption::Content::lines};

  struct Options {
    MazeRows maze = handout_maze();  ///< the rows that read_maze() returns
    bool whole_path = false;         ///< the bot gives one answer, with all steps
    bool body = true;                ///< coins are segments of a body; otherwise they are only counted
    std::int64_t max_steps = 1000;   ///< 1..100000; default_max_steps() unless given
    std::int64_t max_turns = 1000;   ///< 1..100000; not used with whole_path

    /// The example that the handout works out: a corridor with a coin.
    static MazeRows handout_maze();
    static std::int64_t default_max_steps(const MazeRows& maze);
    /// Mistakes are recorded in `in`; do not use the options that are returned then.
    static Options read(fields::Object& in);
    Json json() const;
  };

  /// An answer: one step or several, letters of "NSEO" (O is west).
  struct Move {
    std::string steps;
  };

  /// `options` as read() returns them without error. The game draws nothing: the seed has no effect.
  Snake(Options options, const Seed& seed);

  const Options& options() const { return options_; }
  std::size_t seats() const { return 1; }
  std::size_t max_turns() const;
  std::vector<Seat> to_move() const;
  std::variant<Move, Fault> parse(Seat seat, const Json& json) const;
  /// Every move is legal: a step that is refused only ends the answer.
  std::optional<Fault> check(Seat seat, const Move& move) const;
  void write_move(const Move& move, JsonWriter& out) const;
  /// The single steps that are not refused now: an answer may be several steps, too. With whole_path, where
  /// the only answer has all steps: nothing.
  std::optional<std::vector<Move>> legal(Seat seat) const;
  /// A random walk of at most kMaxSampled steps: it seldom goes into a wall, and stops at an exit.
  Move sample(Seat seat, Rng& rng) const;
  void apply(std::span<const Answer<Move>> by_seat, JsonWriter& events);
  Json setup() const;
  void write_view(Observer observer, JsonWriter& out) const;
  /// The points at the exit; 0 elsewhere.
  std::vector<double> scores() const;
  Json outcome() const;

  /// Steps taken since the start.
  std::size_t steps() const { return path_.size(); }

  static constexpr std::size_t kMaxSampled = 32;  ///< letters of a sampled move

 private:
  using Index = std::uint32_t;  // of a cell in grid_
  using Time = std::uint32_t;   // number of steps taken

  /// Takes one step; returns false and changes nothing if the step is refused.
  bool take(char letter);
  /// Moves the head to `cell`, which held `met`: changes the body and the coins.
  void enter(Index cell, char met);
  void bite(Index cell);
  bool is_passable(Index cell) const;
  /// The cell next to `cell` in the direction of `letter`.
  Index neighbour(Index cell, char letter) const;
  std::int64_t points() const;
  void write_cell(Index cell, JsonWriter& out) const { out.pair(cell / width_ - 1, cell % width_ - 1); }

  Options options_;
  Index width_;                   // of grid_: the columns and the frame
  std::string grid_;              // row by row, with a frame of kOutside all round
  std::vector<Index> trail_;      // cells of the head, by number of steps; the last is the present one
  std::vector<Time> last_visit_;  // by cell: time of the head's last visit, kNever if none
  std::string path_;              // all steps taken
  std::size_t coins_ = 0;         // with options_.body: the length of the body
  std::size_t drill_ = 0;         // uses left
  std::size_t turns_ = 0;
  std::size_t refused_ = 0;
  bool exited_ = false;
  bool over_ = false;
};

}  // namespace engines
