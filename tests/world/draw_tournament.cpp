#include "tests/world/draw_tournament.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "referee/tournament/formats/format_table.h"
#include "tests/support/tournament_fixture.h"
#include "tests/world/draw_launched.h"
#include "tests/world/telling_game.h"

namespace world {

using referee::ClockKind;
using referee::Milliseconds;
using referee::Nanoseconds;

namespace {

constexpr std::uint64_t kMostGames = 400;
constexpr std::uint64_t kMostEntrants = 60;
constexpr std::uint64_t kMostRounds = 9;
constexpr std::uint64_t kMostNewcomers = 5;
constexpr Nanoseconds kLongestLag = std::chrono::milliseconds(20);
constexpr std::uint32_t kFirstAddress = 0xc0000201;  // 192.0.2.1: for documentation

std::uint64_t between(Random& random, std::uint64_t least, std::uint64_t most) {
  return most <= least ? least : least + draw(random, most - least + 1);
}

bool one_in(Random& random, std::uint64_t n) { return draw(random, n) == 0; }

// ---- the game ----

struct DrawnGame {
  const engines::Entry* game;
  Json options;
};

/// Small boards, so that games end soon.
DrawnGame draw_game(Random& random) {
  static const std::array<std::pair<std::string, std::string>, 16> kGames{{
      {"walls", R"({"n":3})"},
      {"walls", R"({"n":5,"first":1})"},
      {"battleship", R"({"size":5,"ships":[2,1]})"},
      {"lightcycle", R"({"size":4,"starts":[[[0,0]],[[3,3]]]})"},
      {"lightcycle", R"({"size":5,"starts":[[[0,0],[4,0]],[[4,4]],[[0,4]]]})"},
      {"lightcycle", R"({"size":6,"starts":[[[0,0]],[[5,5]],[[0,5]],[[5,0]]]})"},
      {"planets", R"({"map":{"name":"crowd","grid":[[0,0,2,0],[0,null,0,1],[3,0,0,0]],"ship":[0,0],"turns":9,
         "scraps":[{"location":[2,3],"value":5},{"location":[0,3],"value":1}],"ghosts":[
         {"location":[2,1],"type":"towardplayer","transparency":0}]}})"},
      {"snake", R"({"maze":["o $ ","$T# ","!#$_"],"max_steps":60,"max_turns":9})"},
      {"snake", R"({"maze":["######","#o $$#","#$$$ _","######"],"whole_path":true})"},
      {"superball", R"({"rows":4,"cols":5,"min_score_size":2,"colors":"xy","max_moves":9})"},
      {"superball", R"({"rows":4,"cols":5,"min_score_size":2,"colors":"xy","deal":"secret","max_moves":9})"},
      {"sums", R"({"seats":1,"turns":4})"},
      {"sums", R"({"seats":2,"turns":2})"},
      {"sums", R"({"seats":2,"turns":9})"},
      {"sums", R"({"seats":3,"turns":3})"},
      {"sums", R"({"seats":5,"turns":2})"},
  }};
  const auto& [name, options] = kGames[draw(random, kGames.size())];
  return {&telling_game(name), Json::parse(options)};
}

/// Other seeds of the same options, or one seed twice; the options alone where `seeds` may not be named.
Json draw_instances(Random& random, std::uint64_t most, bool seeds) {
  if (!seeds || one_in(random, 2)) {
    return Json();
  }
  if (one_in(random, 2)) {
    return Json::array({{{"seeds", "1-" + std::to_string(between(random, 1, most))}}});
  }
  const Json seed{{"seed", draw(random, 99)}};
  return Json::array({seed, one_in(random, 2) ? seed : Json::object()});
}

// ---- the format ----

/// What a tournament is held with: at most so many games and seats at a table.
struct Frame {
  Random& random;
  std::uint64_t games;
  std::uint64_t seats;
  std::uint64_t entrants = 2;
  std::uint64_t best_of = 1;

