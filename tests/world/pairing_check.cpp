#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "protocol/messages.h"
#include "referee/tournament/run/stored_page.h"
#include "referee/tournament/standings/encounter_state.h"
#include "tests/world/checks.h"

namespace world {
namespace {

using referee::Encounter;
using referee::Entrant;
using referee::GameResult;
using referee::History;
using referee::PlayedEncounter;
using Pair = std::pair<Entrant, Entrant>;
using Kind = Encounter::Kind;
using Bye = referee::PairingRequests::Bye;

constexpr std::size_t kFewEntrants = 14;  // whose pairings are all tried
constexpr int kMostInARow = 2;            // first seats, or others

Pair pair_of(Entrant a, Entrant b) { return std::minmax(a, b); }

/// Whether the entrant was absent from all games.
bool is_absent(const PlayedEncounter& played, std::size_t position) {
  return std::ranges::all_of(played.games, [&](const GameResult& game) { return game.no_show[position]; });
}

/// Tournaments 8.2: a match to which one of the two never came may be paired again, and has given nobody a
/// seat; unless who was absent has points from it, as from a game that both have ended with nothing.
bool is_meeting(const referee::EncounterRules& rules, const PlayedEncounter& played) {
  if (played.encounter.kind != Kind::play || played.encounter.entrants.size() != 2) {
    return false;
  }
  const bool came = !is_absent(played, 0) && !is_absent(played, 1);
  const auto points = referee::state_of(rules, played.encounter, played.games).points;
  const auto has_points = [&](std::size_t position) {
    return is_absent(played, position) && points[position] > referee::Points();
  };
  return came || has_points(0) || has_points(1);
}

/// One tournament of rounds, which its checks read round by round.
class Pairings {
 public:
  Pairings(const TournamentWorld& world, std::vector<std::string>& faults)
      : world_(world),
        page_(referee::page_of(world.content())),
        retaken_(!world.people().retaken().empty()),
        faults_(faults),
        uneven_(!world.people().subjects({"rounds"}).empty()) {}  // another round was to be the last

  void check() {
    const std::string kind = page_.format->json().at("kind");
    for (const History::Round& round : page_.history.rounds) {
      ++round_;
      if (!retaken_) {
        check_games(round);
      }
      check_present(round, kind == "field");
      if (kind == "swiss" && round.front().encounter.stage == 0) {
        check_byes(round);
        if (page_.rules().seats == 2 && !retaken_) {
          check_swiss(round);
        } else if (page_.rules().seats > 2) {
          check_sizes(round);
        }
      } else if (kind != "round_robin" && kind != "field" && !retaken_) {
        check_bracket(round);
      }
    }
    if (kind == "round_robin") {
      check_round_robin();
    } else if (kind == "field") {
      check_field();
    } else if (!losses_.empty()) {
      check_winner();
    }
  }

 private:
  void fault(const std::string& text) { faults_.push_back("round " + std::to_string(round_) + ": " + text); }
  std::string name(Entrant entrant) const { return page_.history.entrants[entrant].name; }
  /// What a note says of the pairing of this round; "" if none does.
  std::string note() const {
    const std::string begin = "round " + std::to_string(round_) + " has no pairing by the rules";
    const auto found = std::ranges::find_if(
        page_.notes, [&](const referee::StandingsNote& one) { return one.text.starts_with(begin); });
    return found == page_.notes.end() ? "" : found->text;
  }

  /// Tournaments 2.1, 2.2: a match is over as soon as somebody has won more than half of its games.
  void check_games(const History::Round& round) {
    for (const PlayedEncounter& played : round) {
      const referee::StageRules stage = page_.rules().stage_of(played.encounter);
      std::map<std::size_t, int> wins;
      int number = 0;
      bool decided = played.encounter.kind != Kind::play;
      bool is_empty = true;  // nobody has come to a game
      for (const GameResult& game : played.games) {
        if (decided || game.game_no != ++number) {
          fault("table " + std::to_string(played.encounter.table) + " plays on, or out of order");
          return;
        }
        const auto best = std::ranges::max_element(game.scores);
        if (std::ranges::count(game.scores, *best) == 1 && game.scores.size() > 1) {
          ++wins[static_cast<std::size_t>(best - game.scores.begin())];
        }
        const int most = std::ranges::max({wins[0], wins[1], wins[2], wins[3], wins[4]});
        const int beyond = number - stage.best_of;  // 11.7: two more, and two more again
        const bool is_won = beyond < 0 && 2 * most > stage.best_of && !stage.all_games;
        is_empty = is_empty && std::ranges::count(game.no_show, false) == 0;
        const bool goes_on = stage.knockout && wins[0] == wins[1] && beyond < 4 && !is_empty;  // 11.9
        decided = is_won || (beyond >= 0 && beyond % 2 == 0 && !goes_on);
      }
      if (!decided) {
        fault("table " + std::to_string(played.encounter.table) + " is not decided");
      }
    }
  }

