#include "referee/tournament/run/arbiter.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "protocol/messages.h"
#include "referee/base/text_table.h"
#include "referee/match/record.h"
#include "referee/tournament/run/opened_store.h"

namespace referee {
namespace {

ControlReply done(std::string text) { return {true, std::move(text)}; }
ControlReply refused(std::string text) { return {false, std::move(text)}; }

/// The words behind the first `subjects` arguments: a reason, for the standings.
std::string reason_of(const std::vector<std::string>& arguments, std::size_t subjects = 1) {
  std::string reason;
  for (std::size_t i = subjects; i < arguments.size(); ++i) {
    reason += (i > subjects ? " " : "") + arguments[i];
  }
  return reason;
}

const std::string& first_of(const std::vector<std::string>& arguments, const char* what) {
  if (arguments.empty()) {
    throw std::invalid_argument(std::string("expected ") + what);
  }
  return arguments.front();
}

MatchPlace match_of(const std::vector<std::string>& arguments) {
  const std::string& id = first_of(arguments, "a match");
  const auto place = MatchPlace::parse(id);
  if (!place) {
    throw std::invalid_argument("match '" + id + "': expected a name like r1t3g2");
  }
  return *place;
}

Entrant entrant_of(const Roster& roster, const std::vector<std::string>& arguments) {
  const std::string& name = first_of(arguments, "the name of an entrant");
  const auto entrant = roster.entrant(name);
  if (!entrant) {
    throw std::invalid_argument("no entrant '" + name + "'");
  }
  return *entrant;
}

/// "3 entrants, ann bob cyd"; of many the first names.
std::string names_text(const Roster& roster, const std::vector<Entrant>& entrants) {
  constexpr std::size_t kShown = 20;
  std::string text = std::to_string(entrants.size()) + (entrants.size() == 1 ? " entrant," : " entrants,");
  for (std::size_t i = 0; i < std::min(entrants.size(), kShown); ++i) {
    text.append(" ").append(roster.name(entrants[i]));
  }
  return text + (entrants.size() > kShown ? " ..." : "");
}

/// The argument at `index` as a number from `least` to `most`; `what` it is, for the error.
int number_in(const std::vector<std::string>& arguments, std::size_t index, const char* what, int least,
              int most) {
  int number = 0;
  const std::string text = arguments.size() > index ? arguments[index] : "";
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < least || number > most) {
    throw std::invalid_argument(std::string(what) + " '" + text + "': expected a number from " +
                                std::to_string(least) + " to " + std::to_string(most));
  }
  return number;
}

PairingRequests::Bye kind_of_bye(const std::vector<std::string>& arguments) {
  using Bye = PairingRequests::Bye;
  static constexpr std::array<std::pair<std::string_view, Bye>, 3> kKinds = {
      {{"half", Bye::half}, {"zero", Bye::zero}, {"none", Bye::none}}};
  const std::string kind = arguments.size() > 2 ? arguments[2] : "";
  const auto found = std::ranges::find(kKinds, std::string_view(kind), &decltype(kKinds)::value_type::first);
  if (found == kKinds.end()) {
    throw std::invalid_argument("bye '" + kind + "': expected half, zero or none");
  }
  return found->second;
}

}  // namespace

const std::array<Arbiter::Command, 17> Arbiter::kCommands = {{
    {"status", true, true, &Arbiter::status},
    {"add", true, true, &Arbiter::add},
    {"token", true, true, &Arbiter::renew_token},
    {"kick", true, true, &Arbiter::kick},
    {"withdraw", true, true, &Arbiter::withdraw},
    {"withdraw_matching", true, true, &Arbiter::withdraw_matching},
    {"approve", true, true, &Arbiter::approve},
    {"approve_matching", true, true, &Arbiter::approve_matching},
    {"reload", true, true, &Arbiter::reload},
    {"start", false, false, &Arbiter::start},
    {"pause", false, true, &Arbiter::pause},
    {"resume", false, true, &Arbiter::resume},
    {"bye", false, false, &Arbiter::give_bye},
    {"rounds", false, false, &Arbiter::set_rounds},
    {"void", false, true, &Arbiter::strike},
    {"rerun", false, true, &Arbiter::replay},
    {"reveal", false, false, &Arbiter::reveal},
}};

