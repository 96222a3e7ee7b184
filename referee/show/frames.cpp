#include "referee/show/frames.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/require.h"
#include "referee/base/text.h"
#include "referee/games/game_pictures.h"

namespace referee::show {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kShownMove = 200;  // bytes of a move or of its fault
constexpr std::size_t kLetters = 26;

/// "ok, 0.812 ms: "forward"", "illegal, 3.1 ms: "sideways": expected ...", "ok, given: "forward"".
/// `given`: no player of this match has answered, and none was charged.
std::string answer_text(const Json& answer, bool with_move, bool given) {
  std::string text = answer.at("verdict").get<std::string>() + ", ";
  text += given ? "given" : protocol::milliseconds_text(answer.at("spent_us").get<std::int64_t>()) + " ms";
  if (answer.value("forfeited", Json(false)) == true) {
    text += ", out of the game";
  }
  if (!with_move) {
    return text;
  }
  for (const char* const key : {"move", "offered"}) {
    if (answer.contains(key)) {
      text += ": " + fields::brief(answer.at(key), kShownMove);
    }
  }
  return answer.contains("fault") ? text + ": " + plain_text(answer.at("fault")) : text;
}

void pad(std::vector<std::string>& lines) {
  const std::size_t width = std::ranges::max(lines, {}, &std::string::size).size();
  for (std::string& line : lines) {
    line.append(width - line.size() + 2, ' ');
  }
}

using Json = nlohmann::json;

constexpr std::size_t kMaxKept = 64;       // positions; one of Light Cycle has some 300 KB at the end
constexpr std::size_t kShownReason = 200;  // bytes of why a match is void

/// The players by seat, with the seat's letter if there are several: "A ada".
std::vector<std::string> lettered_players(const Replay& replay) {
  std::vector<std::string> players = players_of(replay);
  for (std::size_t seat = 0; players.size() > 1 && seat < players.size(); ++seat) {
    players[seat] = std::string(1, static_cast<char>('A' + seat % kLetters)) + " " + players[seat];
  }
  return players;
}

/// Nothing in a void match.
std::optional<ShownResult> result_of(const Replay& replay) {
  const auto told = replay.line().find("result");
  if (told == replay.line().end()) {
    return std::nullopt;
  }
  const engines::Entry* const game = recorded_game(replay.header());
  return shown_result(game == nullptr ? "" : game->decided_by, told->value("outcome", Json()),
                      told->at("scores").get<std::vector<double>>());
}

/// How a match ended, from the last line of its record. `is_told`: see Replay::is_told().
std::string end_of(const Json& line, const std::vector<std::string>& players, bool is_told) {
  std::string text = "over";
  if (line.contains("no_show")) {
    text = "not played, no show:";
    for (const Json& seat : line.at("no_show")) {
      text += " " + players.at(seat.get<std::size_t>());
    }
  }
  if (line.at("status") == "void") {
    text = "does not count: " + fields::brief(line.value("why", Json("?")), kShownReason);
  }
  if (is_told) {
    text += ". The game's own program has played this match: its moves and clocks cannot be checked";
    if (const auto replay = line.find("replay"); replay != line.end()) {
      text += "; its replay is " + printable(replay->at("file").get<std::string>()) + " beside the record";
    }
  }
  return text;
}

}  // namespace

Reel::Reel(std::string_view record, engines::Observer observer)
    : positions_(record),
      observer_(observer),
      painter_(picture_of(replay().header().at("game").get_ref<const std::string&>())
                   .painter(replay().game().setup())) {
  painter_->see(view());
}

Reel::Reel(const Reel& other)
    : positions_(other.positions_), observer_(other.observer_), painter_(other.painter_->clone()) {}

bool Reel::next() {
  if (!positions_.next()) {
    return false;
  }
  if (painter_->needs_every_view()) {
    painter_->see(view());
  }
  return true;
}

std::string Reel::step_text() const {
  if (!in_turn()) {
    return "";
  }
  return ", step " + std::to_string(positions_.steps_taken()) + " of " + std::to_string(positions_.steps());
}

screen::Picture Reel::picture() {
  if (!painter_->needs_every_view()) {
    painter_->see(view());
  }
  return painter_->picture();
}

std::vector<std::string> seat_lines(const Replay& replay, engines::Observer observer,
                                    const ShownResult* result) {
  std::vector<std::string> lines = lettered_players(replay);
  pad(lines);
  if (result != nullptr) {
    for (std::size_t seat = 0; seat < lines.size(); ++seat) {
      lines[seat] += result->what + " " + result->values.at(seat);
    }
    pad(lines);
  }
  if (replay.turns() > 0) {
    const bool given = replay.turns() <= replay.given_turns();
    for (const Json& answer : replay.line().at("answers")) {
      const auto seat = answer.at("seat").get<engines::Seat>();
      lines.at(seat) += answer_text(answer, observer.sees(seat) || !replay.game().hidden(), given);
    }
  }
  for (std::string& line : lines) {
    line.erase(line.find_last_not_of(' ') + 1);
  }
  return lines;
}

Frames::Frames(std::string_view record, engines::Observer observer)
    : observer_(observer), reel_(record, observer) {
  kept_.reserve(kMaxKept);
  kept_.push_back(reel_);
  play();
}

void Frames::play() {
  Reel reel = reel_;
  try {
    while (reel.next()) {
      if (!reel.in_turn()) {
        after_turn_.push_back(count_);
      }
      if (count_++ % stride_ == 0) {
        keep(reel);
      }
    }
    reel.close();
  } catch (const Difference& difference) {
    problem_ = difference;
    end_ = "the record cannot be followed further: " + difference.text();
    return;
  }
  const Json& line = reel.replay().line();
  end_ = end_of(line, players_of(reel.replay()), reel.replay().is_told());
  result_ = result_of(reel.replay());
}

/// Keeps a position. If there are too many, drops every second one, which doubles the distance between them.
void Frames::keep(const Reel& reel) {
  if (kept_.size() < kMaxKept) {
    kept_.push_back(reel);
    return;
  }
  std::vector<Reel> rest;
  rest.reserve(kMaxKept);
  for (std::size_t i = 0; i < kept_.size(); i += 2) {
    rest.push_back(std::move(kept_[i]));
  }
  kept_ = std::move(rest);
  stride_ *= 2;
  kept_.push_back(reel);
}

void Frames::go_to(std::size_t index) {
  const std::size_t nearest = index / stride_;
  if (index < at_ || nearest * stride_ > at_) {
    reel_ = Reel(kept_[nearest]);
    at_ = nearest * stride_;
  }
  for (; at_ < index; ++at_) {
    reel_.next();
  }
}

std::string Frames::title() const {
  const Replay& replay = reel_.replay();
  std::string text = header_text(replay, "match") + ": " + header_text(replay, "game") + ", turn " +
                     std::to_string(replay.turns()) + " of " + std::to_string(turns()) + reel_.step_text();
  std::string players;
  for (const std::string& player : players_of(replay)) {
    players += (players.empty() ? ", " : " v ") + player;
  }
  return text + players;
}

Frame Frames::frame(std::size_t index) {
  REQUIRE(index < count());
  go_to(index);
  const bool last = index + 1 == count_;
  const ShownResult* const shown = last && result_ ? &*result_ : nullptr;
  return {title(), reel_.picture(), seat_lines(reel_.replay(), observer_, shown), last ? end_ : "",
          shown == nullptr ? "" : shown->line(lettered_players(reel_.replay()))};
}

}  // namespace referee::show
