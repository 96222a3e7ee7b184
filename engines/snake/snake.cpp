#include "engines/snake/snake.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <nlohmann/json.hpp>

#include "engines/hosted.h"
#include "engines/random.h"

namespace engines {
namespace {

using namespace snake_cell;

constexpr std::string_view kLetters = "NSEO";
constexpr const char* kExpected = "expected a string of one or more of the letters N, S, E, O (west), got ";
constexpr char kOutside = '\0';  // the frame round the maze
constexpr auto kNever = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kUsesOfDrill = 3;
constexpr std::int64_t kStartPoints = 1000;
constexpr std::int64_t kPointsOfCoin = 10;
constexpr std::uint64_t kBlindSteps = 32;  // one sampled step in so many may go into a wall

}  // namespace

Snake::Snake(Options options, const Seed& /*seed*/)
    : options_(std::move(options)), width_(static_cast<Index>(options_.maze.front().size() + 2)) {
  grid_.assign(width_, kOutside);
  for (const std::string& row : options_.maze) {
    grid_ += kOutside + row + kOutside;
  }
  grid_.append(width_, kOutside);
  last_visit_.assign(grid_.size(), kNever);
  const auto start = static_cast<Index>(grid_.find(kStart));
  grid_[start] = kEmpty;
  trail_.push_back(start);
  last_visit_[start] = 0;
}

std::size_t Snake::max_turns() const {
  return options_.whole_path ? 1 : static_cast<std::size_t>(options_.max_turns);
}

std::vector<Seat> Snake::to_move() const { return over_ ? std::vector<Seat>{} : std::vector<Seat>{0}; }

std::variant<Snake::Move, Fault> Snake::parse(Seat /*seat*/, const Json& json) const {
  if (!json.is_string() || json.get_ref<const std::string&>().empty()) {
    return kExpected + fields::brief(json);
  }
  const auto& steps = json.get_ref<const std::string&>();
  const std::size_t strange = steps.find_first_not_of(kLetters);
  if (strange != std::string::npos) {
    const Json rest = steps.substr(strange);
    return kExpected + fields::brief(rest) + " after " + std::to_string(strange) + " such letters";
  }
  return Move{.steps = steps};
}

std::optional<Fault> Snake::check(Seat /*seat*/, const Move& /*move*/) const { return std::nullopt; }

void Snake::write_move(const Move& move, JsonWriter& out) const { out.plain(move.steps); }

std::optional<std::vector<Snake::Move>> Snake::legal(Seat /*seat*/) const {
  if (options_.whole_path) {
    return std::nullopt;
  }
  std::vector<Move> moves;
  for (const char letter : kLetters) {
    if (is_passable(neighbour(trail_.back(), letter))) {
      moves.push_back({.steps = std::string(1, letter)});
    }
  }
  return moves;
}

// While the snake takes the steps of an answer, walls and drill uses change; this draws all steps from the
// maze as it is now. So some steps are refused, which tests need, too.
Snake::Move Snake::sample(Seat /*seat*/, Rng& rng) const {
  Move move;
  Index at = trail_.back();
  for (std::uint64_t left = 1 + below(rng, kMaxSampled); left > 0 && grid_[at] != kExit; --left) {
    std::array<char, kLetters.size()> open{};
    std::size_t count = 0;
    for (const char letter : kLetters) {
      if (is_passable(neighbour(at, letter))) {
        open[count++] = letter;
      }
    }
    const std::uint64_t draw = below(rng, kBlindSteps * open.size());
    const bool blind = count == 0 || draw < open.size();
    const char letter = blind ? kLetters[draw % open.size()] : open[draw % count];
    move.steps += letter;
    const Index next = neighbour(at, letter);
    at = is_passable(next) ? next : at;
  }
  return move;
}

void Snake::apply(std::span<const Answer<Move>> by_seat, JsonWriter& events) {
  const Answer<Move>& answer = by_seat.front();
  const std::size_t before = steps();
  bool refused = false;
  if (answer.move) {
    for (const char letter : answer.move->steps) {
      refused = !take(letter);
      if (refused || over_) {
        break;
      }
    }
  }
  refused_ += refused ? 1 : 0;
  ++turns_;
  over_ = over_ || answer.forfeited || turns_ == max_turns();

  const std::string_view taken = std::string_view(path_).substr(before);
  events.begin_object().field("refused", refused).key("steps").plain(taken).end_object();
}

bool Snake::take(char letter) {
  const Index cell = neighbour(trail_.back(), letter);
  if (!is_passable(cell)) {
    return false;
  }
  const char met = grid_[cell];
  path_ += letter;
  trail_.push_back(cell);
  enter(cell, met);
  last_visit_[cell] = static_cast<Time>(steps());
  over_ = exited_ || steps() == static_cast<std::size_t>(options_.max_steps);
  return true;
}

// The body is always the coins_ cells where the head was last: a coin adds the old head's cell; any other
// step adds it, too, and frees the last cell. So growing, shifting and cutting only change coins_.
void Snake::enter(Index cell, char met) {
  if (met == kExit) {
    exited_ = true;
    return;
  }
  grid_[cell] = kEmpty;
  if (met == kCoin) {
    ++coins_;
    return;
  }
  if (options_.body) {
    bite(cell);
  }
  if (met == kMishap) {
    coins_ /= 2;
  } else if (met == kDrill) {
    drill_ += kUsesOfDrill;
  } else if (met == kWall) {
    --drill_;
  }
}

void Snake::bite(Index cell) {
  const Time last = last_visit_[cell];
  if (last == kNever) {
    return;
  }
  const std::size_t segment = steps() - 1 - last;  // 0: the cell of the head before this step
  coins_ = std::min(coins_, segment);
}

bool Snake::is_passable(Index cell) const {
  return grid_[cell] != kOutside && (grid_[cell] != kWall || drill_ > 0);
}

Snake::Index Snake::neighbour(Index cell, char letter) const {
  switch (letter) {
    case 'N':
      return cell - width_;
    case 'S':
      return cell + width_;
    case 'E':
      return cell + 1;
    default:
      return cell - 1;
  }
}

Json Snake::setup() const {
  return Json::object(
      {{"cols", options_.maze.front().size()}, {"rows", options_.maze.size()}, {"maze", options_.maze}});
}

void Snake::write_view(Observer /*observer*/, JsonWriter& out) const {
  out.begin_object().key("body").begin_list();
  for (std::size_t segment = 0; options_.body && segment < coins_; ++segment) {
    write_cell(trail_[steps() - 1 - segment], out);
  }
  out.end_list().field("coins", coins_).field("drill", drill_).key("head");
  write_cell(trail_.back(), out);
  out.key("maze").begin_list();
  const std::string_view grid = grid_;
  const std::size_t cols = options_.maze.front().size();
  for (std::size_t row = 1; row <= options_.maze.size(); ++row) {
    out.plain(grid.substr(row * width_ + 1, cols));
  }
  out.end_list().field("points", points()).field("steps", steps()).end_object();
}

std::int64_t Snake::points() const {
  if (over_ && !exited_) {
    return 0;
  }
  return kStartPoints + kPointsOfCoin * static_cast<std::int64_t>(coins_) -
         static_cast<std::int64_t>(steps());
}

std::vector<double> Snake::scores() const { return {exited_ ? static_cast<double>(points()) : 0.0}; }

Json Snake::outcome() const {
  return Json::object({{"exited", exited_},
                       {"points", points()},
                       {"coins", coins_},
                       {"steps", steps()},
                       {"path", path_},
                       {"refused", refused_}});
}

static_assert(Rules<Snake>);

const Entry& snake_entry() { return host<Snake>(); }

}  // namespace engines
