#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "referee/tournament/run/stored_page.h"
#include "tests/support/sample_record.h"
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
    for (const auto& [key, attempt] : world_.told().attempts()) {
      const auto seat = std::ranges::find(attempt.players, ruling.words[1]);
      const bool meanwhile =
          attempt.began > ruling.answered && (added == nullptr || attempt.latest <= added->asked);
      if (meanwhile && seat != attempt.players.end() && has_moved(key, seat - attempt.players.begin())) {
        fault(ruling, "it plays in " + key.first);
      }
    }
  }
  bool has_moved(const ToldLog::Attempts::key_type& key, std::ptrdiff_t seat) const {
    for (const std::string& line : test_support::lines_of(world_.record(key.first, key.second))) {
      const Json turn = Json::parse(line);
      if (turn.contains("given")) {
        continue;  // nobody was asked
      }
      for (const Json& answer : turn.value("answers", Json::array())) {
        if (answer.at("seat") == seat && answer.at("verdict") == "ok") {
          return true;
        }
      }
    }
    return false;
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
