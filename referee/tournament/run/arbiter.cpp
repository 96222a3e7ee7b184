#include "referee/tournament/run/arbiter.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "referee/base/text.h"
#include "referee/base/text_table.h"
#include "referee/record/record.h"
#include "referee/tournament/formats/tournament_format.h"
#include "referee/tournament/pairing/pairing_system.h"
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
  const std::string& id = first_of(arguments, "a game, such as r1t3g2");
  const auto place = MatchPlace::parse(id);
  if (!place) {
    throw std::invalid_argument("match '" + id + "': expected a game like r1t3g2 (round 1, table 3, game 2)");
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
  std::string text = counted(entrants.size(), "entrant") + ",";
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
    {"status", &Arbiter::status},
    {"add", &Arbiter::add},
    {"token", &Arbiter::renew_token},
    {"kick", &Arbiter::kick},
    {"withdraw", &Arbiter::withdraw},
    {"withdraw_matching", &Arbiter::withdraw_matching},
    {"approve", &Arbiter::approve},
    {"approve_matching", &Arbiter::approve_matching},
    {"reload", &Arbiter::reload},
    {"start", &Arbiter::start},
    {"pause", &Arbiter::pause},
    {"resume", &Arbiter::resume},
    {"bye", &Arbiter::give_bye},
    {"rounds", &Arbiter::set_rounds},
    {"void", &Arbiter::strike},
    {"rerun", &Arbiter::replay},
    {"reveal", &Arbiter::reveal},
}};

Arbiter::Arbiter(const Surroundings& around, const StoreContent& content, TournamentRunner& runner)
    : around_(around),
      runner_(runner),
      revealed_(content.meta.contains(meta_key::kRevealed)),
      revealed_from_(content.meta.contains(meta_key::kRevealedFrom)
                         ? std::stoi(content.meta.at(meta_key::kRevealedFrom))
                         : 0) {}

Task<ControlReply> Arbiter::handle(ControlRequest request) {
  const auto command = std::ranges::find(kCommands, std::string_view(request.command), &Command::name);
  if (command == kCommands.end()) {
    co_return refused("no command '" + request.command + "'");
  }
  const std::size_t noted = around_.changes.all().size();
  ControlReply reply;
  try {
    reply = co_await (this->*command->carry_out)(request.arguments);
  } catch (const std::invalid_argument& wrong) {
    co_return refused(wrong.what());
  }
  co_await around_.store.flush();
  if (around_.changes.all().size() > noted) {
    runner_.ruled();
  }
  co_return reply;
}

Task<ControlReply> Arbiter::reload(Arguments /*arguments*/) {
  co_return done("new connections use this certificate: " + around_.connections.reload_certificate());
}

Task<ControlReply> Arbiter::start(Arguments /*arguments*/) { co_return runner_.start(); }

Task<ControlReply> Arbiter::pause(Arguments /*arguments*/) {
  if (runner_.paused()) {
    co_return refused("it is paused already");
  }
  runner_.pause(true);
  co_return done("paused: no new game begins; " + std::to_string(around_.match_scheduler.matches_running()) +
                 " running ones are played to the end");
}

Task<ControlReply> Arbiter::resume(Arguments /*arguments*/) {
  if (!runner_.paused()) {
    co_return refused("it is not paused");
  }
  runner_.pause(false);
  co_return done("games begin again");
}

Task<ControlReply> Arbiter::withdraw(Arguments arguments) {
  const Entrant entrant = entrant_of(around_.roster, arguments);
  const std::string name = around_.roster.name(entrant);
  if (around_.roster.withdrawn(entrant) && !around_.roster.awaits_approval(entrant)) {
    co_return refused(name + " is withdrawn already");
  }
  runner_.withdraw(entrant, reason_of(arguments));
  co_return done(name + " is withdrawn");
}

/// `withdraw --glob PATTERN`: those that are withdrawn already stay as they are.
Task<ControlReply> Arbiter::withdraw_matching(Arguments arguments) {
  const std::string& pattern = first_of(arguments, "a pattern of names, as ghost*");
  std::vector<Entrant> entrants = around_.roster.matching(pattern);
  std::erase_if(entrants, [this](Entrant entrant) {
    return around_.roster.withdrawn(entrant) && !around_.roster.awaits_approval(entrant);
  });
  if (entrants.empty()) {
    co_return refused("no entrant in play has a name like '" + pattern + "'");
  }
  runner_.withdraw(entrants, pattern, reason_of(arguments));
  co_return done("withdrawn: " + names_text(around_.roster, entrants));
}

Task<ControlReply> Arbiter::approve(Arguments arguments) {
  const Entrant entrant = entrant_of(around_.roster, arguments);
  const std::string& name = around_.roster.name(entrant);
  if (!around_.roster.awaits_approval(entrant)) {
    co_return refused(name + " does not wait for approval" +
                      (around_.roster.withdrawn(entrant) ? ": it is withdrawn (ctl add lets it play)" : ""));
  }
  approve(std::vector<Entrant>{entrant});
  co_return done(name + " is approved");
}