Task<ControlReply> Arbiter::handle(ControlRequest request) {
  const auto command = std::ranges::find(kCommands, std::string_view(request.command), &Command::name);
  if (command == kCommands.end()) {
    co_return refused("no command '" + request.command + "'");
  }
  const bool has_it =
      tournament_ != nullptr || (ladder_ != nullptr ? command->on_ladder : command->in_practice);
  if (!has_it) {
    co_return refused("'" + request.command + "' is for tournaments" +
                      (ladder_ != nullptr ? " of rounds: this is a ladder" : ": this is open practice"));
  }
  ControlReply reply;
  try {
    reply = co_await (this->*command->carry_out)(request.arguments);
  } catch (const std::invalid_argument& wrong) {
    co_return refused(wrong.what());
  }
  co_await context_.store.flush();
  co_return reply;
}

Task<ControlReply> Arbiter::reload(Arguments /*arguments*/) {
  co_return done("new connections use this certificate: " + context_.reload_certificate());
}

Task<ControlReply> Arbiter::start(Arguments /*arguments*/) {
  if (!tournament_->waiting()) {
    co_return refused("it is not waiting to be started");
  }
  const std::size_t least = context_.format->traits().least_entrants;
  if (tournament_->ledger().rounds() == 0 && context_.roster.size() < least) {
    co_return refused("it needs at least " + std::to_string(least) + (least == 1 ? " entrant" : " entrants") +
                      ": there are " + std::to_string(context_.roster.size()));
  }
  tournament_->start();
  co_return done(tournament_->ledger().rounds() == 0 ? "the tournament begins" : "it goes on");
}

Task<ControlReply> Arbiter::pause_ladder(bool paused) {
  if (ladder_->paused() == paused) {
    co_return refused(paused ? "it is paused already" : "it is not paused");
  }
  ladder_->pause(paused);
  co_return done(!paused
                     ? "matches begin again"
                     : "no more matches begin; " +
                           std::to_string(context_.match_scheduler.matches_running()) + " running ones end");
}

Task<ControlReply> Arbiter::pause(Arguments /*arguments*/) {
  if (ladder_ != nullptr) {
    co_return co_await pause_ladder(true);
  }
  if (tournament_->paused()) {
    co_return refused("it is paused already");
  }
  tournament_->pause(true);
  co_return done("no more matches begin; " + std::to_string(context_.match_scheduler.matches_running()) +
                 " running ones end");
}

Task<ControlReply> Arbiter::resume(Arguments /*arguments*/) {
  if (ladder_ != nullptr) {
    co_return co_await pause_ladder(false);
  }
  if (!tournament_->paused()) {
    co_return refused("it is not paused");
  }
  tournament_->pause(false);
  co_return done("matches begin again");
}

Task<ControlReply> Arbiter::withdraw(Arguments arguments) {
  const Entrant entrant = entrant_of(context_.roster, arguments);
  const std::string name = context_.roster.name(entrant);
  if (context_.roster.withdrawn(entrant) && !context_.roster.awaits_approval(entrant)) {
    co_return refused(name + " is withdrawn already");
  }
  if (tournament_ != nullptr) {
    tournament_->withdraw(entrant, reason_of(arguments));
  } else {
    context_.roster.withdraw(entrant, reason_of(arguments));
    context_.match_scheduler.withdraw(name);
    context_.changed.notify();
  }
  co_return done(name + " is withdrawn");
}

/// `withdraw --glob PATTERN`: those that are withdrawn already stay as they are.
Task<ControlReply> Arbiter::withdraw_matching(Arguments arguments) {
  const std::string& pattern = first_of(arguments, "a pattern of names, as ghost*");
  std::vector<Entrant> entrants = context_.roster.matching(pattern);
  std::erase_if(entrants, [this](Entrant entrant) {
    return context_.roster.withdrawn(entrant) && !context_.roster.awaits_approval(entrant);
  });
  if (entrants.empty()) {
    co_return refused("no entrant that plays has a name like '" + pattern + "'");
  }
  const std::string why = reason_of(arguments);
  if (tournament_ != nullptr) {
    tournament_->withdraw(entrants, pattern, why);
  } else {
    context_.roster.withdraw(entrants, pattern, why);
    for (const Entrant entrant : entrants) {
      context_.match_scheduler.withdraw(context_.roster.name(entrant));
    }
  }
  co_return done("withdrawn: " + names_text(context_.roster, entrants));
}

