#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/hosted.h"

namespace test_support {

/// A game that has no parts of its own, and draws its picture itself: two seats fill the nine cells of a
/// grid, in turn. A move is a free cell's number. With "draws" false the views have no picture.
class DrawnGame {
 public:
  static constexpr std::string_view kName = "drawn";
  static constexpr int kVersion = 1;
  static constexpr std::string_view kClock = R"({"kind":"per_move","ms":1000})";
  using Move = std::size_t;
  using Json = engines::Json;
  using JsonWriter = engines::JsonWriter;

  struct Options {
    bool draws = true;

    static Options read(fields::Object& in) { return {in.boolean_or("draws", true)}; }
    Json json() const { return {{"draws", draws}}; }
  };

  DrawnGame(const Options& options, const engines::Seed&) : options_(options) {}

  const Options& options() const { return options_; }
  std::size_t seats() const { return 2; }
  std::size_t max_turns() const { return kCells; }
  std::vector<engines::Seat> to_move() const {
    return turn_ < kCells ? std::vector<engines::Seat>{turn_ % 2} : std::vector<engines::Seat>{};
  }
  std::variant<Move, engines::Fault> parse(engines::Seat, const Json& json) const {
    const auto cell = fields::as_integer(json, {0, static_cast<std::int64_t>(kCells) - 1});
    if (!cell) {
      return "expected a cell, got " + fields::brief(json);
    }
    return static_cast<Move>(*cell);
  }
  std::optional<engines::Fault> check(engines::Seat, Move cell) const {
    return board_[cell] == '.' ? std::nullopt : std::optional<engines::Fault>("the cell is taken");
  }
  void write_move(Move cell, JsonWriter& out) const { out.value(static_cast<std::int64_t>(cell)); }
  Move sample(engines::Seat, engines::Rng&) const { return board_.find('.'); }
  void apply(std::span<const engines::Answer<Move>> by_seat, JsonWriter& events) {
    if (const auto& cell = by_seat[turn_ % 2].move) {
      board_[*cell] = turn_ % 2 == 0 ? 'X' : 'O';
    }
    ++turn_;
    events.begin_list().end_list();
  }
  Json setup() const { return options_.json(); }
  void write_view(engines::Observer, JsonWriter& out) const {
    out.begin_object().key("board").value(board_);
    if (options_.draws) {
      out.key("picture");
      write_picture(out);
    }
    out.end_object();
  }
  std::vector<double> scores() const { return {1, 0}; }
  Json outcome() const { return nullptr; }

 private:
  static constexpr std::size_t kCells = 9;

  void write_picture(JsonWriter& out) const {
    out.begin_object().key("caption").value("turn " + std::to_string(turn_)).key("grid").begin_list();
    for (std::size_t row = 0; row < kCells; row += 3) {
      out.value(board_.substr(row, 3));
    }
    out.end_list().key("legend").begin_object();
    for (const auto& [cell, seat, shape] : {std::tuple("O", 1, "circle"), std::tuple("X", 0, "cross")}) {
      out.key(cell).begin_object().key("seat").value(seat).key("shape").value(shape).end_object();
    }
    out.end_object().end_object();
  }

  Options options_;
  std::size_t turn_ = 0;
  std::string board_ = std::string(kCells, '.');
};

/// The game's entry, added to the program's games when it is first asked for.
inline const engines::Entry& drawn_game() {
  static const engines::Entry& entry = engines::add_game(std::make_unique<engines::HostedEntry<DrawnGame>>());
  return entry;
}

}  // namespace test_support
