#include "referee/pages/me_data.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/json_writer.h"
#include "protocol/messages.h"
#include "protocol/sha256.h"
#include "referee/base/text.h"
#include "referee/pages/played_match.h"
#include "referee/pages/shown_rounds.h"
#include "referee/pages/tournament_data.h"
#include "referee/tournament/run/opened_store.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kStderrLines = 200;
constexpr std::size_t kStderrLine = 500;     // bytes
constexpr int kPlacesBeside = 3;             // above the own one, and below it
constexpr std::size_t kPrintedLines = 2000;  // of one match

MatchPlace place_of(const StoredAttempt& attempt) { return {attempt.round, attempt.table, attempt.game_no}; }

std::string_view status_word_of(const StoredAttempt& attempt) {
  static constexpr std::array<std::string_view, 4> kWords{"running", "done", "void", "struck"};
  return kWords.at(static_cast<std::size_t>(attempt.status));
}

Json charges_data(const TournamentSnapshot& snapshot, const ChargeHistogram& charges) {
  const auto budget = budget_of_turn(snapshot.recorded().clock);
  return {{"bounds_us", ChargeHistogram::kBounds},
          {"counts", charges.counts},
          {"turns", charges.turns},
          {"mean_us", charges.turns == 0 ? Json() : Json(charges.used_us / charges.turns)},
          {"worst_us", charges.turns == 0 ? Json() : Json(charges.worst_us)},
          {"budget_us", budget ? Json(*budget) : Json()}};
}

/// Where its reason may tell of the secret position, a fault has none.
Json faults_data(const SeatReport& report, OwnSight sight) {
  Json faults = Json::array();
  for (const SeatReport::Fault& fault : report.faults) {
    faults.push_back({{"turn", fault.turn},
                      {"verdict", fault.verdict},
                      {"text", sight == OwnSight::nothing ? "" : fault.text}});
  }
  return faults;
}

/// The result as far as the entrant may know it: scores by seat, and what decides the match if they do not.
/// Null while there is none, and while it is frozen for an entrant whose bot was launched.
struct KnownResult {
  Json scores;
  Json deciding;
};

KnownResult known_result(const TournamentSnapshot& snapshot, const StoredAttempt& attempt, bool launched) {
  const bool has_result =
      attempt.status == StoredAttempt::Status::done || attempt.status == StoredAttempt::Status::struck;
  if (!has_result || (snapshot.visibility().is_frozen(attempt.round) && launched)) {
    return {};
  }
  const LadderGame result = read_ladder_game(attempt.result);
  const auto encounter = snapshot.encounter(place_of(attempt));
  const auto seats = seating_of(snapshot.rules(), encounter.value(), attempt.game_no);
  const auto houses = std::ranges::count_if(seats, [](const auto& position) { return !position; });
  std::vector<double> scores;
  DecidingCount deciding{houses == 0 ? result.deciding.name : "", {}};
  for (const auto& position : seats) {
    if (!position && (houses > 1 || !result.house)) {
      return {};  // the store keeps the best score of the house bots, and of a ladder alone
    }
    scores.push_back(position ? result.scores.at(*position) : *result.house);
    if (!deciding.name.empty()) {
      deciding.values.push_back(result.deciding.values.at(*position));
    }
  }
  return {protocol::numbers(scores), deciding_data(deciding)};
}

std::string place_text(const TournamentSnapshot& snapshot, const StoredAttempt& attempt) {
  return snapshot.is_ladder()
             ? ladder_game_title(snapshot, attempt)
             : "Round " + std::to_string(attempt.round) + ", table " + std::to_string(attempt.table) +
                   ", game " + std::to_string(attempt.game_no);
}

Json match_data_of(const TournamentSnapshot& snapshot, Entrant entrant, const StoredAttempt& attempt,
                   std::size_t seat, const SeatReport& report) {
  const bool launched = was_launched(snapshot, entrant, report.launched);
  const OwnSight sight = own_sight(snapshot, attempt, launched);
  KnownResult result = known_result(snapshot, attempt, launched);
  Json verdicts = Json::object();
  for (const auto& [verdict, count] : report.verdicts) {
    verdicts[verdict] = count;
  }
  return {{"match", attempt.match},
          {"attempt", attempt.attempt},
          {"place", place_text(snapshot, attempt)},
          {"round", attempt.round},
          {"table", attempt.table},
          {"game_no", attempt.game_no},
          {"seat", seat},
          {"players", snapshot.players(place_of(attempt))},
          {"status", status_word_of(attempt)},
          {"scores", std::move(result.scores)},
          {"deciding", std::move(result.deciding)},
          {"verdicts", std::move(verdicts)},
          {"faults", faults_data(report, sight)},
          {"charges", charges_data(snapshot, report.charges)},
          {"shown", sight != OwnSight::nothing},
          {"own_view", sight == OwnSight::own_seat},
          {"why_not", sight == OwnSight::nothing ? Json(why_not_own(snapshot, attempt, launched)) : Json()}};
}

