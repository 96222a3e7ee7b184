#pragma once

#include <utility>

#include <nlohmann/json.hpp>

#include "engines/game.h"
#include "engines/moves_in_parts.h"
#include "engines/registry.h"

namespace engines {

/// Makes plain rules a virtual Game. Rules that can list their moves have
/// `std::optional<std::vector<Move>> legal(Seat) const`, which is what Game::legal() says.
template <Rules G>
class Hosted : public Game {
 public:
  explicit Hosted(G rules) : rules_(std::move(rules)), answers_(rules_.seats()) {}

  std::unique_ptr<Game> clone() const override { return std::make_unique<Hosted>(*this); }
  Json options() const override { return rules_.options().json(); }
  std::size_t seats() const override { return rules_.seats(); }
  std::size_t max_turns() const override { return rules_.max_turns(); }
  std::vector<Seat> to_move() const override { return rules_.to_move(); }
  Json setup() const override { return rules_.setup(); }
  bool hidden() const override { return hides<G>(); }
  void write_view(Observer observer, std::string& out) const override {
    JsonWriter writer(out);
    rules_.write_view(observer, writer);
  }
  std::vector<double> scores() const override { return rules_.scores(); }
  Json outcome() const override { return rules_.outcome(); }
  std::optional<std::vector<Json>> legal(Seat seat) const override {
    if constexpr (requires { rules_.legal(seat); }) {
      if (const auto moves = rules_.legal(seat)) {
        std::vector<Json> listed;
        listed.reserve(moves->size());
        for (const auto& move : *moves) {
          listed.push_back(Json::parse(text_of(move)));
        }
        return listed;
      }
    }
    return std::nullopt;
  }
  Json sample(Seat seat, Rng& rng) const override { return Json::parse(text_of(rules_.sample(seat, rng))); }

  std::variant<std::string, Refusal> submit(Seat seat, const Json& json) override {
    auto parsed = rules_.parse(seat, json);
    if (auto* fault = std::get_if<Fault>(&parsed)) {
      return Refusal{Refusal::Kind::malformed, std::move(*fault)};
    }
    auto& move = std::get<typename G::Move>(parsed);
    if (auto fault = rules_.check(seat, move)) {
      return Refusal{Refusal::Kind::illegal, std::move(*fault)};
    }
    std::string as_played = text_of(move);
    answers_[seat].move = std::move(move);
    return as_played;
  }

  void settle(Seat seat, Microseconds spent, bool forfeited) override {
    answers_[seat].spent = spent;
    answers_[seat].forfeited = forfeited;
    if (forfeited) {
      answers_[seat].move.reset();
    }
  }

  using Game::step;
  void step(std::string& events) override {
    JsonWriter writer(events);
    rules_.apply(answers_, writer);
    for (auto& answer : answers_) {
      answer = {};
    }
  }

 protected:
  const G& rules() const { return rules_; }

 private:
  std::string text_of(const typename G::Move& move) const {
    std::string text;
    JsonWriter out(text);
    rules_.write_move(move, out);
    return text;
  }

  G rules_;
  std::vector<Answer<typename G::Move>> answers_;
};

/// Rules whose answers have parts: `std::vector<std::vector<Json>> legal_parts(Seat) const` lists them.
template <Rules G>
class HostedInParts final : public Hosted<G>, public MovesInParts {
 public:
  using Hosted<G>::Hosted;

  std::unique_ptr<Game> clone() const override { return std::make_unique<HostedInParts>(*this); }
  std::vector<std::vector<Json>> legal_parts(Seat seat) const override {
    return this->rules().legal_parts(seat);
  }
};

/// One of our own games.
template <Rules G>
class HostedEntry final : public Entry {
 public:
  HostedEntry() : Entry(G::kName, G::kVersion, G::kClock) {
    if constexpr (requires { G::kFileOption; }) {
      file_option = G::kFileOption;
    }
    if constexpr (requires { G::kDecidedBy; }) {
      decided_by = G::kDecidedBy;
    }
  }

  std::unique_ptr<Game> make(const Json& json, const Seed& seed) const override {
    fields::Object in(json, "options");
    auto options = G::Options::read(in);
    in.refuse_unknown();
    in.require();
    if constexpr (requires(const G rules) { rules.legal_parts(Seat{0}); }) {
      return std::make_unique<HostedInParts<G>>(G(std::move(options), seed));
    } else {
      return std::make_unique<Hosted<G>>(G(std::move(options), seed));
    }
  }
};

/// The entry of `G` in the table of games. A game that has G::kFileOption takes that option from files;
/// one that has G::kDecidedBy has it as Entry::decided_by.
template <Rules G>
const Entry& host() {
  static const HostedEntry<G> entry;
  return entry;
}

}  // namespace engines
