#include "referee/record/record.h"

#include <algorithm>
#include <array>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/messages.h"
#include "protocol/require.h"
#include "protocol/server.h"
#include "referee/record/commitment.h"
#include "referee/record/match_spec.h"
#include "referee/record/record_lines.h"

namespace referee {
namespace {

using protocol::JsonWriter;
using protocol::LineWriter;

constexpr int kMatchProgramVersion = 1;  // of protocol/MATCH_PROGRAM.md
constexpr Microseconds kSlowSend{1000};  // the record has sending times from this one on
/// Bytes of the longest last line: the outcome and the view of a match have at most 1 MiB each.
constexpr std::size_t kRoomForEnd = 4 * 1024 * 1024;
constexpr std::size_t kDigestPiece = 16 * 1024;  // a hash costs as much for a short line as for a long one

template <class Values>
Json names_of(const Values& values) {
  Json list = Json::array();
  for (const auto value : values) {
    list.push_back(name_of(value));
  }
  return list;
}

constexpr std::string_view kSealKey = ",\"seal\":\"";
constexpr std::string_view kLineEnd = "\"}\n";  // of a line whose last value is a string
constexpr std::size_t kSealSize = kSealKey.size() + 64 + kLineEnd.size();

std::string seal_text(protocol::Sha256& sealed) {
  return std::string(kSealKey).append(sealed.hex()).append(kLineEnd);
}

/// The text that ends every last line, with its seal and newline. `before`: a hash of the lines before it.
std::string closing_line(LineWriter& last, protocol::Sha256& before, std::string_view ended) {
  last.field("digest", protocol::Sha256(before).hex()).field("ended", ended);
  std::string line = last.take();
  line.pop_back();  // the bracket: the seal stands behind all that it covers
  return line + seal_text(before.add(line));
}

void add_place(LineWriter& out, const std::optional<MatchSpec::Place>& place) {
  if (!place) {
    out.raw("tournament", "null").raw("round", "null").raw("table", "null").raw("game_no", "null");
    return;
  }
  out.field("tournament", place->tournament).field("round", place->round).field("table", place->table);
  out.field("game_no", place->game_no);
}

/// Names the sources of processor time, if any seat has one.
void add_cpu_by(LineWriter& out, const std::vector<std::string>& sources) {
  if (std::ranges::all_of(sources, &std::string::empty)) {
    return;
  }
  Json list = Json::array();
  for (const std::string& source : sources) {
    list.push_back(source.empty() ? Json() : Json(source));
  }
  out.json("cpu_by", list);
}

/// Names the versions that were handed in, if any seat has one.
void add_versions(LineWriter& out, const std::vector<MatchSpec::Version>& versions) {
  Json list = Json::array();
  for (const MatchSpec::Version& version : versions) {
    list.push_back(version.sha256.empty() ? Json() : Json(version.sha256));
  }
  if (std::ranges::any_of(list, &Json::is_string)) {
    out.json("versions", list);
  }
}

/// Says how many turns were given, if any, and which record is played on, if one is.
void add_given(LineWriter& out, const GivenTurns& given) {
  if (!given.turns.empty()) {
    out.field("given_turns", given.turns.size());
  }
  if (given.from) {
    out.json("from", Json::object({{"match", given.from->match},
                                   {"attempt", given.from->attempt},
                                   {"turn", given.turns.size()},
                                   {"seal", given.from->seal}}));
  }
}

void write_answer(const SeatAnswer& answer, StampSource usual, JsonWriter& out) {
  out.begin_object().field("seat", answer.seat).field("verdict", name_of(answer.verdict));
  if (!answer.move.empty()) {
    out.key("move").raw(answer.move);
  }
  if (answer.offered) {
    out.key("offered").raw(*answer.offered);
  }
  if (answer.offered_cut) {
    out.field("offered_cut", true);
  }
  if (!answer.fault.empty()) {
    out.field("fault", answer.fault);
  }
  out.field("spent_us", answer.spent.count());
  if (answer.forfeited) {
    out.field("forfeited", true);
  }
  if (answer.stamp && *answer.stamp != usual) {
    out.field("stamp", name_of(*answer.stamp));
  }
  if (answer.clock_step) {
    out.field("clock_step", true);
  }
  if (answer.sending > kSlowSend) {
    out.field("sending_us", answer.sending.count());
  }
  if (answer.round_trip) {
    out.field("rtt_us", answer.round_trip->count());
  }
  if (answer.loop_lag.count() > 0) {
    out.field("loop_lag_us", answer.loop_lag.count());
  }
  if (answer.between.count() > 0) {
    out.field("between_us", answer.between.count());
  }
  out.end_object();
}

std::string result_text(const MatchResult& result) {
  LineWriter out;
  out.json("scores", protocol::numbers(result.scores)).json("rank", Json(result.rank));
  if (result.no_show.empty()) {
    out.json("outcome", result.outcome);
  }
  return out.take();
}

}  // namespace

std::string utc_text(SystemTime time) {
  const auto at = std::chrono::floor<Milliseconds>(time);
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(at - day);
  const auto digits = [](auto number, std::size_t width) {
    const std::string text = std::to_string(static_cast<int>(number));
    return std::string(width - std::min(width, text.size()), '0') + text;
  };
  return digits(int{date.year()}, 4) + "-" + digits(unsigned{date.month()}, 2) + "-" +
         digits(unsigned{date.day()}, 2) + "T" + digits(clock.hours().count(), 2) + ":" +
         digits(clock.minutes().count(), 2) + ":" + digits(clock.seconds().count(), 2) + "." +
         digits(clock.subseconds().count(), 3) + "Z";
}

void finish(const engines::Game& game, MatchResult& result, Record& record, SystemTime ended) {
  REQUIRE(game.to_move().empty());
  result.scores = game.scores();
  result.rank = ranks_of(result.scores);
  result.outcome = game.outcome();
  std::string view;
  game.write_view(engines::Observer::everybody(), view);
  record.done(result, view, ended);
}

std::string_view last_line(std::string_view record) {
  if (!record.ends_with('\n')) {
    return {};
  }
  record.remove_suffix(1);
  return record.substr(record.rfind('\n') + 1);
}

bool is_closed(std::string_view record) {
  const Json last = Json::parse(last_line(record), nullptr, false);
  return last.is_object() && last.contains("status");
}

std::string closed_as_void(std::string_view journal, std::string_view why, SystemTime ended) {
  const std::size_t end = journal.rfind('\n');
  std::string text(journal.substr(0, end == std::string_view::npos ? 0 : end + 1));
  protocol::Sha256 digest;
  digest.add(text);
  LineWriter last;
  last.field("status", "void").field("why", why);
  return text + closing_line(last, digest, utc_text(ended));
}

std::string voided_afterwards(const std::string& record, std::string_view why) {
  const std::string_view closing = last_line(record);
  const Json last = Json::parse(closing);
  if (last.at("status") == "void") {
    return record;
  }
  LineWriter result;
  result.json("scores", last.at("result").at("scores")).json("rank", last.at("result").at("rank"));
  if (last.at("result").contains("outcome")) {
    result.json("outcome", last.at("result").at("outcome"));
  }
  if (last.at("result").contains("turns")) {
    result.json("turns", last.at("result").at("turns"));
  }
  LineWriter out;
  out.field("status", "void").raw("result", result.take());
  if (last.contains("no_show")) {
    out.json("no_show", last.at("no_show"));
    if (last.contains("why_absent")) {
      out.json("why_absent", last.at("why_absent"));
    }
  }
  if (last.contains("replay")) {
    out.json("replay", last.at("replay"));
  }
  out.field("why", why).json("digest", last.at("digest")).json("ended", last.at("ended"));
  return with_seal(record.substr(0, record.size() - closing.size() - 1) + out.take() + "\n");
}

std::string with_seal(std::string_view record) {
  REQUIRE(record.ends_with('\n'));
  const std::size_t begin = record.size() - std::min(record.size(), kSealSize);
  const bool has_one = record.substr(begin).starts_with(kSealKey) && record.ends_with(kLineEnd);
  const std::string_view sealed = record.substr(0, has_one ? begin : record.rfind('}'));
  return std::string(sealed) + seal_text(protocol::Sha256().add(sealed));
}

Record::Record(const Header& header)
    : stamp_(header.stamp), most_(header.most), game_(header.spec.game->name) {
  const MatchSpec& spec = header.spec;
  LineWriter out;
  out.field("record", 1).field("match", spec.id).field("attempt", spec.attempt);
  add_place(out, spec.place);
  out.field("game", spec.game->name).json("options", header.options);
  out.field("seed", spec.seed.number)
      .field("salt", spec.seed.salt)
      .field("commitment", commitment_of(spec.seed));
  add_given(out, spec.given);
  out.json("players", Json(header.players));
  if (spec.game->has_turns()) {
    out.json("clock", spec.clock.json());
    out.json("measure", names_of(header.measure)).json("stamp", names_of(header.stamp));
  } else {
    out.raw("clock", "null").field("match_program", kMatchProgramVersion);
  }
  out.json("sandbox", Json(header.sandbox));
  add_cpu_by(out, header.cpu_by);
  if (!header.launched.empty()) {
    out.json("launched", Json(header.launched));
  }
  add_versions(out, spec.versions);
  if (!spec.worker.empty()) {
    out.raw("worker", spec.worker);
  }
  out.field("engine", std::string(spec.game->name) + "/" + std::to_string(spec.game->version));
  if (const std::string rules = spec.game->rules_sha256(); !rules.empty()) {
    out.field("rules_sha256", rules);
  }
  out.field("server", protocol::kServer).field("started", utc_text(header.started));
  text_ = out.take();
  text_.push_back('\n');
  moves_.add_players(Json(header.players));
}

Record::Record(std::string text, std::vector<StampSource> stamp)
    : stamp_(std::move(stamp)), text_(std::move(text)) {
  RecordLines lines(text_);
  lines.next();
  game_ = lines.json().at("game").get<std::string>();
  moves_.add_players(lines.json().at("players"));
  while (lines.next()) {
    moves_.add_turn(lines.json());
  }
}

void Record::turn(std::int64_t turn, const std::vector<SeatAnswer>& answers, std::string_view events,
                  TurnKind kind) {
  const std::size_t before = text_.size();
  JsonWriter out(text_);
  out.begin_object().field("turn", turn);
  if (kind != TurnKind::asked) {
    out.field(kind == TurnKind::given ? "given" : "resumed", true);
  }
  out.key("answers").begin_list();
  for (const SeatAnswer& answer : answers) {
    write_answer(answer, stamp_[answer.seat], out);
    moves_.add_answer(name_of(answer.verdict), answer.move);
  }
  out.end_list().key("events").raw(events).end_object();
  text_.push_back('\n');
  if (text_.size() + kRoomForEnd > most_) {
    text_.resize(before);
    throw engines::RulesFailure(too_long(turn, events.size()));
  }
  digest_once(kDigestPiece);
}

std::string Record::too_long(std::int64_t turn, std::size_t events) const {
  return "game " + game_ + ": the record of the match would have more than " + std::to_string(most_) +
         " bytes with turn " + std::to_string(turn) + ", whose events have " + std::to_string(events) +
         ": tell less in events, or end the match earlier";
}

void Record::told(const MatchResult& result, SystemTime ended) {
  LineWriter told;
  told.json("scores", protocol::numbers(result.scores)).json("rank", Json(result.rank));
  told.json("outcome", result.outcome).field("turns", result.turns);
  LineWriter out;
  out.field("status", "done").raw("result", told.take());
  if (result.replay) {
    LineWriter replay;
    replay.field("file", result.replay->file).field("bytes", result.replay->bytes);
    out.raw("replay", replay.field("sha256", result.replay->sha256).take());
  }
  moves_.add_told(result.scores, result.outcome, result.replay ? result.replay->sha256 : "");
  close(out, ended);
}

void Record::done(const MatchResult& result, std::string_view view, SystemTime ended) {
  LineWriter out;
  out.field("status", "done").raw("result", result_text(result)).raw("view", view);
  close(out, ended);
}

void Record::no_show(const MatchResult& result, SystemTime ended) {
  LineWriter out;
  out.field("status", "done").raw("result", result_text(result)).json("no_show", Json(result.no_show));
  if (!result.why_absent.empty()) {
    out.json("why_absent", Json(result.why_absent));
  }
  close(out, ended);
}

void Record::voided(std::string_view why, SystemTime ended) {
  LineWriter out;
  out.field("status", "void").field("why", why);
  close(out, ended);
}

void Record::close(LineWriter& last, SystemTime ended) {
  digest_once(0);
  ended_ = utc_text(ended);
  text_ += closing_line(last, digest_, ended_);
}

/// Adds to the digest what is not in it yet, once this is at least `undigested` bytes.
void Record::digest_once(std::size_t undigested) {
  if (text_.size() - digested_ >= undigested) {
    digest_.add(std::string_view(text_).substr(digested_));
    digested_ = text_.size();
  }
}

}  // namespace referee
