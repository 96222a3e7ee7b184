#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/world/checks.h"

namespace world {
namespace {

using namespace std::chrono_literals;
using referee::Nanoseconds;
using referee::TimePoint;
using Ruling = PeoplePast::Ruling;
using Stage = ToldLog::Stage;

constexpr Nanoseconds kSoon = 1s;  // commits, and the way of a few lines
constexpr Stage kNever = std::numeric_limits<Stage>::max();
constexpr std::string_view kCalled = " is called\"";

/// A line that a bot was told.
struct Told {
  Stage stage = 0;
  TimePoint at;
};

/// Who is waited for, who is called, and who is withdrawn.
class Attendance {
 public:
  Attendance(const TournamentWorld& world, std::vector<std::string>& faults)
      : world_(world), config_(world.config()), rulings_(world.people().rulings), faults_(faults) {
    std::map<std::uint32_t, const DialledBot*> by_address;
    for (const auto& bot : world.bots()) {
      bots_[bot->person().name] = bot.get();
      by_address[bot->person().address] = bot.get();
    }
    for (const ToldLog::Stream& stream : world.told().streams()) {
      if (const auto bot = by_address.find(stream.address); bot != by_address.end()) {
        read(stream, bot->second->person().name);
      }
    }
  }

  void check() {
    for (const auto& [key, attempt] : world_.told().attempts()) {
      check_waiting(key, attempt);
    }
    check_pauses();
    if (!world_.was_disturbed()) {
      check_withdrawals();
    }
    if (config_.format->ladder() == nullptr) {
      const std::map<int, Stage> rounds = begins();
      const bool waits = config_.between_rounds == referee::BetweenRounds::manual;
      if (!rounds.empty() &&
          !world_.was_disturbed()) {  // else somebody may not have heard that it was welcome
        check_start(rounds.begin()->second, waits);
      }
      if (waits && world_.people().retaken().empty()) {
        check_rounds(rounds);
      }
    }
  }

 private:
  void read(const ToldLog::Stream& stream, const std::string& name) {
    const auto told = [&](std::size_t at) {
      const ToldLog::Stream::Piece& piece = stream.piece_of(at);
      return Told{piece.stage, piece.at};
    };
    const std::string_view bytes = stream.bytes;
    if (const std::size_t at = bytes.find(R"("type":"welcome")"); at != std::string_view::npos) {
      welcomes_[name].push_back(told(at));
    }
    for (std::size_t at = bytes.find(kCalled); at != std::string_view::npos;
         at = bytes.find(kCalled, at + 1)) {
      const std::size_t begin = bytes.rfind(' ', at - 1) + 1;
      calls_[stream.bytes.substr(begin, at - begin)].emplace(told(at).stage, told(at).at);
    }
  }

  /// It dials in, and its connections are its own doing alone.
  bool dials(const std::string& name) const {
    const auto bot = bots_.find(name);
    return bot != bots_.end() && !bot->second->person().program &&
           !world_.people().disturbed().contains(name);
  }
  /// Whether it is welcomed in that time.
  bool comes(const std::string& name, TimePoint after, TimePoint until) const {
    const auto told = welcomes_.find(name);
    return told != welcomes_.end() && std::ranges::any_of(told->second, [&](const Told& one) {
             return one.at > after && one.at <= until;
           });
  }

  // ---- one game ----

  /// Tournaments 4.1: it waits for its players for `no_show_ms`, and for them to get ready. Who leaves
  /// meanwhile has that time again.
  void check_waiting(const ToldLog::Attempts::key_type& key, const ToldLog::Attempt& attempt) {
    const std::map<Stage, TimePoint>& calls = calls_[key.first];
    const auto after = calls.lower_bound(attempt.began);
    const bool all_dial =
        std::ranges::all_of(attempt.players, [this](const std::string& name) { return dials(name); });
    if (after == calls.begin() || !all_dial || world_.was_disturbed()) {
      return;
    }
    const auto before = world_.told().attempts().find({key.first, key.second - 1});
    if (before != world_.told().attempts().end() && before->second.latest >= std::prev(after)->first) {
      return;  // nobody was there when this attempt was called
    }
    const Nanoseconds waited = attempt.began_at - std::prev(after)->second;
    const Nanoseconds most =
        2 * Nanoseconds(config_.no_show) + referee::Milliseconds(config_.clock.init_ms) + kSoon;
    if (waited > most) {
      faults_.push_back(key.first + " has waited for " + std::to_string(waited / 1ms) + " ms");
    }
  }

  // ---- the arbiter ----

  /// Until when a ruling holds: one of `ends` on its subject.
  Stage end_of(const Ruling& ruling, std::string_view ends) const {
    Stage end = kNever;
    for (const Ruling& later : rulings_) {
      const bool same =
          later.words[0] == ends && (later.words.size() < 2 || later.words[1] == ruling.words[1]);
      end = same && later.done && later.answered > ruling.asked ? std::min(end, later.asked) : end;
    }
    return end;
  }

  /// Tournaments 7.4: no game begins. One that was called before may.
  void check_pauses() {
    for (const Ruling& ruling : rulings_) {
      const Stage resumed = end_of(ruling, "resume");
      for (const auto& [match, calls] : calls_) {
        const Stage called = calls.empty() ? 0 : calls.begin()->first;
        if (ruling.done && ruling.words[0] == "pause" && called >= ruling.answered && called < resumed) {
          faults_.push_back(match + " is called during a pause");
        }
      }
    }
  }

