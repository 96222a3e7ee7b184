// The rules of @NAME@: a game of dice and lies. Change them into your own.
//
// Two seats roll dice that the other does not see. They bid in turn: [3, 5] says "there are at least 3 fives
// among all dice". Each bid is higher than the one before. Instead of a bid a seat may say "liar": all dice
// are shown, and the bid was true or not.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "referee_game.h"

using referee_game::Json;
using referee_game::List;
using referee_game::object;
using referee_game::Reader;

class Rules : public referee_game::Game {
 public:
  // There is one object for each match. Keep all of the match in it, and nothing outside of it.
  void begin(const Json& options) override {
    dice_ = options["dice"].integer();  // game.json has the options and their defaults
    rounds_ = options["rounds"].integer();
    roll();
  }

  // The seats that are asked now. An empty list ends the match.
  std::vector<int> to_move() const override {
    return round_ == rounds_ ? std::vector<int>{} : std::vector{mover_};
  }

  // All moves of this seat. The library refuses every other one, so that play() gets none of those.
  std::optional<List> legal(int /*seat*/) const override {
    List moves;
    for (int count = 1; count <= 2 * dice_; ++count) {
      for (int face = 1; face <= kFaces; ++face) {
        if (!bid_ || Bid{count, face} > *bid_) {
          moves.push_back(std::vector{count, face});
        }
      }
    }
    if (bid_) {
      moves.push_back("liar");
    }
    return moves;
  }

  // Returns what has happened. Everybody reads it at once: never what only one seat may know.
  Json play(int seat, const Json* move) override {
    if (out.contains(seat)) {  // the clock has taken it out of the game: it loses all rounds that are left
      points_[1 - seat] += rounds_ - round_;
      round_ = rounds_;
      return List{object({{"seat", seat}, {"out", true}})};
    }
    if (move == nullptr) {  // the bot was late, or has given no valid move: it loses the round
      return end_round(1 - seat);
    }
    if (move->is_text()) {  // "liar"
      const auto [count, face] = *bid_;
      long there = 0;
      for (const Hand& hand : hands_) {
        there += std::count(hand.begin(), hand.end(), face);
      }
      return end_round(there >= count ? 1 - seat : seat);
    }
    bid_ = Bid{(*move)[0].integer(), (*move)[1].integer()};
    mover_ = 1 - seat;
    return List{object({{"seat", seat}, {"bid", bid()}})};
  }

  // What a bot gets. `reader` is a seat, a spectator, or everybody after the match: sees() says who may know
  // what.
  Json view(const Reader& reader) const override {
    List hands;
    for (int seat = 0; seat < 2; ++seat) {
      hands.push_back(reader.sees(seat) ? Json(hands_[seat]) : Json());
    }
    return object(
        {{"round", round_}, {"hands", hands}, {"bid", bid()}, {"points", points()}, {"last", last_}});
  }

  // What people see: a row for each seat, its points first. Without this function they see the view.
  Json picture(const Reader& reader) const override {
    List grid;
    for (int seat = 0; seat < 2; ++seat) {
      List row = {std::to_string(points_[seat]) + " p"};
      for (const int die : hands_[seat]) {
        row.push_back(reader.sees(seat) ? std::to_string(die) : "?");
      }
      grid.push_back(row);
    }
    const std::string bid_text =
        bid_ ? std::to_string(bid_->first) + " x " + std::to_string(bid_->second) : "none";
    return object({{"grid", grid}, {"caption", "round " + std::to_string(round_) + ", bid: " + bid_text}});
  }

  // A number for each seat. More is better.
  std::vector<double> scores() const override {
    return {static_cast<double>(points_[0]), static_cast<double>(points_[1])};
  }

  // Your own report of a match that is over, for records.
  Json outcome() const override { return object({{"points", points()}}); }

 private:
  using Hand = std::vector<int>;
  using Bid = std::pair<int, int>;  // count and face
  static constexpr int kFaces = 6;

  // All chance comes from `random`. So the referee can play a match again, and finds the same dice.
  void roll() {
    for (Hand* const hand : {&hands_[0], &hands_[1]}) {
      hand->clear();
      for (int i = 0; i < dice_; ++i) {
        hand->push_back(1 + random.below(kFaces));
      }
      std::sort(hand->begin(), hand->end());
    }
    bid_.reset();
    mover_ = round_ % 2;  // the seats begin in turn
  }

  Json end_round(int winner) {
    ++points_[winner];
    last_ = object({{"winner", winner}, {"bid", bid()}, {"hands", List{hands_[0], hands_[1]}}});
    ++round_;
    roll();
    return List{last_};
  }

  Json bid() const { return bid_ ? Json(std::vector{bid_->first, bid_->second}) : Json(); }
  Json points() const { return std::vector{points_[0], points_[1]}; }

  int dice_ = 0;
  int rounds_ = 0;
  int round_ = 0;
  int mover_ = 0;
  int points_[2] = {0, 0};
  Hand hands_[2];
  std::optional<Bid> bid_;
  Json last_;  // how the round before ended
};