Task<ControlReply> Arbiter::approve_matching(Arguments arguments) {
  const std::string& pattern = first_of(arguments, "a pattern of names, as *");
  std::vector<Entrant> entrants = around_.roster.matching(pattern);
  std::erase_if(entrants, [this](Entrant entrant) { return !around_.roster.awaits_approval(entrant); });
  if (entrants.empty()) {
    co_return refused("no entrant that waits for approval has a name like '" + pattern + "'");
  }
  approve(entrants);
  co_return done("approved: " + names_text(around_.roster, entrants));
}

void Arbiter::approve(const std::vector<Entrant>& entrants) {
  around_.roster.approve(entrants);
  for (const Entrant entrant : entrants) {
    runner_.say_wait(entrant);
  }
  runner_.wake();
}

Task<ControlReply> Arbiter::give_bye(Arguments arguments) {
  const Entrant entrant = entrant_of(around_.roster, arguments);
  const int last = runner_.format().traits().bye_rounds.value_or(TournamentFormat::kMostRounds);
  const int round = number_in(arguments, 1, "round", 1, last);
  constexpr std::size_t kSubjects = 3;
  co_return runner_.give_bye(entrant, round, kind_of_bye(arguments), reason_of(arguments, kSubjects));
}

Task<ControlReply> Arbiter::set_rounds(Arguments arguments) {
  const int rounds = number_in(arguments, 0, "rounds", 1, TournamentFormat::kMostRounds);
  co_return runner_.set_rounds(rounds, reason_of(arguments));
}

Task<ControlReply> Arbiter::add(Arguments arguments) {
  const std::string& name = first_of(arguments, "a name");
  if (const auto known = around_.roster.entrant(name)) {
    if (!around_.roster.withdrawn(*known)) {
      co_return refused(around_.roster.name(*known) + " is an entrant already");
    }
    around_.roster.reinstate(*known, "the arbiter has let it in again");
    runner_.wake();
    co_return done(around_.roster.name(*known) + " plays again");
  }
  const std::string token = around_.roster.add(name);
  co_return done(name + " may dial in. Its token, shown only now: " + token);
}

Task<ControlReply> Arbiter::renew_token(Arguments arguments) {
  const Entrant entrant = entrant_of(around_.roster, arguments);
  const std::string& name = around_.roster.name(entrant);
  if (around_.roster.player(entrant) == nullptr) {
    co_return refused(name + " needs no token: the referee starts its bot");
  }
  co_return done(name + "'s new token, shown only now: " + around_.roster.renew_token(entrant));
}

Task<ControlReply> Arbiter::kick(Arguments arguments) {
  const Entrant entrant = entrant_of(around_.roster, arguments);
  const std::string& name = around_.roster.name(entrant);
  const auto& player = around_.roster.player(entrant);
  if (player == nullptr || !player->connected()) {
    co_return refused(name + " has no connection" +
                      (player == nullptr ? ": the referee starts its bot" : ""));
  }
  const std::string reason = reason_of(arguments);
  player->kick(because("kicked by the arbiter", reason));
  around_.changes.add(because(name + "'s connection was closed by the arbiter", reason));
  co_return done(name + "'s connection is closed; it may come back");
}

Task<ControlReply> Arbiter::strike(Arguments arguments) {
  ControlReply reply = co_await runner_.strike(match_of(arguments), reason_of(arguments));
  co_return reply;
}

Task<ControlReply> Arbiter::replay(Arguments arguments) {
  ControlReply reply = co_await runner_.replay(match_of(arguments), reason_of(arguments));
  co_return reply;
}

/// Whether the standings are final: the tournament is over, or it waits for the arbiter after its last round.
static bool is_played_out(const StandingsPage& page) {
  const std::vector<History::Round>& rounds = page.history.rounds;
  if (page.finished || rounds.empty() || page.format->ladder() != nullptr) {
    return page.finished;
  }
  constexpr std::uint64_t kAnySeed = 0;  // whether a round follows depends on no seed
  return is_decided(page.rules(), rounds.back()) &&
         page.format->pairing_system(kAnySeed)->pair(page.history).empty();
}

/// "the last 2 rounds": those of WebSpec::freeze_rounds.
static std::string frozen_rounds_text(int rounds) {
  return rounds == 1 ? "the last round" : "the last " + std::to_string(rounds) + " rounds";
}

/// The store has the freeze of this start: what reads it later, or beside the referee, shows the same.
Task<ControlReply> Arbiter::reveal(Arguments arguments) {
  const int rounds = around_.config.web.freeze_rounds;
  if (!arguments.empty() && arguments.front() != "next") {
    throw std::invalid_argument("reveal: got '" + arguments.front() + "', expected nothing or next");
  }
  if (rounds == 0) {
    co_return refused("no results are held back: the tournament file has no web.freeze_rounds");
  }
  if (revealed_) {
    co_return refused("the results are shown already");
  }
  if (!arguments.empty()) {
    co_return reveal_next();
  }
  reveal_all();
  co_return done("the results of " + frozen_rounds_text(rounds) + " are shown");
}