Task<ControlReply> Arbiter::approve(Arguments arguments) {
  const Entrant entrant = entrant_of(context_.roster, arguments);
  const std::string& name = context_.roster.name(entrant);
  if (!context_.roster.awaits_approval(entrant)) {
    co_return refused(name + " does not wait for an approval" +
                      (context_.roster.withdrawn(entrant) ? ": it is withdrawn (add lets it play)" : ""));
  }
  approve(std::vector<Entrant>{entrant});
  co_return done(name + " is approved");
}

Task<ControlReply> Arbiter::approve_matching(Arguments arguments) {
  const std::string& pattern = first_of(arguments, "a pattern of names, as *");
  std::vector<Entrant> entrants = context_.roster.matching(pattern);
  std::erase_if(entrants, [this](Entrant entrant) { return !context_.roster.awaits_approval(entrant); });
  if (entrants.empty()) {
    co_return refused("no entrant that waits for an approval has a name like '" + pattern + "'");
  }
  approve(entrants);
  co_return done("approved: " + names_text(context_.roster, entrants));
}

void Arbiter::approve(const std::vector<Entrant>& entrants) {
  context_.roster.approve(entrants);
  for (const Entrant entrant : entrants) {
    const auto& player = context_.roster.player(entrant);
    if (player->connected() && !player->playing()) {
      player->send(protocol::wait_line(context_.roster.waiting_for(*player)));
    }
  }
  context_.changed.notify();
}

Task<ControlReply> Arbiter::give_bye(Arguments arguments) {
  const std::optional<int> bye_rounds = context_.format->traits().bye_rounds;
  if (!bye_rounds) {
    co_return refused("byes are given in a swiss only");
  }
  const Entrant entrant = entrant_of(context_.roster, arguments);
  const int round = number_in(arguments, 1, "round", 1, *bye_rounds);
  const PairingRequests::Bye bye = kind_of_bye(arguments);
  constexpr std::size_t kSubjects = 3;
  const std::string in_round = " in round " + std::to_string(round);
  if (round <= tournament_->rounds_paired()) {
    co_return refused("round " + std::to_string(round) + " has been paired already");
  }
  const std::string& name = context_.roster.name(entrant);
  if (!tournament_->give_bye(entrant, round, bye, reason_of(arguments, kSubjects))) {
    co_return refused(bye == PairingRequests::Bye::none
                          ? name + " has not asked for a bye" + in_round
                          : name + " has a " + std::string(name_of(bye)) + in_round + " already");
  }
  co_return done(bye == PairingRequests::Bye::none ? name + " is paired" + in_round
                                                   : name + " has a " + std::string(name_of(bye)) + in_round);
}

Task<ControlReply> Arbiter::set_rounds(Arguments arguments) {
  const std::optional<int> now = context_.format->own_rounds();
  if (!now) {
    co_return refused("only the rounds of a swiss can be set");
  }
  const int paired = tournament_->rounds_paired();
  if (tournament_->finished() || paired > *now) {
    co_return refused(tournament_->finished() ? "the tournament is over" : "its final has begun");
  }
  const int rounds = number_in(arguments, 0, "rounds", std::max(1, paired), TournamentFormat::kMostRounds);
  if (rounds == *now) {
    co_return refused("it has " + std::to_string(rounds) + (rounds == 1 ? " round" : " rounds") + " already");
  }
  tournament_->set_rounds(rounds, reason_of(arguments));
  co_return done(std::to_string(rounds) + (rounds == 1 ? " round" : " rounds") + ", instead of " +
                 std::to_string(*now));
}