/// The last lines of a text, at most so many, each made safe to show.
std::vector<std::string> last_lines(std::string_view text, std::size_t most) {
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < most) {
    text.remove_suffix(text.ends_with('\n') ? 1 : 0);
    const std::size_t before = text.rfind('\n');
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    lines.push_back(printable(text.substr(begin), kStderrLine));
    text = text.substr(0, begin);
  }
  std::ranges::reverse(lines);
  return lines;
}

/// Why the entrant does not see what its bot wrote: one file holds that of all matches in which it was
/// launched.
std::string why_no_stderr(const TournamentSnapshot& snapshot, bool dials_in,
                          const std::vector<const StoredAttempt*>& launched, bool is_there) {
  if (dials_in && launched.empty()) {
    return "Your bot runs on your own machine: look there.";
  }
  for (const StoredAttempt* attempt : launched) {
    if (own_sight(snapshot, *attempt, true) == OwnSight::nothing) {
      return why_not_own(snapshot, *attempt, true);
    }
  }
  return is_there && !launched.empty() ? "" : "Your bot has written nothing to standard error.";
}

Json rank_data(const StandingsPage& page, Entrant entrant) {
  const StandingsRow& row = standings_row(page, entrant);
  return is_ranked(row) ? Json(row.rank) : Json();
}

/// The own place with those around it, best first, and with the staff bots between them; null without a
/// place.
Json places_data(const StandingsPage& page, Entrant entrant) {
  std::vector<std::pair<int, const StandingsRow*>> rows;  // each with the number of places up to it
  int places = 0;
  int own = 0;
  for (const StandingsRow* const row : all_rows(page)) {
    places += is_ranked(*row) ? 1 : 0;
    own = is_ranked(*row) && row->entrant == entrant ? places : own;
    if (is_ranked(*row) || (row->staff && has_played(*row))) {
      rows.emplace_back(places, row);
    }
  }
  Json shown = Json::array();
  for (const auto& [place, row] : rows) {
    if (own > 0 && std::abs(place - own) <= kPlacesBeside) {
      shown.push_back({{"rank", row->staff ? Json() : Json(row->rank)},
                       {"name", row->name},
                       {"result", result_text(page, *row)},
                       {"own", row->entrant == entrant}});
    }
  }
  return own > 0 ? shown : Json();
}

/// Whether it dials in, unless it plays a version that was handed in.
bool has_token(const TournamentSnapshot& snapshot, Entrant entrant) {
  return !snapshot.content().entrants.at(entrant).token_sha256.empty();
}

/// The SHA-256 of the token that opens the pages of a launched entrant; "": none does.
const std::string& page_token(const TournamentSnapshot& snapshot, const StoredEntrant& entrant) {
  static const std::string kNone;
  const auto& meta = snapshot.content().meta;
  const auto found = meta.find(meta_key::kPageToken + protocol::folded_name(entrant.name));
  return found == meta.end() ? kNone : found->second;
}

}  // namespace

bool was_launched(const TournamentSnapshot& snapshot, Entrant entrant, std::optional<bool> told) {
  return told.value_or(!has_token(snapshot, entrant));
}

OwnSight own_sight(const TournamentSnapshot& snapshot, const StoredAttempt& attempt, bool launched) {
  const Visibility& visibility = snapshot.visibility();
  const bool is_void = attempt.status == StoredAttempt::Status::voided;
  if (!is_void && visibility.sight(attempt) == Visibility::Sight::everything) {
    return OwnSight::everything;
  }
  if (!launched) {
    return OwnSight::own_seat;
  }
  return visibility.why_hidden(place_of(attempt)).empty() ? OwnSight::own_seat : OwnSight::nothing;
}

std::string why_not_own(const TournamentSnapshot& snapshot, const StoredAttempt& attempt, bool launched) {
  return own_sight(snapshot, attempt, launched) == OwnSight::nothing
             ? snapshot.visibility().why_hidden(place_of(attempt))
             : "";
}

std::optional<std::size_t> seat_of(const TournamentSnapshot& snapshot, Entrant entrant,
                                   const MatchPlace& place) {
  const auto seats = snapshot.seats(place);
  const auto seat = std::ranges::find(seats, std::optional(entrant));
  return seat == seats.end() ? std::nullopt : std::optional(static_cast<std::size_t>(seat - seats.begin()));
}

