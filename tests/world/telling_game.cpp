#include "tests/world/telling_game.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/random.h"
#include "tests/support/sums.h"

namespace world {
namespace {

using engines::Json;
using engines::Observer;
using engines::Rng;
using engines::Seat;

constexpr std::uint64_t kDigits = 6;  // of Sums that are legal
constexpr int kOver = 9;              // a digit that is not

/// The number of a game's turn decides, with its seed, which legal moves it tells.
class TellingGame final : public engines::Game {
 public:
  TellingGame(std::unique_ptr<Game> game, bool sums, const engines::Seed& seed)
      : game_(std::move(game)), sums_(sums), seed_(seed) {}

  std::unique_ptr<Game> clone() const override {
    auto copy = std::make_unique<TellingGame>(game_->clone(), sums_, seed_);
    copy->turn_ = turn_;
    return copy;
  }
  Json options() const override { return game_->options(); }
  std::size_t seats() const override { return game_->seats(); }
  std::size_t max_turns() const override { return game_->max_turns(); }
  std::vector<Seat> to_move() const override { return game_->to_move(); }
  Json setup() const override { return game_->setup(); }
  bool hidden() const override { return game_->hidden(); }
  bool has_one_view() const override { return false; }
  void write_view(Observer observer, std::string& out) const override {
    const std::vector<Seat> movers = game_->to_move();
    const auto mover =
        std::ranges::find_if(movers, [&](Seat seat) { return observer == Observer::seat(seat); });
    out += "{\"move\":" + (mover == movers.end() ? "null" : legal_move(*mover)) +
           ",\"score\":" + (mover == movers.end() ? "null" : Json(game_->scores()[*mover]).dump()) +
           ",\"view\":";
    game_->write_view(observer, out);
    if (hidden() || seats() == 1) {
      Json words = Json::array();
      for (Seat seat = 0; seat < seats(); ++seat) {
        words.push_back(!hidden() || observer.sees(seat) ? Json(word_of_seat(seed_, seat)) : Json());
      }
      out += ",\"words\":" + words.dump();
    }
    out += turn_ % 2 == 1 ? ",\"odd\":true}" : "}";
  }
  std::vector<double> scores() const override { return game_->scores(); }
  Json outcome() const override { return game_->outcome(); }
  Json sample(Seat seat, Rng& rng) const override { return game_->sample(seat, rng); }
  std::variant<std::string, engines::Refusal> submit(Seat seat, const Json& move) override {
    return game_->submit(seat, move);
  }
  void settle(Seat seat, engines::Microseconds spent, bool forfeited) override {
    game_->settle(seat, spent, forfeited);
  }
  void step(std::string& events) override {
    game_->step(events);
    ++turn_;
  }

 private:
  std::string legal_move(Seat seat) const {
    Rng rng(seed_.number + turn_ * seats() + seat);
    return sums_ ? std::to_string(engines::below(rng, kDigits)) : game_->sample(seat, rng).dump();
  }

  std::unique_ptr<Game> game_;
  bool sums_;
  engines::Seed seed_;
  std::uint64_t turn_ = 0;
};

class TellingEntry final : public engines::Entry {
 public:
  TellingEntry(const engines::Entry& entry, const std::string& name)
      : Entry(name, entry.version, entry.clock), entry_(entry) {
    decided_by = entry.decided_by;
  }
  std::unique_ptr<engines::Game> make(const Json& options, const engines::Seed& seed) const override {
    return std::make_unique<TellingGame>(entry_.make(options, seed), is_sums(), seed);
  }
  bool is_sums() const { return &entry_ == &test_support::kSums; }

 private:
  const engines::Entry& entry_;
};

}  // namespace

const engines::Entry& telling_game(const std::string& name) {
  static std::map<std::string, const engines::Entry*> made;
  auto [at, is_new] = made.emplace("told_" + name, nullptr);
  if (is_new) {
    const engines::Entry* const own = name == "sums" ? &test_support::kSums : engines::find_game(name);
    at->second = &engines::add_game(std::make_unique<TellingEntry>(*own, at->first));
  }
  return *at->second;
}

std::string word_of_seat(const engines::Seed& seed, Seat seat) {
  Rng rng(seed.number);
  rng.discard(seat);
  return std::to_string(rng());
}

RefusedMove refused_move(const engines::Entry& telling) {
  return dynamic_cast<const TellingEntry&>(telling).is_sums() ? RefusedMove{kOver, "illegal"}
                                                              : RefusedMove{"no move", "malformed"};
}

}  // namespace world