Task<ControlReply> Arbiter::add(Arguments arguments) {
  const std::string& name = first_of(arguments, "a name");
  if (const auto known = context_.roster.entrant(name)) {
    if (!context_.roster.withdrawn(*known)) {
      co_return refused(context_.roster.name(*known) + " is an entrant already");
    }
    context_.roster.reinstate(*known, "the arbiter has let it in again");
    context_.changed.notify();
    co_return done(context_.roster.name(*known) + " plays again");
  }
  const std::string token = context_.roster.add(name);
  co_return done(name + " may dial in. Its token, shown only now: " + token);
}

Task<ControlReply> Arbiter::renew_token(Arguments arguments) {
  const Entrant entrant = entrant_of(context_.roster, arguments);
  const std::string& name = context_.roster.name(entrant);
  if (context_.roster.player(entrant) == nullptr) {
    co_return refused(name + " needs no token: it is launched here");
  }
  co_return done(name + "'s new token, shown only now: " + context_.roster.renew_token(entrant));
}

Task<ControlReply> Arbiter::kick(Arguments arguments) {
  const Entrant entrant = entrant_of(context_.roster, arguments);
  const std::string& name = context_.roster.name(entrant);
  const auto& player = context_.roster.player(entrant);
  if (player == nullptr || !player->connected()) {
    co_return refused(name + " has no connection" + (player == nullptr ? ": it is launched here" : ""));
  }
  const std::string reason = reason_of(arguments);
  player->kick(because("kicked by the arbiter", reason));
  context_.changes.add(because(name + "'s connection was closed by the arbiter", reason));
  co_return done(name + "'s connection is closed; it may come back");
}

Task<ControlReply> Arbiter::strike(Arguments arguments) {
  if (ladder_ != nullptr) {
    const MatchPlace place = match_of(arguments);
    const bool struck = co_await ladder_->strike(place, reason_of(arguments));
    co_return struck
        ? done("match " + place.id() + " counts for nobody")
        : refused("match " + place.id() + " is not one that is over, counts, and has its record (key keep)");
  }
  const MatchPlace place = match_that_may_change(arguments);
  if (tournament_->replays_struck(place)) {
    co_return co_await replay(arguments);
  }
  const std::string match = "match " + place.id();
  const bool struck = co_await tournament_->strike(place, reason_of(arguments));
  co_return struck ? done(match + " counts for nobody")
                   : refused(match + " is not one that is over and counts (a running one: rerun)");
}

Task<ControlReply> Arbiter::replay(Arguments arguments) {
  if (ladder_ != nullptr) {
    const MatchPlace place = match_of(arguments);
    co_return ladder_->replay(place, reason_of(arguments))
        ? done("match " + place.id() + " is played again")
        : refused("match " + place.id() + " is not running: on a ladder, void takes out one that is over");
  }
  const MatchPlace place = match_that_may_change(arguments);
  const std::string match = "match " + place.id();
  const bool again = co_await tournament_->replay(place, reason_of(arguments));
  co_return again
      ? done(match + " is played again")
      : refused(tournament_->finished() ? "the tournament is over" : match + " has not been played");
}

/// The store has the freeze of this start: what reads it later, or beside the referee, shows the same.
Task<ControlReply> Arbiter::reveal(Arguments /*arguments*/) {
  const int rounds = context_.config.web.freeze_rounds;
  if (rounds == 0) {
    co_return refused("no results are held back: the tournament file has no web.freeze_rounds");
  }
  if (context_.revealed) {
    co_return refused("the results are shown already");
  }
  context_.revealed = true;
  context_.store.post({store_write::SetMeta{meta_key::kRevealed, utc_now_text()}});
  const std::string which = rounds == 1 ? "the last round" : "the last " + std::to_string(rounds) + " rounds";
  context_.changes.add("the arbiter has revealed the results of " + which);
  co_return done("the results of " + which + " are shown");
}

MatchPlace Arbiter::match_that_may_change(const Arguments& arguments) const {
  const MatchPlace place = match_of(arguments);
  if (const std::string why = tournament_->why_result_stands(place); !why.empty()) {
    throw std::invalid_argument("match " + place.id() + " stands as it is: " + why);
  }
  return place;
}

// ---- status ----

