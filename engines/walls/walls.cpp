#include "engines/walls/walls.h"

#include <string>

#include <nlohmann/json.hpp>

#include "engines/hosted.h"
#include "engines/random.h"

namespace engines {
namespace {

constexpr fields::Range kBoardSizes{.min = 3, .max = 99};
constexpr std::array<std::string_view, 3> kMoveNames = {"forward", "left",
                                                        "right"};  // in the order of Walls::Move
constexpr std::string_view kFaces = "NESW";                        // clockwise, as Face
constexpr unsigned kQuarters = 4;

template <class Enum>
constexpr std::size_t number(Enum value) {
  return static_cast<std::size_t>(value);
}

int read_size(fields::Object& in, int fallback) {
  const Json* given = in.find("n");
  if (given == nullptr) {
    return fallback;
  }
  const auto n = fields::as_integer(*given, kBoardSizes);
  if (!n || *n % 2 == 0) {
    in.fail("n", *given, "an odd integer from 3 to 99");
    return fallback;
  }
  return static_cast<int>(*n);
}

}  // namespace

Walls::Options Walls::Options::read(fields::Object& in) {
  Options options;
  options.n = read_size(in, options.n);
  options.first = static_cast<Seat>(in.integer_or("first", {.min = 0, .max = kSeats - 1}, 0));
  return options;
}

Json Walls::Options::json() const { return Json::object({{"n", n}, {"first", first}}); }

Walls::Walls(const Options& options, const Seed& /*seed*/)
    : options_(options),
      board_(static_cast<std::size_t>(options.n) * static_cast<std::size_t>(options.n), kUnmarked),
      mover_(options.first) {
  const int centre = (options.n - 1) / 2;
  players_[0] = {.at = {.row = centre, .col = centre - 1}, .face = Face::west};
  players_[1] = {.at = {.row = centre, .col = centre + 1}, .face = Face::east};
}

// A player that lays b bricks makes at most 8 other moves before each brick and 9 after the last: 9b + 9
// moves. A square gets at most one brick, so both players together make at most 9 n^2 + 18 moves.
std::size_t Walls::max_turns() const { return kMaxIdle * (board_.size() + kSeats); }

std::vector<Seat> Walls::to_move() const { return mover_ ? std::vector<Seat>{*mover_} : std::vector<Seat>{}; }

std::variant<Walls::Move, Fault> Walls::parse(Seat /*seat*/, const Json& json) const {
  if (json.is_string()) {
    const auto& word = json.get_ref<const std::string&>();
    for (std::size_t i = 0; i < kMoveNames.size(); ++i) {
      if (word == kMoveNames[i]) {
        return static_cast<Move>(i);
      }
    }
  }
  return R"(expected one of "forward", "left", "right", got )" + fields::brief(json);
}

std::optional<Fault> Walls::check(Seat /*seat*/, Move /*move*/) const { return std::nullopt; }

void Walls::write_move(Move move, JsonWriter& out) const { out.plain(kMoveNames[number(move)]); }

std::optional<std::vector<Walls::Move>> Walls::legal(Seat /*seat*/) const {
  return std::vector{Move::forward, Move::left, Move::right};
}

Walls::Move Walls::sample(Seat /*seat*/, Rng& rng) const {
  return static_cast<Move>(below(rng, kMoveNames.size()));
}

void Walls::apply(std::span<const Answer<Move>> by_seat, JsonWriter& events) {
  const Seat seat = *mover_;
  Player& player = players_[seat];
  const Answer<Move>& answer = by_seat[seat];
  const Effect effect = answer.move ? move(seat, *answer.move) : Effect{};
  ++moves_;
  player.idle = effect.laid ? 0 : player.idle + 1;
  player.stalled = answer.forfeited || player.idle == kMaxIdle;
  mover_ = next_mover();

  events.begin_object().field("blocked", effect.blocked).key("laid");
  if (effect.laid) {
    events.pair(effect.laid->row, effect.laid->col);
  } else {
    events.null();
  }
  events.end_object();
}

Walls::Effect Walls::move(Seat seat, Move move) {
  if (move == Move::forward) {
    return forward(seat);
  }
  Face& face = players_[seat].face;
  const unsigned turn = move == Move::right ? 1 : kQuarters - 1;
  face = static_cast<Face>((number(face) + turn) % kQuarters);
  return {};
}

Walls::Effect Walls::forward(Seat seat) {
  static constexpr std::array<Place, kQuarters> kSteps = {{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}};  // by Face
  Player& player = players_[seat];
  const Place step = kSteps[number(player.face)];
  const Place from = player.at;
  const Place to{.row = from.row + step.row, .col = from.col + step.col};
  if (!may_enter(seat, to)) {
    return {.laid = std::nullopt, .blocked = true};
  }
  player.at = to;
  char& square = board_[index(from)];
  if (square != kUnmarked) {
    return {};
  }
  square = kBricks[seat];
  ++player.bricks;
  return {.laid = from, .blocked = false};
}

bool Walls::may_enter(Seat seat, Place place) const {
  if (place.row < 0 || place.row >= options_.n || place.col < 0 || place.col >= options_.n) {
    return false;
  }
  const Seat opponent = 1 - seat;
  return board_[index(place)] != kBricks[opponent] && place != players_[opponent].at;
}

std::optional<Seat> Walls::next_mover() const {
  const auto bricks = static_cast<std::size_t>(players_[0].bricks + players_[1].bricks);
  if (bricks == board_.size()) {
    return std::nullopt;
  }
  for (const Seat seat : {1 - *mover_, *mover_}) {
    if (!players_[seat].stalled) {
      return seat;
    }
  }
  return std::nullopt;
}

std::size_t Walls::index(Place place) const {
  return static_cast<std::size_t>(place.row * options_.n + place.col);
}

Json Walls::setup() const { return options_.json(); }

void Walls::write_view(Observer /*observer*/, JsonWriter& out) const {
  const auto n = static_cast<std::size_t>(options_.n);
  const std::string_view board = board_;
  out.begin_object().key("board").begin_list();
  for (std::size_t begin = 0; begin < board.size(); begin += n) {
    out.plain(board.substr(begin, n));
  }
  out.end_list().field("mover", mover_).key("players").begin_list();
  for (const Player& player : players_) {
    out.begin_object().key("at").pair(player.at.row, player.at.col).field("bricks", player.bricks);
    out.key("face").plain(kFaces.substr(number(player.face), 1));
    out.field("idle", player.idle).field("stalled", player.stalled).end_object();
  }
  out.end_list().end_object();
}

std::array<int, Walls::kSeats> Walls::points() const {
  const int a = players_[0].bricks;
  const int b = players_[1].bricks;
  if (a == b) {
    return {1, 1};
  }
  return a > b ? std::array{2, 0} : std::array{0, 2};
}

std::vector<double> Walls::scores() const {
  const auto [a, b] = points();
  return {static_cast<double>(a), static_cast<double>(b)};
}

Json Walls::outcome() const {
  const auto [a, b] = points();
  return Json::object({{"bricks", Json::array({players_[0].bricks, players_[1].bricks})},
                       {"points", Json::array({a, b})},
                       {"moves", moves_}});
}

static_assert(Rules<Walls>);

const Entry& walls_entry() { return host<Walls>(); }

}  // namespace engines