  /// Tournaments 5.2: it is won by who has not withdrawn. Nobody knows who had when one has come back, or was
  /// approved meanwhile.
  void check_forfeit(const referee::Encounter& encounter) {
    const bool approved = !world_.people().subjects({"approve", "approve_matching"}).empty();
    if (page_.format->json().at("kind") != "round_robin" || encounter.kind != Kind::forfeit || approved ||
        !encounter.winner || encounter.entrants.size() != 2) {
      return;
    }
    const Entrant winner = encounter.entrants[*encounter.winner];
    const Entrant other = encounter.entrants[1 - *encounter.winner];
    const auto& entrants = page_.history.entrants;
    if (entrants[winner].withdrawn && !entrants[other].withdrawn && !world_.is_back(name(winner)) &&
        !world_.is_back(name(other))) {
      fault(name(winner) + " has withdrawn, and wins against " + name(other));
    }
  }

  /// Nobody is at two tables; who is left out is withdrawn, or has been.
  void check_present(const History::Round& round, bool field) {
    std::set<Entrant> seen;
    for (const PlayedEncounter& played : round) {
      for (const Entrant entrant : played.encounter.entrants) {
        if (!seen.insert(entrant).second) {
          fault(name(entrant) + " is paired twice");
        }
      }
      check_forfeit(played.encounter);
    }
    const bool all = page_.history.entrants.size() == world_.config().entrants.size() && !field &&
                     round.front().encounter.stage == 0 && page_.notes.empty() &&
                     page_.format->json().at("kind") == "swiss";
    if (all && seen.size() != page_.history.entrants.size()) {
      fault("somebody is not paired");
    }
  }

  /// The bye in this round that an entrant has asked for, or that the arbiter has given it, which counts
  /// (8.4).
  Bye bye_of(Entrant entrant) const {
    Bye bye = Bye::none;
    if (entrant < world_.config().entrants.size()) {
      const auto& asked = world_.config().entrants[entrant].byes;
      bye = asked.contains(round_) ? asked.at(round_) : bye;
    }
    for (const PeoplePast::Ruling& ruling : world_.people().rulings) {
      if (ruling.done && ruling.words[0] == "bye" && ruling.words[1] == name(entrant) &&
          ruling.words[2] == std::to_string(round_)) {
        bye = ruling.words[3] == "half" ? Bye::half : ruling.words[3] == "zero" ? Bye::zero : Bye::none;
      }
    }
    return bye;
  }

  /// Those that were asked for, and nobody has them unasked (but 8.9, whose note is another).
  void check_byes(const History::Round& round) {
    int byes = 0;
    for (const PlayedEncounter& played : round) {
      const Entrant first = played.encounter.entrants.front();
      const auto wanted = bye_of(first);
      const bool is_asked = wanted != Bye::none;
      const bool has_it = played.encounter.kind == Kind::half_bye || played.encounter.kind == Kind::zero_bye;
      byes += played.encounter.kind == Kind::bye ? 1 : 0;
      const bool half = is_asked && wanted == Bye::half;
      if ((is_asked && !has_it) || (played.encounter.kind == Kind::half_bye && !half)) {
        fault(name(first) + " has no bye that it asked for, or another one");
      }
    }
    if (byes > 1 && note().find("nobody left whom they may meet") == std::string::npos) {
      fault(std::to_string(byes) + " byes");
    }
  }

