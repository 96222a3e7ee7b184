#include "sample_bots/cpp/walls/solver.h"

#include <algorithm>
#include <array>
#include <utility>

namespace walls {
namespace {

constexpr int kNorth = 0;
constexpr int kSouth = 2;

/// All that the future depends on, in 42 bits; upside down if `flipped`.
std::uint64_t pack(const Board& board, bool flipped) {
  const int width = board.width();
  const auto row_of = [flipped](int row) { return flipped ? Solver::kSide + 1 - row : row; };
  std::uint64_t packed = 0;
  for (int row = 1; row <= Solver::kSide; ++row) {
    for (int column = 1; column <= Solver::kSide; ++column) {
      packed = packed * 3 + static_cast<std::uint64_t>(board.mark(row_of(row) * width + column));
    }
  }
  for (int player = 0; player < 2; ++player) {
    const Walker& walker = board.walker(player);
    const int at = row_of(walker.at / width) * width + walker.at % width;
    const bool vertical = walker.face == kNorth || walker.face == kSouth;
    const int face = flipped && vertical ? kNorth + kSouth - walker.face : walker.face;
    packed = packed * 25 + static_cast<std::uint64_t>(at);
    packed = packed * 4 + static_cast<std::uint64_t>(face);
    packed = packed * (kStalled + 1) + static_cast<std::uint64_t>(walker.idle);
  }
  return packed * 2 + static_cast<std::uint64_t>(board.mover());
}

// Answers in a slot: two bits for each question.
constexpr std::uint64_t kYes = 1;
constexpr std::uint64_t kNo = 2;
constexpr std::uint64_t kAnswerBits = 4;

std::uint64_t shifted(std::uint64_t answer, int result) { return answer << (result == 1 ? 2U : 0U); }

/// An answer and what follows from it: a sure win is also a sure draw; without a sure draw there is no win.
std::uint64_t implied(bool yes, int result) {
  if (yes) {
    return shifted(kYes, result) | shifted(kYes, 0);
  }
  return shifted(kNo, result) | shifted(kNo, 1);
}

}  // namespace

bool Solver::assures(Board& board, int result) {
  if (board.over()) {
    const int lead = player_ == 0 ? board.lead() : -board.lead();
    return lead >= result;
  }
  // The board upside down is the same game.
  const std::uint64_t packed = std::min(pack(board, false), pack(board, true));
  const std::uint64_t answers = slots_[find(packed)];
  if ((answers & shifted(kYes, result)) != 0) {
    return true;
  }
  if ((answers & shifted(kNo, result)) != 0) {
    return false;
  }
  const bool yes = search(board, result);
  keep(packed, implied(yes, result));
  return yes;
}

bool Solver::search(Board& board, int result) {
  const bool mine = board.mover() == player_;
  // The player needs one move that assures the result, the opponent one move that prevents it.
  const auto decides = [&](const Board::Before& before) {
    const bool yes = assures(board, result);
    board.undo(before);
    return yes == mine;
  };
  const bool rests = !mine && opponent_ == Opponent::may_rest;
  for (const Act act : kActs) {
    // A blocked step forward changes nothing, the same as pass().
    if (!(rests && act == Act::forward && board.blocked()) && decides(board.play(act))) {
      return mine;
    }
  }
  if (rests && (decides(board.pass()) || decides(board.forfeit()))) {
    return mine;
  }
  return !mine;
}

std::size_t Solver::find(std::uint64_t packed) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = ((packed + 1) * 0x9E3779B97F4A7C15U >> 24U) & mask;
  while (slots_[at] != 0 && slots_[at] >> kAnswerBits != packed + 1) {
    at = (at + 1) & mask;
  }
  return at;
}

void Solver::keep(std::uint64_t packed, std::uint64_t answers) {
  if (2 * used_ >= slots_.size()) {
    grow();
  }
  std::uint64_t& slot = slots_[find(packed)];
  used_ += slot == 0 ? 1 : 0;
  slot |= (packed + 1) << kAnswerBits | answers;
}

void Solver::grow() {
  const auto old = std::exchange(slots_, std::vector<std::uint64_t>(4 * slots_.size()));
  for (const std::uint64_t slot : old) {
    if (slot != 0) {
      slots_[find((slot >> kAnswerBits) - 1)] = slot;
    }
  }
}

}  // namespace walls
