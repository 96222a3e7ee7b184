#include "sample_bots/cpp/walls/searcher.h"

#include <algorithm>
#include <array>
#include <limits>

#include "protocol/require.h"

namespace walls {
namespace {

constexpr std::size_t kTableSize = 1U << 18U;
constexpr int kUnreached = std::numeric_limits<int>::max();
constexpr int kWin = 1'000'000;  // plus the lead in bricks: above every estimate
constexpr int kInfinite = 10 * kWin;
constexpr int kBrick = 24;                   // for a brick laid
constexpr int kProspect = 20;                // for a cell that the player is the first to reach
constexpr int kTempo = 5;                    // for the player to move
constexpr int kMaxDepth = 1000;              // in moves; no search gets so far
constexpr std::uint64_t kNodesPerLook = 64;  // at the clock; on the largest boards still under 10 ms

/// Exact score of a game that is over, for `player`.
int final_score(const Board& board, int player) {
  const int lead = player == 0 ? board.lead() : -board.lead();
  return lead == 0 ? 0 : lead > 0 ? kWin + lead : -kWin + lead;
}

/// The table's move first, then forward; a blocked forward, which only wastes a move, last.
std::array<Act, 3> ordered(const Board& board, Act first) {
  std::array<Act, 3> acts = kActs;
  if (board.blocked()) {
    std::rotate(acts.begin(), acts.begin() + 1, acts.end());
  }
  std::rotate(acts.begin(), std::ranges::find(acts, first), std::ranges::find(acts, first) + 1);
  return acts;
}

}  // namespace

Searcher::Searcher(Limits limits) : limits_(limits), table_(kTableSize) {}

Act Searcher::choose(Board board) {
  REQUIRE(!board.over());
  nodes_ = 0;
  depth_ = 0;
  return board.side() == Solver::kSide ? choose_solved(board) : deepen(board);
}

/// The result against the best opponent counts first; then the result against an opponent that always moves,
/// which can be better; then the estimate, so that in a lost game it waits for a mistake of the opponent.
Act Searcher::choose_solved(Board& board) {
  const int me = board.mover();
  Solver& against_any = against_any_[static_cast<std::size_t>(me)];
  Solver& against_movers = against_movers_[static_cast<std::size_t>(me)];
  std::vector<Act> acts;
  for (const Act act : ordered(board, board.blocked() ? Act::left : Act::forward)) {
    acts.push_back(act);
  }
  for (Solver* solver : {&against_any, &against_movers}) {
    // Ask for a draw first: in the 3 x 3 game most positions that are not won are lost.
    if (const auto drawing = those_that_assure(*solver, board, acts, 0); !drawing.empty()) {
      const auto winning = those_that_assure(*solver, board, drawing, 1);
      acts = winning.empty() ? drawing : winning;
      if (!winning.empty()) {
        break;  // these win against the other kind of opponent as well
      }
    }
  }
  nodes_ = against_any.known() + against_movers.known();
  return *std::ranges::max_element(acts, {}, [&](Act act) {
    const auto before = board.play(act);
    const int score = outlook(board, me);
    board.undo(before);
    return score;
  });
}

std::vector<Act> Searcher::those_that_assure(Solver& solver, Board& board, const std::vector<Act>& acts,
                                             int result) {
  std::vector<Act> good;
  for (const Act act : acts) {
    const auto before = board.play(act);
    if (solver.assures(board, result)) {
      good.push_back(act);
    }
    board.undo(before);
  }
  return good;
}

int Searcher::outlook(const Board& board, int player) {
  if (board.over()) {
    return 0;
  }
  const int estimate = evaluate(board);
  return board.mover() == player ? estimate : -estimate;
}

Act Searcher::deepen(Board& board) {
  deadline_ = std::chrono::steady_clock::now() + limits_.budget;
  stopped_ = false;
  Act best = board.blocked() ? Act::left : Act::forward;
  for (int depth = 1; depth <= kMaxDepth; ++depth) {
    cut_by_depth_ = false;
    int alpha = -kInfinite;
    Act leader = best;
    for (const Act act : ordered(board, best)) {
      const int score = score_after(board, act, depth, alpha, kInfinite);
      if (stopped_) {
        break;
      }
      if (score > alpha) {
        alpha = score;
        leader = act;
      }
    }
    // A stopped search has tried the best move of the depth before first, so its leader is at least as good.
    best = leader;
    if (stopped_) {
      break;
    }
    depth_ = depth;
    if (!cut_by_depth_ || alpha >= kWin) {
      break;  // the game is solved from here, or a win is certain
    }
  }
  return best;
}

int Searcher::score_after(Board& board, Act act, int depth, int alpha, int beta) {
  const int me = board.mover();
  const auto before = board.play(act);
  int score = 0;
  if (board.over()) {
    score = final_score(board, me);
  } else if (board.mover() == me) {  // the opponent is stalled
    score = search(board, depth - 1, alpha, beta);
  } else {
    score = -search(board, depth - 1, -beta, -alpha);
  }
  board.undo(before);
  return score;
}

int Searcher::search(Board& board, int depth, int alpha, int beta) {
  ++nodes_;
  if (out_of_time()) {
    return 0;
  }
  if (depth <= 0) {
    cut_by_depth_ = true;
    return evaluate(board);
  }
  const std::uint64_t hash = board.hash();
  const Entry known = entry_of(hash);
  const bool hit = known.hash == hash && known.bound != Bound::none;
  if (hit && known.depth >= depth) {
    if (known.bound == Bound::exact || (known.bound == Bound::lower && known.score >= beta) ||
        (known.bound == Bound::upper && known.score <= alpha)) {
      cut_by_depth_ = true;  // perhaps it was; if not, this only costs a deeper search
      return known.score;
    }
  }
  const Act first = hit ? known.act : board.blocked() ? Act::left : Act::forward;
  const int floor = alpha;
  int best = -kInfinite;
  Act best_act = first;
  for (const Act act : ordered(board, first)) {
    const int score = score_after(board, act, depth, alpha, beta);
    if (stopped_) {
      return 0;
    }
    if (score > best) {
      best = score;
      best_act = act;
    }
    alpha = std::max(alpha, best);
    if (alpha >= beta) {
      break;
    }
  }
  const Bound bound = best >= beta ? Bound::lower : best > floor ? Bound::exact : Bound::upper;
  entry_of(hash) = {hash, best, static_cast<std::int16_t>(depth), bound, best_act};
  return best;
}

/// Bricks laid and unmarked cells that a player is the first to reach; turning round is left to the search.
int Searcher::evaluate(const Board& board) {
  spread(board, 0);
  spread(board, 1);
  int lead = kBrick * board.lead();
  for (std::size_t cell = 0; cell < board.cells(); ++cell) {
    if (board.has_brick(static_cast<int>(cell)) || reach_[0].distance[cell] == reach_[1].distance[cell]) {
      continue;
    }
    lead += reach_[0].distance[cell] < reach_[1].distance[cell] ? kProspect : -kProspect;
  }
  lead += board.walker(1).idle - board.walker(0).idle;
  return board.mover() == 0 ? lead + kTempo : -lead + kTempo;
}

void Searcher::spread(const Board& board, int player) {
  auto& [distance, queue] = reach_[player];
  distance.assign(board.cells(), kUnreached);
  queue.clear();
  if (board.walker(player).idle == kStalled) {
    return;
  }
  queue.push_back(board.walker(player).at);
  distance[static_cast<std::size_t>(queue.front())] = 0;
  const int blocked = board.walker(1 - player).at;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const int cell = queue[next];
    const int farther = distance[static_cast<std::size_t>(cell)] + 1;
    for (const int step : {-board.width(), 1, board.width(), -1}) {
      int& there = distance[static_cast<std::size_t>(cell + step)];
      if (there == kUnreached && cell + step != blocked && board.passable(cell + step, player)) {
        there = farther;
        queue.push_back(cell + step);
      }
    }
  }
}

bool Searcher::out_of_time() {
  if (limits_.nodes > 0) {
    stopped_ = stopped_ || nodes_ > limits_.nodes;
  } else if (nodes_ % kNodesPerLook == 0) {
    stopped_ = stopped_ || std::chrono::steady_clock::now() >= deadline_;
  }
  return stopped_;
}

}  // namespace walls
