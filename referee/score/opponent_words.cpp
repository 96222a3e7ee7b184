#include "referee/score/opponent_words.h"

#include <string_view>

namespace referee::score {

std::vector<std::string> opponent_words(std::vector<std::string> command, std::uint64_t seed) {
  const std::string_view mark = kSeedMark;
  const std::string number = std::to_string(seed);
  for (std::string& word : command) {
    for (std::size_t at = word.find(mark); at != std::string::npos;
         at = word.find(mark, at + number.size())) {
      word.replace(at, mark.size(), number);
    }
  }
  return command;
}

}  // namespace referee::score