std::optional<Entrant> entrant_of_token(const TournamentSnapshot& snapshot, std::string_view token_sha256) {
  std::optional<Entrant> found;
  const std::vector<StoredEntrant>& entrants = snapshot.content().entrants;
  for (Entrant entrant = 0; entrant < entrants.size(); ++entrant) {
    const std::string& known = has_token(snapshot, entrant) ? entrants[entrant].token_sha256
                                                            : page_token(snapshot, entrants[entrant]);
    if (protocol::same_digest(known, token_sha256) && !known.empty()) {
      found = entrant;
    }
  }
  return found;
}

SeatReport SeatReports::of(Store& store, const StoredAttempt& attempt, std::size_t seat) {
  const auto key = std::make_tuple(attempt.match, attempt.attempt, attempt.status, seat);
  if (const auto known = known_.find(key); known != known_.end()) {
    return known->second;
  }
  SeatReport report = seat_report_of(store.record(attempt.match, attempt.attempt), seat);
  if (attempt.status != StoredAttempt::Status::running) {
    if (known_.size() >= kMost) {
      known_.clear();
    }
    known_.emplace(key, report);
  }
  return report;
}

std::optional<bool> SeatReports::launched(Store& store, const StoredAttempt& attempt, std::size_t seat) {
  const auto key = std::make_tuple(attempt.match, attempt.attempt, seat);
  if (const auto known = launched_.find(key); known != launched_.end()) {
    return known->second;
  }
  const std::string record = store.record(attempt.match, attempt.attempt);
  const std::string header = record.substr(0, record.find('\n'));
  const std::optional<bool> told = seat_report_of(header, seat).launched;
  if (launched_.size() >= kMost) {
    launched_.clear();
  }
  if (!header.empty()) {
    launched_.emplace(key, told);
  }
  return told;
}

nlohmann::json me_data(const TournamentSnapshot& snapshot, Entrant entrant, Store& store,
                       SeatReports& reports, const OwnFiles& files) {
  const std::optional<std::string>& stderr_text = files.stderr_text;
  const StoredEntrant& own = snapshot.content().entrants.at(entrant);
  Json matches = Json::array();
  ChargeHistogram charges;
  const bool dials_in = has_token(snapshot, entrant) && own.version == 0;
  std::vector<const StoredAttempt*> launched;
  for (const StoredAttempt& attempt : snapshot.content().games) {
    if (const auto seat = seat_of(snapshot, entrant, place_of(attempt))) {
      const SeatReport report = reports.of(store, attempt, *seat);
      matches.push_back(match_data_of(snapshot, entrant, attempt, *seat, report));
      charges += report.charges;
      if (was_launched(snapshot, entrant, report.launched)) {
        launched.push_back(&attempt);
      }
    }
  }
  const std::string why = why_no_stderr(snapshot, dials_in, launched, stderr_text && !stderr_text->empty());
  const StandingsPage page = shown_page(snapshot);
  Json data{{"format", 1},
            {"name", own.name},
            {"display", own.display},
            {"tournament", snapshot.name()},
            {"game", snapshot.game()},
            {"withdrawn", own.withdrawn},
            {"dials_in", dials_in},
            {"submissions", snapshot.terms().submissions},
            {"rank", rank_data(page, entrant)},
            {"matches", std::move(matches)},
            {"charges", charges_data(snapshot, charges)},
            {"stderr", why.empty() ? Json(last_lines(*stderr_text, kStderrLines)) : Json()},
            {"stderr_why", why.empty() ? Json() : Json(why)}};
  if (page.withheld.last_place > 0) {
    data["places"] = places_data(page, entrant);
  }
  if (Json mark = Json::parse(files.mark.value_or(""), nullptr, false); mark.is_object()) {
    data["mark"] = std::move(mark);
  }
  if (has_staff(page)) {
    data["better_than"] = better_than(page, entrant);
  }
  return data;
}

Json printed_data(const std::optional<MarkedText>& written, std::size_t seat) {
  const auto parts = written ? written->parts() : std::vector<MarkedText::Part>();
  std::vector<Json> turns;
  std::size_t left = kPrintedLines;
  for (auto part = parts.rbegin(); part != parts.rend() && left > 0; ++part) {
    std::vector<std::string> lines = last_lines(part->text, left);
    left -= lines.size();
    turns.push_back({{"turn", part->number ? Json(*part->number) : Json()}, {"lines", std::move(lines)}});
  }
  std::ranges::reverse(turns);
  return {{"format", 1}, {"seat", seat}, {"kept", written.has_value()}, {"turns", std::move(turns)}};
}

}  // namespace referee::pages