  /// Tournaments 4.5: whoever is absent from two games in a row, and from no fewer, is withdrawn, unless it
  /// has come since.
  void check_withdrawals() {
    std::map<std::string, std::map<Stage, const ToldLog::Attempt*>> games;
    for (const auto& [key, attempt] : world_.told().attempts()) {
      for (const std::string& name : attempt.players) {
        if (attempt.counted && attempt.ended && !config_.format->traits().open_practice) {
          games[name].emplace(*attempt.ended, &attempt);
        }
      }
    }
    for (const auto& [name, played] : games) {
      if (bots_.contains(name) && !world_.people().disturbed().contains(name)) {
        check_withdrawals(name, played);
      }
    }
  }
  void check_withdrawals(const std::string& name, const std::map<Stage, const ToldLog::Attempt*>& games) {
    const ToldLog::Attempt* missed = nullptr;
    bool twice = false;
    bool surely = false;
    for (const auto& [stage, game] : games) {
      const auto seat =
          static_cast<std::size_t>(std::ranges::find(game->players, name) - game->players.begin());
      const bool absent = game->absent.contains(seat);
      twice |= absent && missed != nullptr;
      surely |= absent && missed != nullptr && !comes(name, missed->began_at, game->ended_at);
      missed = absent ? game : nullptr;
    }
    const bool noted =
        std::ranges::any_of(world_.content().changes, [&](const referee::StoredChange& change) {
          return change.text.starts_with(name + " is withdrawn: it was absent");
        });
    if ((noted && !twice) || (surely && !noted)) {
      faults_.push_back(name + (noted ? " is withdrawn without two absences in a row"
                                      : " is absent twice and not withdrawn"));
    }
  }

  // ---- rounds ----

  /// When the first game of each round has begun.
  std::map<int, Stage> begins() const {
    std::map<int, Stage> first;
    for (const auto& [key, attempt] : world_.told().attempts()) {
      Stage& known = first.try_emplace(std::stoi(key.first.substr(1)), kNever).first->second;
      known = std::min(known, attempt.began);
    }
    return first;
  }
  bool is_started(Stage after, Stage before) const {
    return std::ranges::any_of(rulings_, [&](const Ruling& ruling) {
      return ruling.done && ruling.words[0] == "start" && ruling.answered > after && ruling.asked < before;
    });
  }
  /// Whether it has a bye in round 1, or was withdrawn by then, or may have been.
  bool is_excused(const std::string& name, Stage begin) const {
    const auto entrant = std::ranges::find(config_.entrants, name, &referee::EntrantSpec::name);
    return (entrant != config_.entrants.end() && entrant->byes.contains(1)) ||
           std::ranges::any_of(rulings_, [&](const Ruling& ruling) {
             const bool is_bye = ruling.words[0] == "bye" && ruling.words[2] == "1";
             return (is_bye || ruling.words[0] == "withdraw") && ruling.words[1] == name &&
                    ruling.asked < begin;
           });
  }

  /// Tournaments 1.5, 1.6.
  void check_start(Stage begin, bool waits) {
    for (const Ruling& ruling : rulings_) {
      if (ruling.done && ruling.words[0] == "start" && ruling.asked > begin && !waits) {
        faults_.push_back("the arbiter has started what goes on");
      }
    }
    if (is_started(0, begin)) {
      return;
    }
    if (config_.start.when == referee::StartSpec::When::manual) {
      faults_.push_back("play has begun, and nobody has started it");
      return;
    }
    std::size_t entrants = config_.entrants.size();
    for (const Ruling& ruling : rulings_) {
      if (ruling.done && ruling.asked < begin) {
        entrants += ruling.words[0] == "add" && ruling.words[1].starts_with("guest") ? 1 : 0;
      }
    }
    for (const auto& bot : world_.bots()) {
      const std::string& name = bot->person().name;
      const bool listed = std::ranges::count(config_.entrants, name, &referee::EntrantSpec::name) > 0;
      const auto welcomes = welcomes_.find(name);
      const bool came = welcomes != welcomes_.end() && welcomes->second.front().stage <= begin;
      entrants += !listed && came && !name.starts_with("guest") ? 1 : 0;
      const bool excused = is_excused(name, begin) || !listed || bot->person().program;
      if (!came && !excused) {
        faults_.push_back("play has begun without " + name);
      }
    }
    if (entrants < config_.start.min_entrants) {
      faults_.push_back("play has begun with " + std::to_string(entrants) + " entrants");
    }
  }

  /// Tournaments 7.4: each round waits for a start of its own.
  void check_rounds(const std::map<int, Stage>& begins) {
    for (const auto& [round, begin] : begins) {
      Stage end = 0;  // of the last game before
      for (const auto& [key, attempt] : world_.told().attempts()) {
        end = attempt.ended && *attempt.ended < begin ? std::max(end, *attempt.ended) : end;
      }
      if (round > 1 && !is_started(end, begin)) {
        faults_.push_back("round " + std::to_string(round) + " has begun, and nobody has started it");
      }
    }
  }

  const TournamentWorld& world_;
  const referee::TournamentConfig& config_;
  const std::vector<Ruling>& rulings_;
  std::vector<std::string>& faults_;
  std::map<std::string, const DialledBot*> bots_;
  std::map<std::string, std::vector<Told>> welcomes_;        // by bot, in their order
  std::map<std::string, std::map<Stage, TimePoint>> calls_;  // by match
};

}  // namespace

void check_attendance(const TournamentWorld& world, std::vector<std::string>& faults) {
  if (!world.config().workers) {
    Attendance(world, faults).check();
  }
}

}  // namespace world