  /// 2 to `most` entrants, few more often than many.
  void draw_entrants(std::uint64_t most) {
    entrants = between(random, 2, std::clamp<std::uint64_t>(most, 2, kMostEntrants));
  }
};

Json draw_swiss(Frame& frame) {
  frame.draw_entrants(frame.games * frame.seats / frame.best_of);
  const std::uint64_t tables = frame.entrants / frame.seats + 1;
  Json format{
      {"kind", "swiss"},
      {"best_of", frame.best_of},
      {"rounds", between(frame.random, 1,
                         std::clamp<std::uint64_t>(frame.games / tables / frame.best_of, 1, kMostRounds))}};
  if (frame.seats > 2 && one_in(frame.random, 3)) {
    format["repeat_weight"] = draw(frame.random, 3);
  }
  if (frame.seats == 2 && one_in(frame.random, 3)) {
    format["final"] = {{"kind", "double_elimination"},
                       {"top", between(frame.random, 2, std::min<std::uint64_t>(frame.entrants, 8))}};
  }
  return format;
}

Json draw_round_robin(Frame& frame) {
  const std::uint64_t cycles = between(frame.random, 1, 2);
  const auto each = static_cast<double>(frame.games) / static_cast<double>(cycles * frame.best_of);
  frame.draw_entrants(static_cast<std::uint64_t>(std::sqrt(2 * each)) + 1);
  return {{"kind", "round_robin"},
          {"best_of", frame.best_of},
          {"cycles", cycles},
          {"rank_by", one_in(frame.random, 3) ? "score" : "points"}};
}

Json draw_double_elimination(Frame& frame) {
  frame.draw_entrants(frame.games / 2 / frame.best_of);
  return {{"kind", "double_elimination"},
          {"best_of", frame.best_of},
          {"best_of_lower", between(frame.random, 1, frame.best_of)},
          {"best_of_final", between(frame.random, 1, 3)}};
}

Json draw_ladder(Frame& frame, referee::SystemTime now, bool one_seat, std::uint64_t longest) {
  frame.draw_entrants(frame.games);
  const auto in = [&](std::uint64_t s) {
    return referee::utc_text(now + std::chrono::seconds(s)).substr(0, 19) + "Z";
  };
  Json format{{"kind", "ladder"}};
  if (one_seat) {
    const std::uint64_t every = between(frame.random, 30, 600);
    const std::uint64_t blocks = between(frame.random, 1, 3);
    format["blocks"] = {{"instances", std::clamp<std::uint64_t>(frame.games / frame.entrants / blocks, 1, 5)},
                        {"first_closes", in(every)},
                        {"every_s", every}};
    format["until"] = in(blocks * every + draw(frame.random, every));
  } else {
    format["matches"] = frame.games;
    if (one_in(frame.random, 2)) {
      format["openings"] = {{"plies", between(frame.random, 1, std::min<std::uint64_t>(longest - 1, 3))}};
    }
  }
  return format;
}

// ---- the clock ----

Json draw_clock(Random& random, bool one_seat) {
  Json clock;
  std::uint64_t turn = between(random, 1, 2000);
  switch (draw(random, 6)) {
    case 0:
      clock = {{"kind", "mean"}, {"ms", turn}, {"burst_ms", draw(random, 3 * turn)}};
      break;
    case 1:
      clock = {{"kind", "bank"}, {"ms", turn * between(random, 1, 20)}, {"increment_ms", draw(random, turn)}};
      break;
    case 2:
      clock = {{"kind", "score_rate"}, {"ms_per_1000", draw(random, 100'000)}, {"floor_ms", turn}};
      break;
    default:
      clock = {{"kind", "per_move"}, {"ms", turn}};
      if (one_in(random, 3)) {
        clock["late_in_a_row"] = between(random, 1, 4);
      }
      if (one_seat && one_in(random, 2)) {
        clock["late"] = "wait";
      }
  }
  clock["silence_ms"] = one_in(random, 4) ? between(random, 1, 2 * turn) : turn * between(random, 2, 22);
  if (one_in(random, 4)) {
    clock["margin_ms"] = draw(random, 50);
  }
  if (one_in(random, 3)) {
    clock["lag_credit_ms"] = draw(random, 500);
  }
  if (one_in(random, 5)) {
    clock["rules_time"] = "none";
  }
  return clock;
}

// ---- what the pairings are asked for ----

void draw_requests(Random& random, referee::TournamentConfig& config) {
  using Bye = referee::PairingRequests::Bye;
  const referee::FormatTraits& traits = config.format->traits();
  const std::uint64_t count = config.entrants.size();
  for (referee::EntrantSpec& entrant : config.entrants) {
    if (traits.bye_rounds && one_in(random, 8)) {
      const auto round = between(random, 1, static_cast<std::uint64_t>(*traits.bye_rounds));
      entrant.byes[static_cast<int>(round)] = one_in(random, 2) ? Bye::half : Bye::zero;
    }
    if (traits.keeps_apart && one_in(random, 8)) {
      entrant.author = "author " + std::to_string(draw(random, 1 + count / 3));
    }
  }
  if (traits.keeps_apart && count > 3 && one_in(random, 4)) {
    config.forbidden_pairs.emplace_back(config.entrants[0].name,
                                        config.entrants[1 + draw(random, count - 1)].name);
  }
}

/// The time of a turn, so that a connection is not slower than that.
Nanoseconds usual_turn(const referee::ClockSpec& clock) {
  switch (clock.kind) {
    case ClockKind::per_move:
    case ClockKind::mean:
      return Milliseconds(clock.ms);
    case ClockKind::bank:
      return Milliseconds(clock.ms) / 20;
    case ClockKind::score_rate:
      return Milliseconds(clock.floor_ms) / 20;
  }
  return Nanoseconds(0);
}

}  // namespace

referee::TournamentConfig draw_tournament(Random& random, const test_support::TempFolder& folder,
                                          referee::SystemTime now) {
  if (one_in(random, 3)) {
    return draw_launched(random, folder);
  }
  const DrawnGame drawn = draw_game(random);
  const engines::Facts facts = drawn.game->facts(drawn.options);
  const bool one_seat = facts.seats == 1;
  // Few games much more often than many.
  const double size = std::pow(static_cast<double>(draw(random, 1000)) / 1000, 2);
  Frame frame{random, static_cast<std::uint64_t>(2 * std::pow(kMostGames / 2, size)),
              one_seat ? 2 : facts.seats, 2, between(random, 1, 3)};
  if (one_seat) {
    frame.games = frame.games / 2 + 1;  // each of a duel plays one
  }
  Json format;
  bool seeds = true;
  switch (draw(random, 8)) {
    case 0:
    case 1:
      format = draw_round_robin(frame);
      break;
    case 2:
      format = draw_ladder(frame, now, one_seat, facts.max_turns);
      seeds = false;
      break;
    case 3:
      if (frame.seats == 2) {
        format = draw_double_elimination(frame);
        break;
      }
      [[fallthrough]];
    case 4:
      if (one_seat) {
        frame.draw_entrants(frame.games);
        format = {{"kind", one_in(random, 2) ? "practice" : "field"}};
        break;
      }
      [[fallthrough]];
    default:
      format = draw_swiss(frame);
  }
  referee::TournamentConfig config = test_support::tournament(
      folder, {{"name", "Spring"}, {"game", "walls"}, {"format", {{"kind", "swiss"}, {"rounds", 1}}}});
  config.registration.open = false;
  config.game = drawn.game;
  config.options = facts.options;
  config.seats = facts.seats;
  config.instances = referee::Instances(draw_instances(random, frame.games / frame.entrants + 1, seeds),
                                        "instances", *drawn.game, facts.options);
  config.format = referee::read_format(format, "format", {config.seats, config.instances.size()});
  if (const referee::LadderTerms* const terms = config.format->ladder(); terms != nullptr && terms->until) {
    config.until = referee::read_utc(*terms->until);
  }
  config.start.min_entrants = config.format->traits().least_entrants;
  for (std::uint64_t i = 0; i < frame.entrants; ++i) {
    config.entrants.push_back(test_support::dialling("bot" + std::to_string(i)));
  }
  draw_requests(random, config);
  config.clock = referee::ClockSpec::read(draw_clock(random, one_seat), "clock");
  config.no_show = Milliseconds(between(random, 1000, 60'000));
  config.pace = Milliseconds(draw(random, 10'000));
  return config;
}

/// Pages show names for people, of which some are those of others, too.
void draw_displays(Random& random, referee::TournamentConfig& config) {
  config.web.names = referee::WebSpec::Names::display;
  for (referee::EntrantSpec& entrant : config.entrants) {
    entrant.display = one_in(random, 3) ? config.entrants[draw(random, config.entrants.size())].name
                                        : "Ada " + std::to_string(draw(random, config.entrants.size()));
  }
}

/// What is kept from spectators beside what has to be: results of the last rounds, or all matches; what they
/// are shown later.
void draw_kept_back(Random& random, referee::TournamentConfig& config) {
  if (one_in(random, config.format->own_rounds() ? 2 : 6)) {
    config.web.freeze_rounds = static_cast<int>(between(random, 1, 3));
  }
  if (one_in(random, 2)) {
    draw_displays(random, config);
  }
  if (one_in(random, 4)) {
    config.web.places = static_cast<int>(between(random, 1, 5));
  }
  if (one_in(random, 4)) {
    config.web.matches = referee::WebSpec::Matches::own;
  }
  if (one_in(random, 4)) {
    config.web.delay_turns = static_cast<std::int64_t>(draw(random, 4));
    config.web.delay = std::chrono::seconds(draw(random, 10));
  }
}

PeopleWho draw_people(Random& random, referee::TournamentConfig& config) {
  PeopleWho who;
  who.spectators = one_in(random, 3);
  if (who.spectators) {
    draw_kept_back(random, config);
  }
  who.sets_clocks = one_in(random, 3);
  who.arbiter = one_in(random, 3);
  if (config.workers) {
    return who;
  }
  who.strangers = one_in(random, 3);
  const auto is_launched = [](const referee::EntrantSpec& entrant) { return entrant.bot.has_value(); };
  who.hand_ins = std::ranges::any_of(config.entrants, is_launched) && one_in(random, 3);
  if (who.arbiter && one_in(random, 4)) {
    config.between_rounds = referee::BetweenRounds::manual;
  }
  if (who.arbiter && one_in(random, 4)) {
    config.start.when = referee::StartSpec::When::manual;
  }
  config.registration.open = one_in(random, 3);
  if (config.registration.open) {
    using Code = referee::RegistrationSpec::Code;
    who.newcomers = draw(random, kMostNewcomers);
    if (who.newcomers > 0 && one_in(random, 2)) {
      config.start.min_entrants = config.entrants.size() + between(random, 1, who.newcomers);
    }
    config.registration.approval = who.arbiter && one_in(random, 2);
    config.registration.code_needed = one_in(random, 2) ? Code::given : Code::none;
    config.registration.code = "token of the class";
  }
  return who;
}

DialledBot::Person draw_person(Random& random, const referee::TournamentConfig& config,
                               const referee::EntrantSpec& entrant, std::size_t index) {
  DialledBot::Person person;
  person.name = entrant.name;
  person.address = kFirstAddress + static_cast<std::uint32_t>(index);
  person.clock = config.clock;
  person.refused = refused_move(*config.game).move;
  if (one_in(random, 2)) {
    const Nanoseconds turn = usual_turn(config.clock);
    person.path.latency = draw_time(random, turn / 4 + Nanoseconds(1));
    person.path.jitter = draw_time(random, turn / 5 + Nanoseconds(1));
  }
  if (one_in(random, 3)) {
    person.path.longest_piece = 1 + draw(random, 100);
  }
  if (one_in(random, 3)) {
    person.path.lag = draw_time(random, kLongestLag);
  }
  if (one_in(random, 8)) {
    person.comes_after = draw_time(random, 2 * Nanoseconds(config.no_show));
  }
  person.takes_new_match = one_in(random, 3);
  if (one_in(random, 3)) {
    person.longest_away = 4 * Nanoseconds(config.no_show);
  }
  if (entrant.bot) {
    make_launched(random, config, person);
  }
  if (one_in(random, 2)) {  // somebody with vices
    person.habits[0] = 20;
    for (std::size_t deed = 1; deed < kDeeds; ++deed) {
      person.habits[deed] = one_in(random, 3) ? 1 : 0;
    }
    person.habits[static_cast<std::size_t>(Deed::repeats)] *= 5;  // which is no great vice
    person.habits[static_cast<std::size_t>(Deed::stays_silent)] *= one_in(random, 4) ? 20 : 1;
    if (person.habits[static_cast<std::size_t>(Deed::stops_reading)] > 0 && !person.program) {
      person.path.room = between(random, 100, 5000);
      person.longest_pause = 3 * usual_turn(config.clock) + Nanoseconds(1);
    }
  }
  return person;
}

}  // namespace world
