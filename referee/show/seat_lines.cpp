#include "referee/show/seat_lines.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/line_writer.h"

namespace referee::show {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kShownMove = 200;  // bytes of a move or of what is wrong with it
constexpr std::size_t kLetters = 26;

/// A text as it is, any other value as JSON.
std::string text_of(const Json& value) {
  return value.is_string() ? fields::brief_text(value.get_ref<const std::string&>(), kShownMove)
                           : fields::brief(value, kShownMove);
}

/// "ok, 0.812 ms: "forward"", "illegal, 3.1 ms: "sideways": expected ...".
std::string answer_text(const Json& answer) {
  std::string text = answer.at("verdict").get<std::string>() + ", " +
                     protocol::milliseconds_text(answer.at("spent_us").get<std::int64_t>()) + " ms";
  if (answer.value("forfeited", Json(false)) == true) {
    text += ", out of the game";
  }
  for (const char* const key : {"move", "offered"}) {
    if (answer.contains(key)) {
      text += ": " + fields::brief(answer.at(key), kShownMove);
    }
  }
  return answer.contains("fault") ? text + ": " + text_of(answer.at("fault")) : text;
}

void pad(std::vector<std::string>& lines) {
  const std::size_t width = std::ranges::max(lines, {}, &std::string::size).size();
  for (std::string& line : lines) {
    line.append(width - line.size() + 2, ' ');
  }
}

}  // namespace

std::string header_text(const Replay& replay, const std::string& key) {
  return replay.header().contains(key) ? text_of(replay.header().at(key)) : "?";
}

std::vector<std::string> players_of(const Replay& replay) {
  std::vector<std::string> players;
  for (const Json& player : replay.header().at("players")) {
    players.push_back(text_of(player));
  }
  return players;
}

std::vector<std::string> seat_lines(const Replay& replay, const Json& scores) {
  const std::vector<std::string> players = players_of(replay);
  std::vector<std::string> lines;
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    std::string& line = lines.emplace_back();
    if (players.size() > 1) {
      line += static_cast<char>('A' + seat % kLetters);
      line += ' ';
    }
    line += players[seat];
  }
  pad(lines);
  if (!scores.is_null()) {
    for (std::size_t seat = 0; seat < lines.size(); ++seat) {
      lines[seat] += "score " + scores.at(seat).dump();
    }
    pad(lines);
  }
  if (replay.turns() > 0) {
    for (const Json& answer : replay.line().at("answers")) {
      lines.at(answer.at("seat").get<std::size_t>()) += answer_text(answer);
    }
  }
  for (std::string& line : lines) {
    line.erase(line.find_last_not_of(' ') + 1);
  }
  return lines;
}

}  // namespace referee::show
