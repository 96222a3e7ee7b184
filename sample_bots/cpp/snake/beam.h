#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sample_bots/cpp/snake/outlook.h"
#include "sample_bots/cpp/snake/terrain.h"

namespace snake {

/// How one pass looks for paths.
struct Manner {
  std::size_t width = 100;  ///< states kept for each number of steps
  std::size_t shapes = 1;   ///< states kept that differ only in the shape of the body
  bool of_each = false;     ///< each number of coins gets an equal share of the width
};

/// A path and what it leads to.
struct Path {
  std::string steps;
  int points = 0;
  bool exits = false;
};

/// Beam search: all states after n steps are followed by all states after n + 1 steps, of which the most
/// promising are kept. States that were found before, or that cannot beat the best path, are dropped.
class Beam {
 public:
  /// Paths start at `root`, which must outlive the Beam; they have at most `max_steps` steps, counted from
  /// the start of the game.
  Beam(const Snake& root, const Terrain& terrain, int max_steps);

  /// Improves `best` if it can. Calls `stop` regularly with the states expanded so far, and ends if it is
  /// true.
  void run(const Manner& manner, const std::function<bool(std::uint64_t nodes)>& stop, Path& best);

  /// States expanded by the latest run().
  std::uint64_t nodes() const { return nodes_; }
  /// Whether the latest run() left out a state because of its Manner, or was stopped.
  bool left_out() const { return left_out_; }

 private:
  struct State {
    std::uint64_t gone_key;  ///< a hash of the slots that are empty
    std::uint64_t coin_key;  ///< a hash of the slots whose coin is taken
    std::uint32_t trail;
    std::int16_t head;
    std::int16_t coins;
    std::int16_t drill;
  };
  /// A state after the next step, before it is known whether it is kept.
  struct Candidate {
    std::int64_t rank;
    std::uint64_t gone_key;
    std::uint64_t coin_key;
    std::uint32_t parent;
    std::int16_t head;
    std::int16_t coins;
    std::int16_t drill;
    std::int16_t slot;  ///< that the step empties; -1: none
    std::uint8_t step;
  };
  struct Trail {
    std::uint32_t before;
    std::uint8_t step;
  };
  /// States of one number of steps. Each has gone_words_ of bits by slot and then body_words_ of its latest
  /// steps, two bits each, the newest in the lowest bits: they say where the body is.
  struct Layer {
    std::vector<State> states;
    std::vector<std::uint64_t> words;
  };

  void start();
  void expand(std::size_t parent, const Manner& manner, Path& best);
  void propose(Candidate child, bool grows, const Manner& manner, int best_points);
  void finish(const Candidate& child, Path& best) const;
  void choose_best(std::size_t width);
  void choose_of_each(std::size_t width);
  void keep(const Manner& manner);
  void enter(const Candidate& child);
  std::array<int, 4> bites(const State& state, const std::uint64_t* body) const;
  std::uint64_t body_key(const Candidate& child) const;
  std::uint64_t slot_key(int slot) const { return slot_keys_[static_cast<std::size_t>(slot)]; }
  const std::uint64_t* words_of(std::size_t state) const { return now_.words.data() + state * stride_; }
  bool is_new(std::uint64_t key);
  bool has_room(std::uint64_t place_key, std::size_t shapes);

  const Snake& root_;
  const Terrain& terrain_;
  int max_steps_;
  Outlook hope_;     ///< an upper bound of the gain, almost always
  Outlook outlook_;  ///< ranks states
  std::size_t gone_words_;
  std::size_t body_words_;
  std::size_t stride_;
  std::vector<std::uint64_t> slot_keys_;

  Layer now_;
  Layer next_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint64_t> taken_;  ///< bits by slot of the state that is being expanded
  std::vector<Trail> trail_;
  std::vector<std::uint64_t> seen_;  ///< keys of states; open addressing
  std::size_t seen_count_ = 0;
  struct Place {
    std::uint64_t key = 0;
    int steps = -1;
    std::size_t shapes = 0;
  };
  std::vector<Place> places_;
  int steps_ = 0;  ///< of the states in now_
  std::uint64_t nodes_ = 0;
  bool left_out_ = false;
};

}  // namespace snake
