#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "referee/loop/timer.h"
#include "tests/support/running_tournament.h"
#include "tests/world/dialled_bot.h"
#include "tests/world/draw.h"
#include "tests/world/network_loop.h"
#include "tests/world/told_log.h"

namespace world {

/// Who does something to a tournament beside its bots, each in one of three tournaments.
struct PeopleWho {
  bool spectators = false;
  bool strangers = false;
  bool sets_clocks = false;  ///< of the time of day
  bool arbiter = false;
  bool hand_ins = false;        ///< of launched bots, that are built and tried
  std::uint64_t newcomers = 0;  ///< who register by themselves
  /// What some of them do may be lost with the referee's process: it is not known what became of it.
  bool are_answered() const { return arbiter || hand_ins; }
};

/// What people have done to a tournament, for its checks.
struct PeoplePast {
  struct Ruling {
    std::vector<std::string> words;  ///< of the command
    ToldLog::Stage asked = 0;
    ToldLog::Stage answered = 0;
    bool done = false;  ///< the arbiter was told so
  };
  struct HandIn {
    std::string entrant;
    std::string version;  ///< its digest; of one entrant later ones are greater
    ToldLog::Stage at = 0;
  };
  std::vector<Ruling> rulings;          ///< in their order
  std::vector<HandIn> hand_ins;         ///< likewise
  ToldLog::Stage over = 0;              ///< the tournament was
  std::vector<std::string> old_tokens;  ///< that the arbiter has made invalid
  std::uint64_t strangers = 0;
  std::uint64_t clocks_set = 0;
  referee::Nanoseconds set_back{0};  ///< of the time of day, in all

  /// What commands of these names that were carried out were about: names of entrants, or matches.
  std::set<std::string> subjects(const std::vector<std::string_view>& commands) const;
  /// Entrants of whom the referee has closed a connection, or whom it has had forfeit or wait.
  std::set<std::string> disturbed() const;
  /// Matches that were cancelled or played again.
  std::set<std::string> retaken() const { return subjects({"void", "rerun"}); }
};

/// The arbiter, strangers and whoever sets the clock, at moments that are drawn, as long as one process of
/// the referee runs.
class People {
 public:
  static constexpr std::uint32_t kStrangers = 0xc6336401;  ///< 198.51.100.1, and those behind it

  /// What they do it to. All outlive them.
  struct Surroundings {
    NetworkLoop& loop;
    const referee::TournamentConfig& config;
    test_support::RunningTournament& running;
    const std::vector<std::unique_ptr<DialledBot>>& bots;
    ToldLog& log;
    /// The arbiter has let an entrant in, which has this token.
    std::function<void(const std::string& name, const std::string& token)> let_in;
  };

  People(const Surroundings& around, const PeopleWho& who, PeoplePast& past, std::uint64_t seed);
  ~People();
  People(const People&) = delete;
  People& operator=(const People&) = delete;

  /// Has the arbiter give a command.
  void ask(std::vector<std::string> words);
  /// The tournament is over: the arbiter has a match played again, which is too late.
  void ask_too_late();
  /// Nobody does anything any more.
  void stop();

 private:
  class Stranger;
  /// Somebody who does one thing after the other, at most so often.
  struct Doer {
    Doer(boost::asio::io_context& io, std::uint64_t most) : next(io), left(most) {}
    referee::Timer next;
    std::uint64_t left;
  };

  void begin(Doer& doer, void (People::*deed)());
  void rule();
  void send_stranger();
  void set_clock();
  void hand_in();
  std::vector<std::string> draw_command();
  std::string draw_name();
  std::string draw_match();
  referee::Task<> carry_out(std::vector<std::string> words);
  void follow(const std::vector<std::string>& words, const std::string& reply);

  const Surroundings around_;
  PeoplePast& past_;
  Random random_;
  Doer rules_;
  Doer strangers_;
  Doer clocks_;
  Doer hand_ins_;
  std::vector<std::unique_ptr<Stranger>> in_;  // strangers that have not left
};

}  // namespace world