  /// Tournaments 8.1, 8.3, 8.5, 8.6: the absolute criteria of the Dutch system.
  void check_swiss(const History::Round& round) {
    const bool may_repeat = note().find("may be repeated") != std::string::npos;
    const std::set<Pair> forbidden(page_.history.forbidden.begin(), page_.history.forbidden.end());
    for (const PlayedEncounter& played : round) {
      const auto& entrants = played.encounter.entrants;
      if (played.encounter.kind == Kind::bye && !had_point_unplayed_.insert(entrants[0]).second &&
          !may_repeat && note().empty()) {
        fault(name(entrants[0]) + " has a second bye");
      }
      if (entrants.size() != 2) {
        continue;
      }
      const Pair both = pair_of(entrants[0], entrants[1]);
      if (forbidden.contains(both)) {
        fault(name(both.first) + " must not meet " + name(both.second));
      }
      if (met_.contains(both) && !may_repeat) {
        fault(name(both.first) + " meets " + name(both.second) + " again");
      }
    }
    if (may_repeat && is_pairable(round, forbidden)) {
      fault("meetings are repeated without need");
    }
    for (const PlayedEncounter& played : round) {
      take_up(played);
    }
  }

  /// Whether those that play in this round can be paired without repeats, if that is easily found out.
  bool is_pairable(const History::Round& round, const std::set<Pair>& forbidden) const {
    std::vector<Entrant> all;
    for (const PlayedEncounter& played : round) {
      if (played.encounter.kind == Kind::bye) {
        return false;  // who may have it is not known: 8.9
      }
      if (played.encounter.entrants.size() == 2) {
        all.insert(all.end(), played.encounter.entrants.begin(), played.encounter.entrants.end());
      }
    }
    if (all.size() > kFewEntrants) {
      return false;
    }
    std::vector<char> done(std::size_t{1} << all.size());
    done[0] = 1;
    for (std::size_t set = 1; set < done.size(); ++set) {
      const auto first = static_cast<std::size_t>(__builtin_ctzll(set));
      for (std::size_t other = first + 1; other < all.size() && done[set] == 0; ++other) {
        const Pair both = pair_of(all[first], all[other]);
        const std::size_t two = (std::size_t{1} << first) | (std::size_t{1} << other);
        if ((set & two) == two && !met_.contains(both) && !forbidden.contains(both)) {
          done[set] = done[set & ~two];
        }
      }
    }
    return done.back() == 1;
  }

  void take_up(const PlayedEncounter& played) {
    const auto& entrants = played.encounter.entrants;
    if (!is_meeting(page_.rules(), played)) {
      return;
    }
    met_.insert(pair_of(entrants[0], entrants[1]));
    const bool last = round_ == page_.format->own_rounds().value_or(0);  // topscorers are excepted there
    for (std::size_t seat = 0; seat < 2; ++seat) {
      int& row = in_a_row_[entrants[seat]];
      int& balance = balance_[entrants[seat]];
      const int step = seat == 0 ? 1 : -1;
      row = row * step > 0 ? row + step : step;
      balance += step;
      const bool even = std::abs(row) <= kMostInARow && std::abs(balance) <= kMostInARow;
      uneven_ = uneven_ || !note().empty();
      if (!even && !last && !uneven_) {
        fault(name(entrants[seat]) + " has one seat too often");
      }
    }
  }

  /// TABLES.md: as few tables as hold all, their sizes as even as possible.
  void check_sizes(const History::Round& round) {
    std::size_t least = page_.rules().seats;
    std::size_t most = 0;
    std::size_t tables = 0;
    std::size_t entrants = 0;
    for (const PlayedEncounter& played : round) {
      if (played.encounter.kind == Kind::play) {
        ++tables;
        entrants += played.encounter.entrants.size();
        least = std::min(least, played.encounter.entrants.size());
        most = std::max(most, played.encounter.entrants.size());
      }
    }
    const std::size_t seats = page_.rules().seats;
    if (tables > 0 && (most - least > 1 || tables != (entrants + seats - 1) / seats)) {
      fault(std::to_string(entrants) + " entrants at " + std::to_string(tables) + " tables of " +
            std::to_string(least) + " to " + std::to_string(most));
    }
  }

  // ---- a bracket ----

