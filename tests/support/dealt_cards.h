#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/hosted.h"
#include "engines/random.h"

namespace test_support {

/// The smallest game whose legal moves depend on chance: of ten cards each of two seats is dealt some, and
/// plays one in turn until none is left. The greater sum wins. By default each has three; with "uneven" each
/// has one in deals of an odd seed, so that there the game is over after two turns.
class DealtCards {
 public:
  static constexpr std::string_view kName = "dealt_cards";
  static constexpr int kVersion = 1;
  static constexpr std::string_view kClock = R"({"kind":"per_move","ms":1000})";
  using Move = int;
  using Json = engines::Json;
  using JsonWriter = engines::JsonWriter;

  struct Options {
    bool uneven = false;

    static Options read(fields::Object& in) { return {in.boolean_or("uneven", false)}; }
    Json json() const { return {{"uneven", uneven}}; }
  };

  DealtCards(const Options& options, const engines::Seed& seed) : options_(options) {
    engines::Rng rng(seed.number);
    std::vector<int> deck{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const std::size_t cards = options.uneven && seed.number % 2 == 1 ? 1 : kMostCards;
    for (std::size_t i = 0; i < 2 * cards; ++i) {
      const auto at = static_cast<std::ptrdiff_t>(engines::below(rng, deck.size()));
      hands_[i % 2].push_back(deck[static_cast<std::size_t>(at)]);
      deck.erase(deck.begin() + at);
    }
  }

  const Options& options() const { return options_; }
  std::size_t seats() const { return 2; }
  std::size_t max_turns() const { return 2 * kMostCards; }
  std::vector<engines::Seat> to_move() const {
    return hands_[turn_ % 2].empty() ? std::vector<engines::Seat>{} : std::vector<engines::Seat>{turn_ % 2};
  }
  std::variant<Move, engines::Fault> parse(engines::Seat, const Json& json) const {
    const auto card = fields::as_integer(json, {0, 9});
    if (!card) {
      return "expected a card";
    }
    return static_cast<Move>(*card);
  }
  std::optional<engines::Fault> check(engines::Seat seat, Move card) const {
    return std::ranges::count(hands_[seat], card) > 0
               ? std::nullopt
               : std::optional<engines::Fault>("you do not have " + std::to_string(card));
  }
  void write_move(Move card, JsonWriter& out) const { out.value(card); }
  Move sample(engines::Seat seat, engines::Rng& rng) const {
    return hands_[seat][engines::below(rng, hands_[seat].size())];
  }
  void apply(std::span<const engines::Answer<Move>> by_seat, JsonWriter& events) {
    const engines::Seat seat = turn_ % 2;
    std::vector<int>& hand = hands_[seat];
    const auto played = by_seat[seat].move ? std::ranges::find(hand, *by_seat[seat].move) : hand.begin();
    sums_[seat] += by_seat[seat].move.value_or(0);
    hand.erase(played);
    ++turn_;
    events.begin_list().end_list();
  }
  Json setup() const { return options_.json(); }
  void write_view(engines::Observer, JsonWriter& out) const {
    out.begin_object().key("hands").begin_list();
    for (const std::vector<int>& hand : hands_) {
      out.begin_list();
      for (const int card : hand) {
        out.value(card);
      }
      out.end_list();
    }
    out.end_list().end_object();
  }
  std::vector<double> scores() const { return {sums_.begin(), sums_.end()}; }
  Json outcome() const { return nullptr; }

 private:
  static constexpr std::size_t kMostCards = 3;

  Options options_;
  std::size_t turn_ = 0;
  std::array<std::vector<int>, 2> hands_;
  std::array<int, 2> sums_{};
};

inline const engines::HostedEntry<DealtCards> kDealtCards;

}  // namespace test_support
