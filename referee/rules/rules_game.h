#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/game.h"
#include "engines/registry.h"
#include "engines/views_on_demand.h"
#include "referee/rules/rules_match.h"

namespace referee::rules {

/// Where the rules of one game run: what all its matches share.
struct RulesHost {
  std::shared_ptr<RulesThread> thread;
  std::shared_ptr<RulesProgram> program;
  std::shared_ptr<const RulesFolder> folder;
};

/// A game whose rules are a program. Without a poster its calls wait for the program; with one they never do,
/// and the game is pending instead. One thread uses it at a time.
class RulesGame final : public engines::Game, public engines::ViewsOnDemand {
 public:
  /// At its start. `poster`: of Entry::begin(), or empty. Throws fields::Exception for options that are not
  /// valid and, without a poster, engines::RulesFailure.
  RulesGame(RulesHost host, const Json& options, engines::Seed seed, engines::Poster poster);
  /// The program forgets the match.
  ~RulesGame() override;
  RulesGame(const RulesGame&) = delete;
  RulesGame& operator=(const RulesGame&) = delete;

  /// Plays the match again up to here, and waits for that. Throws engines::RulesFailure, also if the program
  /// comes to another position.
  std::unique_ptr<engines::Game> clone() const override;

  Json options() const override { return facts_.options; }
  std::size_t seats() const override { return facts_.seats; }
  std::size_t max_turns() const override { return facts_.max_turns; }
  bool hidden() const override { return facts_.hidden; }
  bool has_one_view() const override { return !facts_.hidden && !host_.folder->game().views_have_events; }
  std::vector<Seat> to_move() const override { return position_.to_move; }
  Json setup() const override { return position_.setup.value_or(facts_.options); }
  void write_view(engines::Observer observer, std::string& out) const override;
  std::vector<double> scores() const override { return position_.scores; }
  Json outcome() const override { return position_.outcome; }

  std::optional<std::vector<Json>> legal(Seat seat) const override;
  /// One of the moves that the program lists. Throws engines::RulesFailure if it lists none.
  Json sample(Seat seat, engines::Rng& rng) const override;
  /// Keeps any JSON: the program refuses it in step(), if it does. See Game::refused().
  std::variant<std::string, engines::Refusal> submit(Seat seat, const Json& move) override;
  void settle(Seat seat, engines::Microseconds spent, bool forfeited) override;
  using Game::step;
  void step(std::string& events) override;

  void only_movers_look() override { readers_ = Readers::movers; }

  void when_ready(std::function<void()> ready) override;
  void complete(std::string& events) override;

 private:
  struct Arrival;
  using Moves = std::vector<SeatMove>;

  RulesMatch::Done told();
  Turn played(const std::function<void(RulesMatch::Done)>& call) const;
  void take(Turn turn, std::string* events);
  std::vector<SeatMove> take_moves();
  void play_again(const std::vector<Moves>& steps);
  const std::string& view_read() const;

  RulesHost host_;
  engines::Facts facts_;
  engines::Seed seed_;
  std::shared_ptr<RulesMatch> match_;
  std::shared_ptr<Arrival> arrival_;  // null: its calls wait
  Position position_;
  Moves kept_;               // by seat
  std::vector<Moves> past_;  // the steps that were played
  bool begun_ = false;       // position_ is there
  Readers readers_ = Readers::all;
};

}  // namespace referee::rules