  /// Tournaments 11.1, 11.3, 11.5, 11.6: who is in which bracket, and has the first seat.
  void check_bracket(const History::Round& round) {
    std::map<Entrant, int> after = losses_;
    for (const PlayedEncounter& played : round) {
      const auto& entrants = played.encounter.entrants;
      for (const Entrant entrant : entrants) {
        after.try_emplace(entrant, 0);
        if (losses_[entrant] > 1) {
          fault(name(entrant) + " plays although it is out");
        }
      }
      if (entrants.size() == 2) {
        const bool final = final_round(round);
        if (losses_[entrants[0]] != losses_[entrants[1]] && !final) {
          fault(name(entrants[0]) + " meets " + name(entrants[1]) + " of the other bracket");
        }
        if (page_.format->json().at("kind") == "double_elimination" && entrants[0] > entrants[1]) {
          fault(name(entrants[0]) + " has the first seat");
        }
        const std::vector<std::size_t> losers = losers_of(played);
        const bool both_out = losers.size() > 1 && losses_[entrants[0]] == losses_[entrants[1]];
        for (const std::size_t loser : losers) {
          int& losses = after[entrants[loser]];
          losses = both_out ? 2 : losses + 1;
          out_in_[entrants[loser]] = losses > 1 ? round_ : 0;
        }
      }
    }
    losses_ = after;
  }
  static bool final_round(const History::Round& round) {
    return std::ranges::count_if(round, [](const PlayedEncounter& played) {
             return played.encounter.entrants.size() == 2;
           }) == 1;
  }
  /// Tournaments 11.7, 11.9.
  static std::vector<std::size_t> losers_of(const PlayedEncounter& played) {
    if (played.encounter.kind == Kind::forfeit) {
      return played.encounter.winner ? std::vector<std::size_t>{1 - *played.encounter.winner}
                                     : std::vector<std::size_t>{0, 1};
    }
    if (is_absent(played, 0) && is_absent(played, 1)) {
      return {0, 1};
    }
    std::int64_t ahead = 0;  // the first one's wins and, where these are level, attendance
    std::int64_t came = 0;
    for (const GameResult& game : played.games) {
      ahead += game.scores[0] > game.scores[1] ? 1 : game.scores[0] < game.scores[1] ? -1 : 0;
      came += (game.no_show[0] ? -1 : 0) + (game.no_show[1] ? 1 : 0);
    }
    const std::int64_t first = ahead != 0 ? ahead : came;
    return {first >= 0 ? std::size_t{1} : std::size_t{0}};
  }
  /// Tournaments 11.11: the later one goes out, the better its place; those of one round share theirs.
  void check_winner() {
    const auto in = std::ranges::count_if(losses_, [](const auto& one) { return one.second < 2; });
    if (in > 1) {
      fault(std::to_string(in) + " entrants are not out at the end");
    }
    const referee::StandingsRow* before = nullptr;
    for (const referee::StandingsRow& row : page_.rows) {
      if (!losses_.contains(row.entrant)) {
        break;  // outside of the bracket
      }
      const auto out = [&](Entrant entrant) { return losses_[entrant] < 2 ? round_ + 1 : out_in_[entrant]; };
      if (before != nullptr && (out(before->entrant) < out(row.entrant) ||
                                (out(before->entrant) == out(row.entrant)) != (before->rank == row.rank))) {
        fault(row.name + " has place " + std::to_string(row.rank));
      }
      before = &row;
    }
  }

  // ---- schedules ----

  /// Tournaments 9.1: every two meet once a cycle, unless nobody was left at some time: one that has come
  /// back may have done so when it was over (7.5).
  void check_round_robin() {
    const bool nobody = std::ranges::all_of(page_.history.entrants, [&](const History::EntrantInfo& one) {
      return one.withdrawn || world_.is_back(one.name);
    });
    if (page_.rules().seats != 2 || nobody) {
      return;
    }
    std::map<Pair, int> met;
    std::map<Pair, Entrant> first_before;
    const std::size_t count = page_.history.entrants.size();
    const std::size_t rounds_of_cycle = count + count % 2 - 1;
    for (std::size_t round = 0; round < page_.history.rounds.size(); ++round) {
      for (const PlayedEncounter& played : page_.history.rounds[round]) {
        if (played.encounter.entrants.size() != 2) {
          continue;
        }
        const Entrant first = played.encounter.entrants[0];
        const Pair pair = pair_of(first, played.encounter.entrants[1]);
        ++met[pair];
        const auto [before, is_new] = first_before.emplace(pair, first);
        if (!is_new && std::exchange(before->second, first) == first) {
          fault(name(first) + " has the first seat twice against the same opponent");
        }
        // FIDE Handbook C.05, Annex 1: the last number has the second seat in round 1, then in turn.
        const bool last_is_second = (round % rounds_of_cycle + round / rounds_of_cycle) % 2 == 0;
        if (count % 2 == 0 && pair.second == count - 1 && (first != count - 1) != last_is_second) {
          fault("round " + std::to_string(round + 1) + ": the last number has the other seat");
        }
      }
    }
    const int cycles = page_.format->json().value("cycles", 1);
    for (Entrant a = 0; a < count; ++a) {
      for (Entrant b = a + 1; b < count; ++b) {
        if (met[{a, b}] != cycles) {
          fault(name(a) + " meets " + name(b) + " " + std::to_string(met[{a, b}]) + " times");
        }
      }
    }
  }

