#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "referee/tournament/run/stored_page.h"
#include "tests/world/checks.h"

namespace world {
namespace {

using Ruling = PeoplePast::Ruling;
using Status = referee::StoredAttempt::Status;

class RulingsCheck {
 public:
  RulingsCheck(const TournamentWorld& world, std::vector<std::string>& faults)
      : world_(world), rulings_(world.people().rulings), faults_(faults) {}

  void check() {
    for (auto ruling = rulings_.begin(); ruling != rulings_.end(); ++ruling) {
      if (!ruling->done) {
        continue;
      }
      check_note(*ruling);
      if (ruling->words[0] == "withdraw") {
        check_withdrawn(*ruling, next(ruling, {"add"}));
      } else if (ruling->words[0] == "void") {
        check_cancelled(*ruling, next(ruling, {"rerun"}));
        check_taken_out(*ruling);
      } else if (ruling->words[0] == "rerun") {
        check_taken_out(*ruling);
      } else if (ruling->words[0] == "rounds" && next(ruling, {"rounds"}) == nullptr) {
        check_rounds(*ruling);
      }
    }
  }

 private:
  using At = std::vector<Ruling>::const_iterator;

  /// The next ruling of these on the same subject that was carried out; null: there is none.
  const Ruling* next(At ruling, const std::set<std::string>& commands) const {
    const bool any = ruling->words[0] == "rounds";
    const auto found = std::find_if(ruling + 1, rulings_.end(), [&](const Ruling& later) {
      return later.done && commands.contains(later.words[0]) && (any || later.words[1] == ruling->words[1]);
    });
    return found == rulings_.end() ? nullptr : &*found;
  }

  void fault(const Ruling& ruling, const std::string& text) {
    std::string words;
    for (const std::string& word : ruling.words) {
      words += word + " ";
    }
    faults_.push_back("the arbiter's " + words + "was done, and " + text);
  }

  /// Tournaments 7.5: the standings show it with its reason.
  void check_note(const Ruling& ruling) {
    const std::string& reason = ruling.words.back();
    const auto& changes = world_.content().changes;
    if (reason.starts_with("reason") &&
        std::ranges::none_of(changes, [&](const auto& change) { return change.text.ends_with(reason); })) {
      fault(ruling, "no note says so");
    }
  }

  /// Tournaments 5.1, 5.4: it plays no more until the arbiter lets it in.
  void check_withdrawn(const Ruling& ruling, const Ruling* added) {
    const auto bot =
        std::ranges::find(world_.bots(), ruling.words[1], [](const auto& one) { return one->person().name; });
    for (const ToldLog::Stream& stream : world_.told().streams()) {
      if (bot == world_.bots().end() || stream.address != (*bot)->person().address) {
        continue;
      }
      std::size_t begin = 0;
      for (const ToldLog::Stream::Piece& piece : stream.pieces) {
        const std::string_view told(stream.bytes.data() + begin, piece.end - begin);
        const bool was_held_up = begin > 0 && stream.bytes[begin - 1] != '\n';  // its reader had stopped
        begin = piece.end;
        const bool meanwhile =
            piece.stage >= ruling.answered && (added == nullptr || piece.stage < added->asked);
        if (meanwhile && !was_held_up && told.find(R"("type":"turn")") != std::string_view::npos) {
          return fault(ruling, "it was told: " + std::string(told));
        }
      }
    }
  }

  /// Tournaments 7.1, 11.10: it counts for nobody, but in a bracket it is played again.
  void check_cancelled(const Ruling& ruling, const Ruling* again) {
    const Json format = world_.config().format->json();
    if (again != nullptr || format.at("kind") == "double_elimination" || format.contains("final")) {
      return;
    }
    for (const referee::StoredAttempt& attempt : world_.content().games) {
      if (attempt.match == ruling.words[1] && attempt.status == Status::done) {
        fault(ruling, "it counts");
      }
    }
  }

  /// Tournaments 7.3, 11.12: it was not too late.
  void check_taken_out(const Ruling& ruling) {
    const ToldLog::Attempts& attempts = world_.told().attempts();
    const std::string& match = ruling.words[1];
    const ToldLog::Stage over = world_.people().over;
    if (ruling.words[0] == "rerun" && over > 0 && ruling.asked > over) {
      fault(ruling, "the tournament was over");
    }
    const auto taken = attempts.lower_bound({match, 0});
    if (world_.config().format->json().at("kind") != "double_elimination" || taken == attempts.end()) {
      return;
    }
    for (const auto& [key, later] : attempts) {
      const auto player = std::ranges::find_first_of(later.players, taken->second.players);
      if (std::stoi(key.first.substr(1)) > std::stoi(match.substr(1)) && later.began < ruling.asked &&
          player != later.players.end()) {
        fault(ruling, *player + " had gone on to " + key.first);
        return;
      }
    }
  }

  /// Tournaments 8.8.
  void check_rounds(const Ruling& ruling) {
    const auto rounds = referee::page_of(world_.content()).format->own_rounds();
    if (rounds && std::to_string(*rounds) != ruling.words[1]) {
      fault(ruling, std::to_string(*rounds) + " rounds are planned");
    }
  }

  const TournamentWorld& world_;
  const std::vector<Ruling>& rulings_;
  std::vector<std::string>& faults_;
};

/// Nobody without a token is welcome (PROTOCOL.md, "Names, tokens and connections").
void check_strangers(const TournamentWorld& world, std::vector<std::string>& faults) {
  for (const ToldLog::Stream& stream : world.told().streams()) {
    if (stream.address >= People::kStrangers && stream.bytes.find("\"welcome\"") != std::string::npos) {
      faults.push_back("a stranger was welcome: " + stream.bytes);
    }
  }
}

/// PROTOCOL.md ("Names, tokens and connections"). What the arbiter does may be a reason for anything.
void check_complaints(const TournamentWorld& world, std::vector<std::string>& faults) {
  for (const auto& bot : world.bots()) {
    if (!bot->complaints().empty() && world.people().rulings.empty()) {
      faults.push_back(bot->person().name + " " + bot->complaints().front());
    }
  }
}

/// The older of two connections of a bot is told `replaced`, if it is told anything before the end.
void check_replaced(const TournamentWorld& world, std::vector<std::string>& faults) {
  const std::set<std::string> told{"", "replaced", "the tournament is over"};
  const std::set<std::string> disturbed = world.people().disturbed();
  for (const auto& bot : world.bots()) {
    for (const std::string& reason : bot->older_ended()) {
      if (!told.contains(reason) && !disturbed.contains(bot->person().name)) {
        faults.push_back(bot->person().name + ": its older connection ended with: " + reason);
      }
    }
  }
}

}  // namespace

void check_people(const TournamentWorld& world, std::vector<std::string>& faults) {
  RulingsCheck(world, faults).check();
  check_strangers(world, faults);
  check_complaints(world, faults);
  check_replaced(world, faults);
}

}  // namespace world
