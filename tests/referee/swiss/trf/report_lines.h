#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace referee::swiss::test {

/// A report file by its lines.
using Lines = std::vector<std::string>;

inline std::string text_of(const Lines& lines, const std::string& end = "\r\n") {
  std::string text;
  for (const std::string& line : lines) {
    text += line + end;
  }
  return text;
}

/// The line with `text` written over it from a column on (from 1).
inline std::string overwritten(std::string line, std::size_t column, const std::string& text) {
  line.resize(std::max(line.size(), column - 1 + text.size()), ' ');
  return line.replace(column - 1, text.size(), text);
}

inline std::string right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

/// A 001 record. A round is given in the short form: "2 w 1", "- - U".
inline std::string player_line(int id, const std::string& points, const std::vector<std::string>& rounds) {
  std::string line = overwritten("001", 5, right(std::to_string(id), 4));
  line = overwritten(line, 15, "Player " + std::to_string(id));
  line = overwritten(line, 49, std::to_string(2500 - id));
  line = overwritten(line, 81, right(points, 4));
  line = overwritten(line, 86, right(std::to_string(id), 4));
  std::size_t column = 92;
  for (const std::string& round : rounds) {
    if (round.empty()) {  // leaves the columns of that round blank
      column += 10;
      continue;
    }
    const std::size_t blank = round.find(' ');
    const std::string opponent = round.substr(0, blank);
    line = overwritten(line, column, opponent == "-" ? "0000" : right(opponent, 4));
    line = overwritten(line, column + 4, round.substr(blank));
    column += 10;
  }
  return line;
}

/// Two rounds of five players with a bye, a forfeit and a half-point bye; player 5 is absent from the third.
/// Lines 3 to 7 are the players.
inline Lines sample() {
  return {"012 Spring",
          "XXR 5",
          player_line(1, "1.5", {"2 w 1", "3 b ="}),
          player_line(2, "1.0", {"1 b 0", "- - U"}),
          player_line(3, "1.5", {"4 w +", "1 w ="}),
          player_line(4, "0.0", {"3 b -", "5 w 0"}),
          player_line(5, "1.5", {"- - H", "4 b 1", "- - Z"}),
          "152 W"};
}

}  // namespace referee::swiss::test