  /// One that was not may have entered when nothing was left to play.
  bool was_welcomed(Entrant entrant) const {
    return std::ranges::any_of(world_.bots(), [&](const auto& bot) {
      const auto is_welcome = [](const Json& message) { return message.at("type") == "welcome"; };
      return bot->person().name == name(entrant) && std::ranges::any_of(bot->received(), is_welcome);
    });
  }

  /// Tournaments 9.3, 10.1: each entrant plays each instance once, in their order; a withdrawn one may lack
  /// some.
  void check_field() {
    std::map<Entrant, int> played_by;
    for (const History::Round& round : page_.history.rounds) {
      for (const PlayedEncounter& played : round) {
        const Entrant entrant = played.encounter.entrants.front();
        if (played.encounter.instance != ++played_by[entrant]) {
          fault(name(entrant) + " plays its instances out of order");
        }
      }
    }
    for (Entrant entrant = 0; entrant < page_.history.entrants.size(); ++entrant) {
      if (played_by[entrant] != static_cast<int>(page_.instances.size()) &&
          !page_.history.entrants[entrant].withdrawn && was_welcomed(entrant)) {
        fault(name(entrant) + " has not played all instances");
      }
    }
  }

  const TournamentWorld& world_;
  referee::StandingsPage page_;
  bool retaken_;  // results are not those by which all rounds were paired
  std::vector<std::string>& faults_;
  int round_ = 0;
  std::set<Pair> met_;
  std::set<Entrant> had_point_unplayed_;
  std::map<Entrant, int> in_a_row_;  // first seats, or others if negative
  std::map<Entrant, int> balance_;
  bool uneven_;  // first seats did not count in some round
  std::map<Entrant, int> losses_;
  std::map<Entrant, int> out_in_;  // the round in which it lost for the second time
};

/// Tournaments 9.5, 13.1, 13.2, 13.10: who plays a game of a ladder, and how many there are.
void check_ladder(const TournamentWorld& world, std::vector<std::string>& faults) {
  const referee::LadderTerms& terms = *world.config().format->ladder();
  std::set<std::pair<Entrant, referee::BlockInstance>> played;
  std::map<Entrant, int> games;
  int done = 0;
  for (const referee::StoredAttempt& attempt : world.content().games) {
    if (attempt.status != referee::StoredAttempt::Status::done) {
      continue;
    }
    ++done;
    const referee::LadderGame game = referee::read_ladder_game(attempt.result);
    for (const Entrant entrant : game.entrants) {
      ++games[entrant];
    }
    if (std::set<Entrant>(game.entrants.begin(), game.entrants.end()).size() != game.entrants.size()) {
      faults.push_back(attempt.match + ": somebody has two seats");
    }
    if (terms.blocks && (!game.instance || !played.emplace(game.entrants.front(), *game.instance).second ||
                         game.instance->number > terms.blocks->instances)) {
      faults.push_back(attempt.match + ": an instance that it has played, or none of its block");
    }
  }
  const auto earned = world.config().pace.count() == 0 ? 0 : world.time() / world.config().pace;
  for (const auto& [entrant, count] : games) {
    const bool too_many = count > referee::TournamentConfig::kPracticeAtOnce + earned + 1;
    if (world.config().format->traits().open_practice && world.config().pace.count() > 0 && too_many &&
        !world.was_disturbed()) {  // each run of the referee has a pace of its own
      faults.push_back("entrant " + std::to_string(entrant) + " has played " + std::to_string(count) +
                       " games, faster than its pace");
    }
  }
  // Records and results of old ones are not kept: only the newest of each entrant.
  const int counted = referee::page_of(world.content()).history.ladder->matches();
  const bool all_kept = counted <= static_cast<int>(world.config().keep);
  if (terms.matches && (counted != *terms.matches || done > counted || (all_kept && done != counted))) {
    faults.push_back(std::to_string(counted) + " games, " + std::to_string(done) + " in the store, not " +
                     std::to_string(*terms.matches));
  }
}

}  // namespace

void check_pairings(const TournamentWorld& world, std::vector<std::string>& faults) {
  if (world.config().format->ladder() != nullptr) {
    check_ladder(world, faults);
  } else {
    Pairings(world, faults).check();
  }
}

}  // namespace world
