#include "referee/show/frames.h"

#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/show/seat_lines.h"

namespace referee::show {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxKept = 64;       // positions; one of Light Cycle has some 300 KB in the end
constexpr std::size_t kShownReason = 200;  // bytes of why a match is void

/// How a match ended, by the last line of its record.
std::string end_of(const Json& line, const std::vector<std::string>& players) {
  std::string text = "over";
  if (line.contains("no_show")) {
    text = "not played, no show:";
    for (const Json& seat : line.at("no_show")) {
      text += " " + players.at(seat.get<std::size_t>());
    }
  }
  if (line.at("status") == "void") {
    text = "void: " + fields::brief(line.value("why", Json("?")), kShownReason);
  }
  return text;
}

}  // namespace

Frames::Frames(std::string_view record) : reel_(record) {
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
  end_ = end_of(line, players_of(reel.replay()));
  if (line.contains("result")) {
    scores_ = line.at("result").at("scores");
  }
}

/// Of too many positions every second one goes: those that stay are as far apart as before, twice.
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
  go_to(index);
  const bool last = index + 1 == count_;
  return {title(), reel_.picture(), seat_lines(reel_.replay(), last ? scores_ : Json()), last ? end_ : ""};
}

}  // namespace referee::show
