/// Learns the weights of sample_bots/cpp/superball/weights.cpp by playing: after every move it changes them
/// towards the value of the next position (temporal differences on positions after moves, steps by Adagrad).
///
///     superball_train SECONDS [STATE] > weights.inc
///
/// STATE is a file from which it reads its weights, if it exists, and to which it writes them; with 0 seconds
/// it only prints them. It never plays seeds 1 to 100, because it draws pieces from another generator.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "sample_bots/cpp/superball/outlook.h"

namespace {

using namespace superball;

constexpr double kRate = 0.02;
constexpr double kPatience = 0.998;  // per added piece: an end that comes later counts less
constexpr double kMaxStep = 3;
constexpr int kUnit = 1000;  // prints weights in thousandths

/// Plays one game after another with the current weights.
class Trainer {
 public:
  explicit Trainer(Weights& weights) : weights_(weights), look_(shape_, weights) {}

  /// Plays a game and learns from it; returns the number of its moves.
  int play(double rate);

 private:
  bool deal(Position& position, int pieces);
  void learn(double target, double rate);
  bool move(Position& position, const Choice& choice);

  Shape shape_{Board(Rules{})};
  Weights& weights_;
  Outlook look_;
  std::mt19937_64 rng_{1};
  Weights squares_;                              // of the steps so far
  std::vector<std::pair<float*, float*>> made_;  // weights of the latest move, and their squares
  double doom_ = 0;                              // the estimate of these weights
};

bool Trainer::deal(Position& position, int pieces) {
  for (; pieces > 0; --pieces) {
    CellSet rest = position.empty;
    if (rest == 0) {
      return false;
    }
    for (auto skip = rng_() % static_cast<std::uint64_t>(count(rest)); skip > 0; --skip) {
      rest &= rest - 1;
    }
    position.place(first(rest), static_cast<int>(rng_() % static_cast<std::uint64_t>(shape_.colours)));
  }
  return true;
}

void Trainer::learn(double target, double rate) {
  const double slope = doom_ * (1 - doom_) + 0.02;  // of the logistic function, never 0
  const double step = std::clamp((doom_ - target) / slope, -kMaxStep, kMaxStep);
  for (const auto& [weight, square] : made_) {
    *square += static_cast<float>(step * step);
    *weight += static_cast<float>(rate * step / std::sqrt(*square + 10.0F));
  }
}

/// Makes the move and keeps the weights that value it, and their estimate.
bool Trainer::move(Position& position, const Choice& choice) {
  const bool score = choice.b < 0;
  if (score) {
    const auto colour = static_cast<std::size_t>(position.at[static_cast<std::size_t>(choice.a)]);
    position.remove(shape_.flood(only(choice.a), position.of[colour]), static_cast<int>(colour));
  } else {
    position.swap(choice.a, choice.b);
  }
  made_.clear();
  double value = 0;
  look_.features(position, score, [&](auto table, std::size_t index) {
    made_.emplace_back(&(weights_.*table)[index], &(squares_.*table)[index]);
    value += (weights_.*table)[index];
  });
  doom_ = 1 / (1 + std::exp(value));
  return score;
}

int Trainer::play(double rate) {
  Position position(shape_, Board(Rules{}));
  deal(position, kSwapAdds);
  made_.clear();
  int added = 0;
  for (int moves = 0;; ++moves) {
    look_.look(position);
    const Choice choice = look_.best();
    const bool over = choice.value <= kLost;
    learn(over ? 1 : std::pow(kPatience, added) / (1 + std::exp(static_cast<double>(choice.value))), rate);
    if (over) {
      return moves;
    }
    added = move(position, choice) ? kScoreAdds : kSwapAdds;
    if (!deal(position, added)) {
      return moves;
    }
  }
}

template <std::size_t kCount>
void print(const char* name, const std::array<float, kCount>& table) {
  std::string line = "    // ";
  line += name;
  for (std::size_t i = 0; i < kCount; ++i) {
    std::string number = std::to_string(std::lround(table[i] * kUnit));
    number += ',';
    if (i == 0 || line.size() + number.size() > 108) {
      std::cout << line << "\n";
      line = "    ";
    }
    line += number;
  }
  std::cout << line << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::cerr << "usage: superball_train SECONDS [STATE]\n";
    return 2;
  }
  const double seconds = std::atof(argv[1]);
  Weights weights;
  if (argc == 3) {
    std::ifstream(argv[2], std::ios::binary).read(reinterpret_cast<char*>(&weights), sizeof weights);
  }
  Trainer trainer(weights);
  const auto start = std::chrono::steady_clock::now();
  double done = seconds > 0 ? 0 : 1;
  for (long games = 1, moves = 0; done < 1; ++games) {
    moves += trainer.play(done < 0.7 ? kRate : done < 0.85 ? kRate / 2 : kRate / 5);
    done = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / seconds;
    if (games % 1000 == 0) {
      std::cerr << games << " games, lately " << moves / 1000 << " moves each\n";
      moves = 0;
    }
  }
  if (argc == 3) {
    std::ofstream(argv[2], std::ios::binary).write(reinterpret_cast<const char*>(&weights), sizeof weights);
  }
  print("room", weights.room);
  print("wall", weights.wall);
  print("rest", weights.rest);
  print("phase", weights.phase);
  print("total", weights.total);
  print("empties", weights.empties);
}
