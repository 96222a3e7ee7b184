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

namespace test_support {

/// The smallest game of hidden information: in the first turn each of two seats chooses a digit that the
/// other must not know; then both guess, at the same time, the other's digit. Both learn which seat was
/// right. A digit that a seat has guessed before is illegal. A seat without a first move has 0.
class HiddenNumbers {
 public:
  static constexpr std::string_view kName = "hidden_numbers";
  static constexpr int kVersion = 1;
  static constexpr std::string_view kClock = R"({"kind":"per_move","ms":1000})";
  static constexpr bool kHidden = true;
  using Move = int;
  using Json = engines::Json;
  using JsonWriter = engines::JsonWriter;

  struct Options {
    std::int64_t turns = 4;

    static Options read(fields::Object& in) { return {in.integer_or("turns", {1, 10}, Options{}.turns)}; }
    Json json() const { return {{"turns", turns}}; }
  };

  HiddenNumbers(const Options& options, const engines::Seed&) : options_(options) {}

  const Options& options() const { return options_; }
  std::size_t seats() const { return 2; }
  std::size_t max_turns() const { return static_cast<std::size_t>(options_.turns); }
  std::vector<engines::Seat> to_move() const {
    return turn_ < options_.turns ? std::vector<engines::Seat>{0, 1} : std::vector<engines::Seat>{};
  }
  std::variant<Move, engines::Fault> parse(engines::Seat, const Json& json) const {
    const auto digit = fields::as_integer(json, {0, 9});
    if (!digit) {
      return "expected a digit, got " + fields::brief(json);
    }
    return static_cast<Move>(*digit);
  }
  std::optional<engines::Fault> check(engines::Seat seat, Move move) const {
    if (std::ranges::count(guesses_[seat], move) == 0) {
      return std::nullopt;
    }
    return "you have guessed " + std::to_string(move) + " before";
  }
  void write_move(Move move, JsonWriter& out) const { out.value(move); }
  Move sample(engines::Seat seat, engines::Rng&) const { return static_cast<int>(guesses_[seat].size()); }
  void apply(std::span<const engines::Answer<Move>> by_seat, JsonWriter& events) {
    events.begin_object().key("hits").begin_list();
    for (const engines::Seat seat : {0U, 1U}) {
      const std::optional<Move>& move = by_seat[seat].move;
      if (turn_ == 0) {
        numbers_[seat] = move.value_or(0);
      } else if (move) {
        guesses_[seat].push_back(*move);
      }
      const bool hit = turn_ > 0 && move == numbers_[1 - seat];
      hits_[seat] += hit ? 1 : 0;
      events.value(hit);
    }
    events.end_list().end_object();
    ++turn_;
  }
  Json setup() const { return options_.json(); }
  void write_view(engines::Observer observer, JsonWriter& out) const {
    out.begin_object().key("guesses").begin_list();
    for (const std::vector<int>& guesses : guesses_) {
      out.begin_list();
      for (const int guess : guesses) {
        out.value(guess);
      }
      out.end_list();
    }
    out.end_list().key("numbers").begin_list();
    for (const engines::Seat seat : {0U, 1U}) {
      out.value(observer.sees(seat) ? numbers_[seat] : std::nullopt);
    }
    out.end_list().end_object();
  }
  std::vector<double> scores() const { return {hits_.begin(), hits_.end()}; }
  Json outcome() const { return {{"numbers", {*numbers_[0], *numbers_[1]}}}; }

 private:
  Options options_;
  std::int64_t turn_ = 0;
  std::array<std::optional<int>, 2> numbers_;
  std::array<std::vector<int>, 2> guesses_;
  std::array<int, 2> hits_{};
};

inline const engines::HostedEntry<HiddenNumbers> kHiddenNumbers;

}  // namespace test_support
