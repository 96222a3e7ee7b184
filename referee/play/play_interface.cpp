#include "referee/play/play_interface.h"

#include "protocol/require.h"
#include "referee/base/text.h"
#include "referee/record/record.h"

namespace referee::play {
namespace {

/// "a", "a and b", "a, b and c"
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

std::string winner_of(const MatchResult& result) {
  std::vector<std::string> first;
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    if (result.rank[seat] == 1) {
      first.push_back(result.seats[seat].player);
    }
  }
  return first.size() == 1 ? first.front() + " has won." : "A draw between " + listed(first) + ".";
}

}  // namespace

ShownResult shown_result_of(const PlayedAttempt& played) {
  REQUIRE(!played.result.is_void);
  return shown_result(played.job.spec.game->decided_by, played.result.outcome, played.result.scores);
}

std::vector<std::string> end_lines(const PlayedAttempt& played) {
  REQUIRE(!played.result.is_void);
  const MatchResult& result = played.result;
  std::vector<std::string> lines;
  if (result.seats.size() == 1) {
    lines.push_back("The game is over. Score: " + score_text(result.scores.front()));
  } else {
    lines.push_back("The game is over. " + winner_of(result));
    std::vector<std::string> players;
    for (const MatchResult::Seat& seat : result.seats) {
      players.push_back(seat.player);
    }
    lines.push_back(shown_result_of(played).line(players));
  }
  lines.push_back("record  " + played.record.string());
  return lines;
}

InputSetup input_setup(const nlohmann::json& start, const LegalMoves& legal) {
  return {start.at("setup"), start.at("seat").get<std::size_t>(),
          start.at("players").get<std::vector<std::string>>(), legal};
}

nlohmann::json final_view(std::string_view record) {
  return nlohmann::json::parse(last_line(record)).at("view");
}

}  // namespace referee::play
