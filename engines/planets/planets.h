#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "engines/game.h"
#include "engines/planets/ghosts.h"
#include "engines/planets/map.h"
#include "engines/registry.h"

namespace engines {

/// E7 Planets (E7, UC Berkeley): one ship collects scraps on a grid with asteroids and nebulae before its
/// turns are used up, and keeps away from ghosts. RULES.md has the rules, README.md the JSON shapes.
class Planets {
 public:
  static constexpr std::string_view kName = "planets";
  static constexpr int kVersion = 1;
  static constexpr std::string_view kClock = R"({"kind":"per_move","ms":1000,"late":"wait"})";
  static constexpr FileOption kFileOption{.key = "map", .content = FileOption::Content::json};
  static constexpr std::string_view kDefaultMap = "one_scrap";

  struct Options {
    std::shared_ptr<const planets::Map> map;  ///< never changes, so that copies may share it

    /// Mistakes are recorded in `in`; do not use the options that are returned then.
    static Options read(fields::Object& in);
    Json json() const;
  };

  enum class Move : std::uint8_t { up, down, left, right, stay };

  /// `options` as read() returns them without error. The game draws nothing: the seed has no effect.
  Planets(Options options, const Seed& seed);

  const Options& options() const { return options_; }
  std::size_t seats() const { return 1; }
  std::size_t max_turns() const { return static_cast<std::size_t>(map().turns); }
  std::vector<Seat> to_move() const;
  std::variant<Move, Fault> parse(Seat seat, const Json& json) const;
  /// Every move is legal: a move into an asteroid, or of a ship that is held, changes nothing.
  std::optional<Fault> check(Seat seat, Move move) const;
  void write_move(Move move, JsonWriter& out) const;
  /// All five moves.
  std::optional<std::vector<Move>> legal(Seat seat) const;
  Move sample(Seat seat, Rng& rng) const;
  void apply(std::span<const Answer<Move>> by_seat, JsonWriter& events);
  Json setup() const;
  void write_view(Observer observer, JsonWriter& out) const;
  /// The value of the scraps that were picked up; 0 if the clock has taken the ship out.
  std::vector<double> scores() const;
  Json outcome() const;

 private:
  struct Ship {
    planets::Cell at;
    int held = 0;  // turns that a nebula still holds it
  };

  void move_ship(Move move);
  planets::Cell ship_target(Move move) const;
  void find_catches(planets::Cell ship_before);
  /// Takes the scrap on the ship's cell, if there is one, to the end of picked_up_.
  bool pick_up();
  /// `picked`: whether the last of picked_up_ was taken in this turn.
  void write_events(bool picked, JsonWriter& events) const;
  static void write_ghost(const planets::Ghost& ghost, JsonWriter& out);
  const planets::Map& map() const { return *options_.map; }
  bool caught() const { return !samespot_.empty() || !switched_.empty(); }
  bool over() const { return forfeited_ || caught() || left_.empty() || turns_ == map().turns; }
  std::int64_t score() const { return forfeited_ ? 0 : planets::total_value(picked_up_); }

  Options options_;
  Ship ship_;
  std::vector<planets::Ghost> ghosts_;
  std::vector<planets::Scrap> left_;       // in the order of the map
  std::vector<planets::Scrap> picked_up_;  // in the order of picking up
  std::vector<std::size_t> samespot_;      // ghosts that caught the ship on its cell
  std::vector<std::size_t> switched_;      // ghosts that caught it by an exchange of cells
  int turns_ = 0;                          // turns played
  bool forfeited_ = false;
};

}  // namespace engines
