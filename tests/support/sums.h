#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/hosted.h"

namespace test_support {

/// A game to test matches with: in every turn every seat names a digit; above 5 is illegal; the greatest sum
/// wins. A seat that forfeits plays no more. With "fails" the rules have a bug: they throw from the turn
/// "fails_at" on; "five": on every 5.
class Sums {
 public:
  static constexpr std::string_view kName = "sums";
  static constexpr int kVersion = 3;
  static constexpr std::string_view kClock = R"({"kind":"per_move","ms":1000})";
  using Move = int;
  using Json = engines::Json;
  using JsonWriter = engines::JsonWriter;

  struct Options {
    std::int64_t seats = 2;
    std::int64_t turns = 3;
    std::size_t fails = 0;  ///< index into kFailures
    std::int64_t fails_at = 0;

    static Options read(fields::Object& in) {
      Options options;
      options.seats = in.integer_or("seats", {1, 8}, options.seats);
      options.turns = in.integer_or("turns", {1, 1000}, options.turns);
      options.fails = in.choice_or("fails", kFailures, 0);
      options.fails_at = in.integer_or("fails_at", {0, 1000}, 0);
      return options;
    }
    Json json() const {
      return {{"seats", seats}, {"turns", turns}, {"fails", kFailures[fails]}, {"fails_at", fails_at}};
    }
  };

  Sums(const Options& options, const engines::Seed&)
      : options_(options), sums_(seats()), out_(seats(), false) {}

  const Options& options() const { return options_; }
  std::size_t seats() const { return static_cast<std::size_t>(options_.seats); }
  std::size_t max_turns() const { return static_cast<std::size_t>(options_.turns); }
  std::vector<engines::Seat> to_move() const {
    std::vector<engines::Seat> movers;
    for (engines::Seat seat = 0; seat < seats() && turn_ < options_.turns; ++seat) {
      if (!out_[seat]) {
        movers.push_back(seat);
      }
    }
    return movers;
  }
  std::variant<Move, engines::Fault> parse(engines::Seat, const Json& json) const {
    fail_if("submit");
    const auto digit = fields::as_integer(json, {0, 9});
    if (!digit) {
      return "expected a digit, got " + fields::brief(json);
    }
    if (*digit == 5) {
      fail_if("five");
    }
    return static_cast<Move>(*digit);
  }
  std::optional<engines::Fault> check(engines::Seat, Move move) const {
    return move > 5 ? std::optional<engines::Fault>(std::to_string(move) + " is over 5") : std::nullopt;
  }
  void write_move(Move move, JsonWriter& out) const { out.value(move); }
  Move sample(engines::Seat, engines::Rng& rng) const { return static_cast<Move>(rng() % 5); }
  void apply(std::span<const engines::Answer<Move>> by_seat, JsonWriter& events) {
    fail_if("step");
    for (const engines::Seat seat : to_move()) {
      sums_[seat] += by_seat[seat].move.value_or(0);
      out_[seat] = out_[seat] || by_seat[seat].forfeited;
    }
    ++turn_;
    write_sums(events);
  }
  Json setup() const { return {{"turns", options_.turns}}; }
  void write_view(engines::Observer, JsonWriter& out) const {
    fail_if("view");
    write_sums(out);
  }
  std::vector<double> scores() const { return {sums_.begin(), sums_.end()}; }
  Json outcome() const { return {{"turns", turn_}}; }

 private:
  inline static const std::vector<std::string_view> kFailures = {"never", "submit", "step", "view", "five"};

  void write_sums(JsonWriter& out) const {
    out.begin_object().key("sums").begin_list();
    for (const int sum : sums_) {
      out.value(sum);
    }
    out.end_list().end_object();
  }

  void fail_if(std::string_view where) const {
    if (kFailures[options_.fails] == where && turn_ >= options_.fails_at) {
      throw std::logic_error("a fault of the rules");
    }
  }

  Options options_;
  std::int64_t turn_ = 0;
  std::vector<int> sums_;
  std::vector<bool> out_;
};

inline const engines::HostedEntry<Sums> kSums;

/// Options for a game of one seat.
inline engines::Json one_seat(int turns) { return {{"seats", 1}, {"turns", turns}}; }

}  // namespace test_support
