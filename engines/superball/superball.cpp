#include "engines/superball/superball.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "engines/hosted.h"
#include "engines/random.h"
#include "engines/superball/line.h"

namespace engines {
namespace {

constexpr std::size_t kAtStart = 5;  // pieces that are added at the start
constexpr std::size_t kAfterSwap = 5;
constexpr std::size_t kAfterScore = 3;
constexpr int kFirstValue = 2;  // of the first colour; each next colour is worth one more
constexpr char kEmptyLetter = '.';
constexpr char kEmptyGoalLetter = '*';
constexpr int kToCapital = 'A' - 'a';

std::string shown(std::uint32_t number) {
  return std::to_string(number) + (number == kMaxInLine ? " or more" : "");
}

/// "(3,4)"
std::string shown(const Superball::Move::Place& place) {
  std::string text("(");
  return text.append(shown(place.row)).append(",").append(shown(place.col)).append(")");
}

}  // namespace

Superball::Superball(Options options, const Seed& seed)
    : options_(std::move(options)), deal_(options_.deal, seed), board_(options_.rows, options_.cols) {
  add(kAtStart);
}

std::vector<Seat> Superball::to_move() const { return over_ ? std::vector<Seat>{} : std::vector<Seat>{0}; }

std::variant<Superball::Move, Fault> Superball::parse(Seat /*seat*/, const Json& json) const {
  if (json.is_string()) {
    if (const auto move = read_line(json.get_ref<const std::string&>())) {
      return *move;
    }
  }
  return R"(expected "SWAP row col row col" or "SCORE row col", got )" + fields::brief(json);
}

std::optional<Fault> Superball::check(Seat /*seat*/, const Move& move) const {
  return move.kind == Move::Kind::swap ? check_swap(move) : check_score(move.place);
}

std::optional<Fault> Superball::check_on_board(const Move::Place& place) const {
  if (std::cmp_less(place.row, options_.rows) && std::cmp_less(place.col, options_.cols)) {
    return std::nullopt;
  }
  return shown(place) + " is not on the board: rows are 0.." + std::to_string(options_.rows - 1) +
         ", columns 0.." + std::to_string(options_.cols - 1);
}

std::optional<Fault> Superball::check_swap(const Move& move) const {
  for (const Move::Place& place : {move.place, move.other}) {
    if (auto fault = check_on_board(place)) {
      return fault;
    }
    if (board_.is_empty(cell_of(place))) {
      return shown(place) + " is empty: SWAP takes two cells with pieces";
    }
  }
  if (move.place == move.other) {
    return "both cells are " + shown(move.place) + ": SWAP takes two different ones";
  }
  return std::nullopt;
}

std::optional<Fault> Superball::check_score(const Move::Place& place) const {
  if (auto fault = check_on_board(place)) {
    return fault;
  }
  const Cell cell = cell_of(place);
  if (!board_.is_goal(cell)) {
    if (board_.goals().empty()) {
      return shown(place) + " is not a goal cell: a board of " + std::to_string(options_.rows) +
             " rows has none";
    }
    return shown(place) + " is not a goal cell: SCORE takes one in rows 2.." +
           std::to_string(options_.rows - 3) + " of the two columns at either side";
  }
  if (board_.is_empty(cell)) {
    return shown(place) + " is empty: SCORE takes a goal cell with a piece";
  }
  const std::size_t size = board_.set_at(cell).size();
  if (size < min_score_size()) {
    return "the set at " + shown(place) + " has " + std::to_string(size) + " of '" +
           options_.colors[board_.at(cell)] + "': SCORE takes one of at least " +
           std::to_string(options_.min_score_size);
  }
  return std::nullopt;
}

void Superball::write_move(const Move& move, JsonWriter& out) const { out.plain(line_of(move)); }

Superball::Move Superball::sample(Seat /*seat*/, Rng& rng) const {
  if (below(rng, 2) == 0) {
    const auto goals = scoring_cells();
    if (!goals.empty()) {
      return {.kind = Move::Kind::score, .place = place_of(goals[below(rng, goals.size())]), .other = {}};
    }
  }
  const std::vector<Cell> cells = pieces();
  // The second piece is any other. There are always two, because each turn adds at least three pieces.
  const auto one = below(rng, cells.size());
  const auto other = (one + 1 + below(rng, cells.size() - 1)) % cells.size();
  return {.kind = Move::Kind::swap, .place = place_of(cells[one]), .other = place_of(cells[other])};
}

std::optional<std::vector<Superball::Move>> Superball::legal(Seat /*seat*/) const {
  const std::vector<Cell> cells = pieces();
  if (board_.goals().size() + cells.size() * (cells.size() - 1) / 2 > kMaxListed) {
    return std::nullopt;
  }
  std::vector<Move> moves;
  for (const Cell goal : scoring_cells()) {
    moves.push_back({.kind = Move::Kind::score, .place = place_of(goal), .other = {}});
  }
  for (auto one = cells.begin(); one != cells.end(); ++one) {
    for (auto other = one + 1; other != cells.end(); ++other) {
      moves.push_back({.kind = Move::Kind::swap, .place = place_of(*one), .other = place_of(*other)});
    }
  }
  return moves;
}

std::vector<Superball::Cell> Superball::pieces() const {
  std::vector<Cell> cells;
  cells.reserve(board_.size());
  for (Cell cell = 0; cell < board_.size(); ++cell) {
    if (!board_.is_empty(cell)) {
      cells.push_back(cell);
    }
  }
  return cells;
}

std::vector<Superball::Cell> Superball::scoring_cells() const {
  std::vector<Cell> cells;
  for (const Cell goal : board_.goals()) {
    if (!board_.is_empty(goal) && board_.set_at(goal).size() >= min_score_size()) {
      cells.push_back(goal);
    }
  }
  return cells;
}

Superball::Move::Place Superball::place_of(Cell cell) const {
  return {.row = static_cast<std::uint32_t>(board_.row_of(cell)),
          .col = static_cast<std::uint32_t>(board_.col_of(cell))};
}

void Superball::apply(std::span<const Answer<Move>> by_seat, JsonWriter& events) {
  const Answer<Move>& answer = by_seat[0];
  std::vector<Cell> added;
  std::int64_t scored = 0;
  if (!answer.move) {
    over_ = true;
    score_ = answer.forfeited ? score_ : 0;
  } else {
    if (answer.move->kind == Move::Kind::swap) {
      board_.swap(cell_of(answer.move->place), cell_of(answer.move->other));
      added = add(kAfterSwap);
    } else {
      scored = score(cell_of(answer.move->place));
      added = add(kAfterScore);
    }
    score_ += scored;
    ++moves_;
    over_ = over_ || moves_ == options_.max_moves;
  }
  events.begin_object().key("added").begin_list();
  for (const Cell cell : added) {
    events.begin_list().value(board_.row_of(cell)).value(board_.col_of(cell));
    events.plain(std::string_view(options_.colors).substr(board_.at(cell), 1)).end_list();
  }
  events.end_list().field("scored", scored).end_object();
}

std::int64_t Superball::score(Cell cell) {
  const std::int64_t value = kFirstValue + board_.at(cell);
  const auto set = board_.set_at(cell);
  for (const Cell piece : set) {
    board_.remove(piece);
  }
  return value * static_cast<std::int64_t>(set.size());
}

std::vector<Superball::Cell> Superball::add(std::size_t pieces) {
  std::vector<Cell> added;
  added.reserve(pieces);
  while (added.size() < pieces) {
    if (board_.empty_cells() == 0) {
      over_ = true;
      break;
    }
    Cell cell = deal_.draw(board_.size());
    while (!board_.is_empty(cell)) {
      cell = deal_.draw(board_.size());
    }
    board_.put(cell, static_cast<SuperballBoard::Piece>(deal_.draw(options_.colors.size())));
    added.push_back(cell);
  }
  return added;
}

Json Superball::setup() const { return options_.json(); }

void Superball::write_view(Observer /*observer*/, JsonWriter& out) const {
  out.begin_object().key("board").begin_list();
  std::string text;
  Cell cell = 0;
  for (int row = 0; row < options_.rows; ++row) {
    text.clear();
    for (int col = 0; col < options_.cols; ++col, ++cell) {
      const bool goal = board_.is_goal(cell);
      if (board_.is_empty(cell)) {
        text += goal ? kEmptyGoalLetter : kEmptyLetter;
      } else {
        const char letter = options_.colors[board_.at(cell)];
        text += static_cast<char>(goal ? letter + kToCapital : letter);
      }
    }
    out.plain(text);
  }
  out.end_list().field("empty", board_.empty_cells()).field("score", score_).end_object();
}

std::vector<double> Superball::scores() const { return {static_cast<double>(score_)}; }

Json Superball::outcome() const { return Json::object({{"score", score_}, {"moves", moves_}}); }

static_assert(Rules<Superball>);

const Entry& superball_entry() { return host<Superball>(); }

}  // namespace engines
