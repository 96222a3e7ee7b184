#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace referee::table_starters {

using Quad = std::array<std::size_t, 4>;

/// First rounds at tables of four from which a cyclic group makes all others: every difference but 0 occurs
/// three times among them, so every two points meet three times. Annealing for this program found them; the
/// tests check this property of all of them.
struct Starter {
  std::size_t points;
  std::vector<Quad> tables;
};

/// Every entrant plays in each round: the points are Z(points - 1) and a fixed one, points - 1.
const std::vector<Starter>& resolvable();

/// One is free in each round, 0 in the first: the points are Z(points), of 9 points Z3 x Z3.
const std::vector<Starter>& near_resolvable();

/// Every two meet once: the points are three copies of Z(w), of 28 points of Z3 x Z3, and a fixed one, where
/// w = (points - 1) / 3. In the first round the fixed one sits with the three zeros, and each quad stands for
/// three tables: its element e with copy c is at e in copy c + i, modulo 3, at table i.
struct Element {
  std::size_t of_group;
  std::size_t copy;
};
struct SingleStarter {
  std::size_t points;
  std::vector<std::array<Element, 4>> quads;
};
const std::vector<SingleStarter>& single();

}  // namespace referee::table_starters