void Arbiter::reveal_all() {
  revealed_ = true;
  around_.store.post({store_write::SetMeta{meta_key::kRevealed, utc_text(around_.clock.utc())}});
  around_.changes.add("the arbiter has revealed the results of " +
                      frozen_rounds_text(around_.config.web.freeze_rounds));
}

/// Reveals the next better place of the final standings, with all that share it, from the last one that
/// WebSpec::places lets spectators see. With the first place all is told: then all results are shown.
ControlReply Arbiter::reveal_next() {
  const StandingsPage page = runner_.page();
  if (!is_played_out(page)) {
    return refused(
        "the tournament is not over: places are revealed one by one once all rounds are played. "
        "'referee ctl reveal' shows all results at once");
  }
  const int shown = around_.config.web.places;
  const int before = revealed_from_ == 0 && shown > 0 ? shown + 1 : revealed_from_;
  int place = 0;
  for (const StandingsRow& row : page.rows) {
    place = !row.staff && (before == 0 || row.rank < before) ? row.rank : place;
  }
  std::string names;
  for (const StandingsRow& row : page.rows) {
    names += row.rank == place && !row.staff ? (names.empty() ? "" : ", ") + row.name : "";
  }
  revealed_from_ = place;
  around_.store.post({store_write::SetMeta{meta_key::kRevealedFrom, std::to_string(place)}});
  const std::string text = "place " + std::to_string(place) + ": " + names;
  if (place > page.rows.front().rank) {
    return done(text);
  }
  reveal_all();
  return done(text + ". All results are shown");
}

// ---- status ----

std::string Arbiter::headline() const {
  const std::string progress = runner_.progress_text();
  return (progress.empty() ? "practice" : progress) + ", " +
         std::to_string(around_.match_scheduler.matches_running()) + " running";
}

Task<ControlReply> Arbiter::status(Arguments arguments) {
  if (!arguments.empty()) {
    if (arguments.front() != "json") {
      throw std::invalid_argument("status: got '" + arguments.front() + "', expected nothing or json");
    }
    co_return done(protocol::dump(status_json()));
  }
  std::string text = around_.config.name + "\n";
  const std::string progress = runner_.progress_text();
  text += progress.empty() ? "" : progress + "\n";
  text += registration_text();
  text += web_address_.empty() ? "" : "watch: " + web_address_ + "\n";
  const auto running = around_.match_scheduler.running_matches();
  text += "running:";
  for (const std::string& match : running) {
    text += " " + match;
  }
  co_return done(text + (running.empty() ? " nothing\n" : "\n") + entrants_text());
}

/// What status() says, for programs.
protocol::Json Arbiter::status_json() const {
  const auto text_or_null = [](const std::string& text) {
    return text.empty() ? protocol::Json() : protocol::Json(text);
  };
  const Roster& roster = around_.roster;
  protocol::Json entrants = protocol::Json::array();
  std::size_t waiting = 0;
  for (Entrant entrant = 0; entrant < roster.size(); ++entrant) {
    waiting += roster.awaits_approval(entrant) ? 1 : 0;
    entrants.push_back({{"name", roster.name(entrant)},
                        {"launched", roster.launched(entrant)},
                        {"here", roster.here(entrant)},
                        {"awaits_approval", roster.awaits_approval(entrant)},
                        {"withdrawn", roster.withdrawn(entrant)}});
  }
  return {{"tournament", around_.config.name},
          {"progress", text_or_null(runner_.progress_text())},
          {"watch", text_or_null(web_address_)},
          {"registration",
           {{"open", roster.registration().open()},
            {"code", text_or_null(roster.registration().code())},
            {"to_be_approved", waiting}}},
          {"running", around_.match_scheduler.running_matches()},
          {"entrants", std::move(entrants)}};
}

/// A line on the registration where it is open, with its code.
std::string Arbiter::registration_text() const {
  const Registration& registration = around_.roster.registration();
  if (!registration.open()) {
    return "";
  }
  std::string text = "registration is open";
  if (!registration.code().empty()) {
    text.append(", code ").append(registration.code());
  }
  if (registration.approval()) {
    std::size_t waiting = 0;
    for (Entrant entrant = 0; entrant < around_.roster.size(); ++entrant) {
      waiting += around_.roster.awaits_approval(entrant) ? 1 : 0;
    }
    text.append(", ").append(std::to_string(waiting)).append(" to be approved");
  }
  return text + "\n";
}

std::string Arbiter::entrants_text() const {
  TextTable table({"entrant", "connection", "plays"}, 3);
  for (Entrant entrant = 0; entrant < around_.roster.size(); ++entrant) {
    const Roster& roster = around_.roster;
    const char* here = roster.here(entrant) ? "here" : "away";
    table.add({roster.name(entrant), roster.launched(entrant) ? "launched" : here,
               roster.awaits_approval(entrant) ? "to be approved"
               : roster.withdrawn(entrant)     ? "withdrawn: " + roster.why_withdrawn(entrant)
                                               : "yes" + runner_.byes_text(entrant)});
  }
  std::string text = table.text();
  text.pop_back();  // the last newline: the reply is printed with one
  return text;
}

}  // namespace referee
