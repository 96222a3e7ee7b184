#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/game.h"
#include "engines/registry.h"

namespace referee::rules {

/// A match that a program plays by itself, as a game: no seat is ever asked, and all readers see what the
/// program has told last.
class ToldGame final : public engines::Game {
 public:
  using Json = nlohmann::json;

  explicit ToldGame(engines::Facts facts) : facts_(std::move(facts)), scores_(facts_.seats) {}

  /// What readers see from now on: an object.
  void tell(const Json& view);
  /// How the match has ended. REQUIRES: a score for each seat.
  void end(std::vector<double> scores, Json outcome);

  std::unique_ptr<engines::Game> clone() const override { return std::make_unique<ToldGame>(*this); }
  Json options() const override { return facts_.options; }
  std::size_t seats() const override { return facts_.seats; }
  std::size_t max_turns() const override { return facts_.max_turns; }
  std::vector<engines::Seat> to_move() const override { return {}; }
  Json setup() const override { return facts_.options; }
  bool hidden() const override { return false; }
  void write_view(engines::Observer /*all*/, std::string& out) const override { out += view_; }
  std::vector<double> scores() const override { return scores_; }
  Json outcome() const override { return outcome_; }

  // Nobody is to move: the next four are never called.

  Json sample(engines::Seat seat, engines::Rng& rng) const override;
  std::variant<std::string, engines::Refusal> submit(engines::Seat seat, const Json& move) override;
  void settle(engines::Seat seat, engines::Microseconds spent, bool forfeited) override;
  void step(std::string& events) override;

 private:
  engines::Facts facts_;
  std::string view_ = "{}";
  std::vector<double> scores_;
  Json outcome_;
};

}  // namespace referee::rules