std::string Arbiter::progress_text() const {
  if (ladder_ != nullptr) {
    const std::optional<int> all = ladder_->terms().matches;
    return "ladder, " + std::to_string(ladder_->table().matches()) +
           (all ? " of " + std::to_string(*all) : "") + " matches played" + ladder_->block_text() +
           (ladder_->terms().until ? ", until " + *ladder_->terms().until : "") +
           (ladder_->finished() ? ", over" : "") + (ladder_->paused() ? ", paused" : "") +
           (ladder_->halted().empty() ? "" : " by the referee: " + ladder_->halted());
  }
  if (tournament_ == nullptr) {
    return "";
  }
  const int round = tournament_->ledger().rounds();
  std::string text = "round " + std::to_string(round) + " of " + std::to_string(tournament_->rounds()) +
                     ", " + std::to_string(tournament_->matches_played()) + " matches played";
  text += tournament_->finished() ? ", over" : "";
  text += tournament_->paused() ? ", paused" : "";
  text += tournament_->halted().empty() ? "" : " by the referee: " + tournament_->halted();
  text += !tournament_->waiting() ? ""
          : round == 0            ? ", starts " + tournament_->start_text()
                                  : ", waits for the arbiter (referee ctl start)";
  return text;
}

std::string Arbiter::headline() const {
  const std::string progress = progress_text();
  return (progress.empty() ? "practice" : progress) + ", " +
         std::to_string(context_.match_scheduler.matches_running()) + " running";
}

Task<ControlReply> Arbiter::status(Arguments /*arguments*/) {
  std::string text = context_.config.name + "\n";
  const std::string progress = progress_text();
  text += progress.empty() ? "" : progress + "\n";
  text += registration_text();
  text += context_.web_address.empty() ? "" : "watch: " + context_.web_address + "\n";
  const auto running = context_.match_scheduler.running_matches();
  text += "running:";
  for (const std::string& match : running) {
    text += " " + match;
  }
  co_return done(text + (running.empty() ? " nothing\n" : "\n") + entrants_text());
}

/// A line on the registration where it is open; the only place, beside its file, that shows the code.
std::string Arbiter::registration_text() const {
  const Registration& registration = context_.roster.registration();
  if (!registration.open()) {
    return "";
  }
  std::string text = "registration is open";
  if (!registration.code().empty()) {
    text.append(", code ").append(registration.code());
  }
  if (registration.approval()) {
    std::size_t waiting = 0;
    for (Entrant entrant = 0; entrant < context_.roster.size(); ++entrant) {
      waiting += context_.roster.awaits_approval(entrant) ? 1 : 0;
    }
    text.append(", ").append(std::to_string(waiting)).append(" to be approved");
  }
  return text + "\n";
}

/// The byes to come, as ", half-point bye in round 3".
std::string Arbiter::byes_text(Entrant entrant) const {
  std::string text;
  const std::optional<int> bye_rounds = context_.format->traits().bye_rounds;
  if (tournament_ == nullptr || !bye_rounds) {
    return text;
  }
  const std::string name = protocol::folded_name(context_.roster.name(entrant));
  for (int round = tournament_->rounds_paired() + 1; round <= *bye_rounds; ++round) {
    const auto bye = tournament_->requests().bye(name, round);
    if (bye != PairingRequests::Bye::none) {
      text.append(", ").append(name_of(bye)).append(" in round ").append(std::to_string(round));
    }
  }
  return text;
}

std::string Arbiter::entrants_text() const {
  TextTable table({"entrant", "connection", "plays"}, 3);
  for (Entrant entrant = 0; entrant < context_.roster.size(); ++entrant) {
    const Roster& roster = context_.roster;
    const char* here = roster.here(entrant) ? "here" : "away";
    table.add({roster.name(entrant), roster.launched(entrant) ? "launched" : here,
               roster.awaits_approval(entrant) ? "to be approved"
               : roster.withdrawn(entrant)     ? "withdrawn"
                                               : "yes" + byes_text(entrant)});
  }
  std::string text = table.text();
  text.pop_back();  // the last newline: the reply is printed with one
  return text;
}

}  // namespace referee
