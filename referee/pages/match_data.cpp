#include "referee/pages/match_data.h"

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/pages/match_parts.h"
#include "referee/pages/told_positions.h"
#include "referee/record/record_lines.h"
#include "referee/show/positions.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;

/// What one seat of a game that hides something was shown.
struct SeatView {
  ToldPositions told;
  std::string turns;  ///< lists of frames: with commas, without brackets

  void end_turn() {
    turns += turns.empty() ? "" : ",";
    turns += told.take_frames();
  }
  std::string text() const {
    return R"({"view":)" + protocol::dump(told.first()) + R"(,"turns":[)" + turns + "]}";
  }
};

/// The positions of a whole record, and how it ends.
class Telling {
 public:
  Telling(std::string_view record, const MatchFacts& facts, Audience audience)
      : audience_(audience),
        replay_link_(facts.replay),
        positions_(record),
        told_(positions_, audience.observer()) {
    const Replay& replay = positions_.replay();
    members_ = members_of(replay, facts, audience);
    if (!facts.secret_seed) {
      members_["seed"] = replay.header().at("seed");
    }
    members_["view"] = told_.first();
    add_painter(members_);
    if (replay.game().hidden() && audience == Audience::everybody()) {
      for (engines::Seat seat = 0; seat < replay.game().seats(); ++seat) {
        seats_.push_back({ToldPositions(positions_, engines::Observer::seat(seat)), ""});
      }
    }
  }

  std::string text() {
    play();
    std::string text;
    if (!seats_.empty()) {
      members_.erase("seat_views");
    }
    text = open_object(members_) + R"(,"turns":[)" + turns_ + "]";
    for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
      text += (seat == 0 ? R"(,"seat_views":[)" : ",") + seats_[seat].text();
    }
    return text + (seats_.empty() ? "}" : "]}");
  }

 private:
  void play() {
    try {
      while (positions_.next()) {
        add_position();
      }
      positions_.close();
      tell_end();
    } catch (const Difference& difference) {
      members_["status"] = "broken";
      members_["problem"] = difference.text();
    } catch (const engines::RulesFailure& failure) {
      members_["status"] = "broken";
      members_["problem"] = failure.what();
    }
  }

  void add_position() {
    told_.add(positions_);
    for (SeatView& seat : seats_) {
      seat.told.add(positions_);
    }
    if (positions_.in_turn()) {
      return;
    }
    turns_ += turns_.empty() ? "" : ",";
    turns_ += turn_text(positions_.replay(), audience_, told_.take_frames());
    for (SeatView& seat : seats_) {
      seat.end_turn();
    }
  }

  /// What the last line says: it has been checked.
  void tell_end() {
    const Json& line = positions_.replay().line();
    members_["status"] = line.at("status");
    for (const char* const key : {"ended", "result", "no_show", "why_absent", "why"}) {
      if (line.contains(key)) {
        members_[key] = line.at(key);
      }
    }
    if (line.contains("no_show")) {
      members_["result"]["outcome"] = nullptr;  // the record of a match that was not played has none
    }
    if (const auto left = positions_.replay().recorded_replay(); left && !replay_link_.empty()) {
      members_["replay"] = {{"file", left->file}, {"bytes", left->bytes}, {"link", replay_link_}};
    }
  }

  Audience audience_;
  std::string replay_link_;
  show::Positions positions_;
  ToldPositions told_;
  std::vector<SeatView> seats_;
  Json members_;
  std::string turns_;  // with commas, without brackets
};

}  // namespace

std::string match_data(std::string_view record, const MatchFacts& facts, Audience audience) {
  return Telling(record, facts, audience).text();
}

}  // namespace referee::pages
