#include "referee/tournament/run/practice_sums.h"

#include <sstream>

#include "protocol/fields.h"
#include "referee/tournament/run/ladder_record.h"
#include "referee/tournament/run/opened_store.h"

namespace referee {
namespace {

constexpr std::size_t kShown = 60;  // bytes of a damaged text

std::map<Entrant, int> read_counted(const std::string& text) {
  std::map<Entrant, int> counted;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::istringstream pair(word);
    Entrant entrant = 0;
    char colon = 0;
    int number = 0;
    if (!(pair >> entrant >> colon >> number) || colon != ':' || number < 1 || pair.peek() != EOF) {
      throw fields::Exception({meta_key::kCounted, fields::brief_text(text, kShown),
                               "entrants with the numbers of their matches, as 3:17"});
    }
    counted[entrant] = number;
  }
  return counted;
}

}  // namespace

PracticeSums PracticeSums::of(const StoreContent& content, std::size_t seats) {
  const auto table = content.meta.find(meta_key::kLadder);
  const auto counted = content.meta.find(meta_key::kCounted);
  PracticeSums sums{table == content.meta.end() ? LadderTable(seats) : LadderTable::read(table->second),
                    counted == content.meta.end() ? std::map<Entrant, int>() : read_counted(counted->second)};
  std::map<std::pair<Entrant, int>, const StoredAttempt*> newer;  // in the order of their numbers
  for (const StoredAttempt& attempt : content.games) {
    const auto entrant = static_cast<Entrant>(attempt.table) - 1;
    if (attempt.status == StoredAttempt::Status::done && attempt.game_no > sums.counted[entrant]) {
      newer[{entrant, attempt.game_no}] = &attempt;
    }
  }
  for (const auto& [match, attempt] : newer) {
    GameResult result = read_game_result(attempt->result);
    if (result.scores.size() != 1 || match.first >= content.entrants.size()) {
      throw fields::Exception({attempt->match, "", "the result of one entrant that is known, in practice"});
    }
    result.entrants = {match.first};  // a store of an earlier version does not say it
    sums.add(match.first, match.second, result);
  }
  std::erase_if(sums.counted, [](const auto& one) { return one.second == 0; });
  return sums;
}

void PracticeSums::add(Entrant entrant, int number, const GameResult& result) {
  table.add(table.next(), result, seconds_of(result.ended));
  counted[entrant] = number;
}

std::string PracticeSums::counted_text() const {
  std::string text;
  for (const auto& [entrant, number] : counted) {
    text += (text.empty() ? "" : " ") + std::to_string(entrant) + ":" + std::to_string(number);
  }
  return text;
}

}  // namespace referee
