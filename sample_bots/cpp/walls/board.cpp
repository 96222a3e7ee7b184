#include "sample_bots/cpp/walls/board.h"

#include <algorithm>
#include <string>

#include <nlohmann/json.hpp>

namespace walls {
namespace {

constexpr std::string_view kFaces = "NESW";

/// A number that looks random and is the same for the same input (splitmix64).
std::uint64_t scramble(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

std::uint64_t brick_hash(int cell, int player) {
  return scramble(static_cast<std::uint64_t>(cell) * 2 + static_cast<std::uint64_t>(player));
}

}  // namespace

std::string_view name_of(Act act) {
  constexpr std::array<std::string_view, 3> kNames = {"forward", "left", "right"};
  return kNames[static_cast<std::size_t>(act)];
}

Board::Board(int n, int first) : mover_(first) {
  clear(n);
  const int middle = (n + 1) / 2;  // with the border, rows and columns count from 1
  walkers_[0] = {middle * width() + middle - 1, 3, 0, 0};
  walkers_[1] = {middle * width() + middle + 1, 1, 0, 0};
}

Board::Board(const Json& view) {
  const Json& rows = view.at("board");
  clear(static_cast<int>(rows.size()));
  for (int player = 0; player < 2; ++player) {
    const Json& from = view.at("players").at(static_cast<std::size_t>(player));
    Walker& walker = walkers_[static_cast<std::size_t>(player)];
    walker.at = (from.at("at").at(0).get<int>() + 1) * width() + from.at("at").at(1).get<int>() + 1;
    const auto face = kFaces.find(from.at("face").get_ref<const std::string&>());
    walker.face = face == std::string_view::npos ? 0 : static_cast<int>(face);
    walker.idle =
        from.at("stalled").get<bool>() ? kStalled : std::clamp(from.at("idle").get<int>(), 0, kStalled);
  }
  for (int row = 0; row < side_; ++row) {
    const auto& text = rows.at(static_cast<std::size_t>(row)).get_ref<const std::string&>();
    for (int column = 0; column < side_; ++column) {
      const char mark = text.at(static_cast<std::size_t>(column));
      if (mark == 'A' || mark == 'B') {
        lay((row + 1) * width() + column + 1, mark - 'A');
      }
    }
  }
  const Json& mover = view.at("mover");
  mover_ = mover.is_null() ? -1 : mover.get<int>();
}

void Board::clear(int n) {
  side_ = n;
  cells_.assign(static_cast<std::size_t>(width() * width()), kEdge);
  for (int row = 1; row <= n; ++row) {
    std::fill_n(cells_.begin() + row * width() + 1, n, static_cast<std::int8_t>(kFree));
  }
}

int Board::ahead() const {
  const Walker& me = walker(mover_);
  const std::array<int, 4> steps = {-width(), 1, width(), -1};
  return me.at + steps[static_cast<std::size_t>(me.face)];
}

bool Board::blocked() const {
  const int target = ahead();
  return !passable(target, mover_) || target == walker(1 - mover_).at;
}

void Board::lay(int cell, int player) {
  cells_[static_cast<std::size_t>(cell)] = static_cast<std::int8_t>(player + 1);
  ++walkers_[static_cast<std::size_t>(player)].bricks;
  bricks_hash_ ^= brick_hash(cell, player);
}

Board::Before Board::play(Act act) {
  Walker& me = mine();
  Before before{me, static_cast<std::int8_t>(mover_), false};
  if (act != Act::forward) {
    me.face = (me.face + (act == Act::left ? 3 : 1)) % 4;
  } else if (!blocked()) {
    const int target = ahead();
    if (!has_brick(me.at)) {
      lay(me.at, mover_);
      before.laid = true;
    }
    me.at = target;
  }
  me.idle = before.laid ? 0 : me.idle + 1;
  next_mover();
  return before;
}

Board::Before Board::pass() {
  const Before before{mine(), static_cast<std::int8_t>(mover_), false};
  ++mine().idle;
  next_mover();
  return before;
}

Board::Before Board::forfeit() {
  const Before before{mine(), static_cast<std::int8_t>(mover_), false};
  mine().idle = kStalled;
  next_mover();
  return before;
}

void Board::next_mover() {
  const bool full = walkers_[0].bricks + walkers_[1].bricks == side_ * side_;
  if (full || (walkers_[0].idle == kStalled && walkers_[1].idle == kStalled)) {
    mover_ = -1;
  } else if (walker(1 - mover_).idle < kStalled) {
    mover_ = 1 - mover_;
  }
}

void Board::undo(const Before& before) {
  mover_ = before.mover;
  if (before.laid) {
    cells_[static_cast<std::size_t>(before.walker.at)] = kFree;
    bricks_hash_ ^= brick_hash(before.walker.at, mover_);
  }
  mine() = before.walker;
}

std::uint64_t Board::hash() const {
  std::uint64_t hash = bricks_hash_;
  for (std::uint64_t player = 0; player < 2; ++player) {
    const Walker& walker = walkers_[player];
    const auto packed =
        (static_cast<std::uint64_t>(walker.at) * 4 + static_cast<std::uint64_t>(walker.face)) * 16 +
        static_cast<std::uint64_t>(walker.idle);
    hash ^= scramble(packed * 4 + player + (1ULL << 40U));
  }
  return hash ^ scramble(static_cast<std::uint64_t>(mover_ + 1) + (1ULL << 50U));
}

}  // namespace walls
