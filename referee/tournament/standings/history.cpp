#include "referee/tournament/standings/history.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/parse.h"
#include "protocol/verdict.h"

namespace referee {
namespace {

/// Reads `letter` and a number from 1 off the front of `text`.
bool take_number(std::string_view& text, char letter, int& number) {
  if (!text.starts_with(letter)) {
    return false;
  }
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  text.remove_prefix(error == std::errc{} ? static_cast<std::size_t>(end - text.data()) : 0);
  return error == std::errc{} && number >= 1;
}

using fields::Json;
using fields::Object;
using fields::Range;

constexpr std::int64_t kMaxCount = std::numeric_limits<std::int64_t>::max();
constexpr Range kNumber{1, std::numeric_limits<int>::max()};  // of rounds, tables, games
constexpr Range kEntrant{0, 1'000'000};
constexpr std::size_t kShownDamage = 60;       // bytes of a text that is not JSON
constexpr std::size_t kMaxTime = 40;           // bytes
constexpr std::size_t kMaxDigest = 64;         // bytes
constexpr std::size_t kMaxCountName = 64;      // bytes
constexpr std::size_t kMaxMachineText = 1000;  // bytes
const std::vector<std::string_view> kEncounterKinds(Encounter::kKinds.begin(), Encounter::kKinds.end());

Json parse(std::string_view text) {
  auto parsed = protocol::parse_line(text);
  if (auto* json = std::get_if<Json>(&parsed)) {
    return std::move(*json);
  }
  throw fields::Exception({"", fields::brief_text(text, kShownDamage), "JSON"});
}

/// "entrants[2]"
std::string item(std::string_view key, std::size_t index) {
  return std::string(key) + "[" + std::to_string(index) + "]";
}

const Json& list_at(Object& object, std::string_view key) {
  const Json* list = object.value(key);
  object.require();
  if (!list->is_array() || list->size() > Points::kMaxTable) {
    object.fail(key, *list, "a list of at most " + std::to_string(Points::kMaxTable) + " entries");
  }
  object.require();
  return *list;
}

std::string encounter_json(const Encounter& encounter) {
  protocol::LineWriter out;
  out.field("round", encounter.round)
      .field("table", encounter.table)
      .field("kind", Encounter::kKinds.at(static_cast<std::size_t>(encounter.kind)))
      .json("entrants", encounter.entrants);
  if (encounter.winner) {
    out.field("winner", *encounter.winner);
  }
  if (encounter.instance) {
    out.field("instance", *encounter.instance);
  }
  if (encounter.stage != 0) {
    out.field("stage", encounter.stage);
  }
  return out.take();
}

std::vector<Entrant> read_entrants(Object& object, bool alone) {
  const Json& list = list_at(object, "entrants");
  if (alone ? list.size() != 1 : list.size() < 2) {
    object.fail("entrants", list, alone ? "one entrant" : "two entrants or more");
  }
  std::set<std::int64_t> seen;
  std::vector<Entrant> entrants;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto number = fields::as_integer(list[i], kEntrant);
    if (!number || !seen.insert(*number).second) {
      object.fail(item("entrants", i), list[i], "an entrant's number, none twice");
    }
    entrants.push_back(static_cast<Entrant>(number.value_or(0)));
  }
  return entrants;
}

Encounter read_encounter(const Json& json, const std::string& path) {
  Object object(json, path);
  Encounter encounter;
  encounter.round = static_cast<int>(object.integer("round", kNumber));
  encounter.table = static_cast<int>(object.integer("table", kNumber));
  object.value("kind");  // a required key
  encounter.kind = static_cast<Encounter::Kind>(object.choice_or("kind", kEncounterKinds, 0));
  if (object.find("instance") != nullptr) {
    encounter.instance = static_cast<int>(object.integer("instance", kNumber));
  }
  encounter.stage = static_cast<int>(object.integer_or("stage", {0, Encounter::kMaxStage}, 0));
  encounter.entrants = read_entrants(object, Encounter::alone(encounter.kind) || encounter.instance);
  if (const Json* winner = object.find("winner")) {
    if (encounter.kind != Encounter::Kind::forfeit) {
      object.fail("winner", *winner, "no winner: only a forfeit names one");
    }
    const auto last = static_cast<std::int64_t>(encounter.entrants.size()) - 1;
    encounter.winner = static_cast<std::size_t>(object.integer("winner", {0, last}));
  }
  object.refuse_unknown();
  object.require();
  return encounter;
}

std::string tally_json(const GameTally& tally) {
  protocol::LineWriter verdicts;
  for (std::size_t i = 0; i < tally.by_verdict.size(); ++i) {
    if (tally.by_verdict[i] != 0) {
      verdicts.field(name_of(static_cast<protocol::Verdict>(i)), tally.by_verdict[i]);
    }
  }
  protocol::LineWriter out;
  out.raw("verdicts", verdicts.take())
      .field("turns", tally.turns)
      .field("used_us", tally.used.count())
      .field("worst_us", tally.worst.count());
  return out.take();
}

GameTally read_tally(const Json& json, const std::string& path) {
  Object object(json, path);
  GameTally tally;
  const Json* counts = object.value("verdicts");
  object.require();
  Object verdicts(*counts, path + ".verdicts");
  for (std::size_t i = 0; i < tally.by_verdict.size(); ++i) {
    const auto name = name_of(static_cast<protocol::Verdict>(i));
    tally.by_verdict[i] = verdicts.integer_or(name, {0, kMaxCount}, 0);
  }
  verdicts.refuse_unknown();
  verdicts.require();
  tally.turns = object.integer("turns", {0, kMaxCount});
  tally.used = Microseconds(object.integer("used_us", {0, kMaxCount}));
  tally.worst = Microseconds(object.integer("worst_us", {0, kMaxCount}));
  object.refuse_unknown();
  object.require();
  return tally;
}

void read_lists(Object& object, GameResult& result) {
  const Json& scores = list_at(object, "scores");
  const Json& no_show = list_at(object, "no_show");
  const Json& tallies = list_at(object, "tallies");
  for (const auto& [key, list] : {std::pair("no_show", &no_show), std::pair("tallies", &tallies)}) {
    if (list->size() != scores.size()) {
      object.fail(key, *list, std::to_string(scores.size()) + " entries, as many as scores");
    }
  }
  object.require();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (!scores[i].is_number()) {
      object.fail(item("scores", i), scores[i], "a number");
    }
    if (!no_show[i].is_boolean()) {
      object.fail(item("no_show", i), no_show[i], "true or false");
    }
    object.require();
    result.scores.push_back(scores[i].get<double>());
    result.no_show.push_back(no_show[i].get<bool>());
    result.tallies.push_back(read_tally(tallies[i], item("tallies", i)));
  }
}

/// The list at `key`, which may be absent, of as many entries as scores; nothing in it if it is absent.
const Json& optional_list_at(Object& object, const char* key, const GameResult& result) {
  static const Json none = Json::array();
  if (object.find(key) == nullptr) {
    return none;
  }
  const Json& list = list_at(object, key);
  if (list.size() != result.scores.size()) {
    object.fail(key, list, std::to_string(result.scores.size()) + " entries, as many as scores");
  }
  object.require();
  return list;
}

void read_deciding(Object& object, GameResult& result) {
  const Json* const found = object.find("deciding");
  if (found == nullptr) {
    return;
  }
  Object count(*found, "deciding");
  result.deciding.name = count.text("name", kMaxCountName);
  const Json& values = list_at(count, "values");
  if (values.size() != result.scores.size() ||
      !std::ranges::all_of(values, [](const Json& value) { return value.is_number(); })) {
    count.fail("values", values, std::to_string(result.scores.size()) + " numbers, as many as scores");
  }
  count.refuse_unknown();
  count.require();
  result.deciding.values = values.get<std::vector<double>>();
}

void read_why_absent(Object& object, GameResult& result) {
  const Json& texts = optional_list_at(object, "why_absent", result);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!texts[i].is_string()) {
      object.fail(item("why_absent", i), texts[i], "a text");
    }
    object.require();
    result.why_absent.push_back(texts[i].get<std::string>());
  }
}

void read_versions(Object& object, GameResult& result) {
  const Json& versions = optional_list_at(object, "versions", result);
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const auto number = fields::as_integer(versions[i], {0, std::numeric_limits<int>::max()});
    if (!number) {
      object.fail(item("versions", i), versions[i], "the number of a version, or 0");
    }
    object.require();
    result.versions.push_back(static_cast<int>(*number));
  }
}

std::string machine_json(const PlayingMachine& machine) {
  protocol::LineWriter out;
  out.field("cpu", machine.cpu);
  if (!machine.sandbox.empty()) {
    out.field("sandbox", machine.sandbox);
  }
  if (machine.calibration > Microseconds{0}) {
    out.field("calibration_us", machine.calibration.count());
  }
  return out.take();
}

void read_machines(Object& object, GameResult& result) {
  if (object.find("machines") == nullptr) {
    return;
  }
  const Json& machines = list_at(object, "machines");
  for (std::size_t i = 0; i < machines.size(); ++i) {
    Object machine(machines[i], item("machines", i));
    PlayingMachine& read = result.machines.emplace_back();
    read.cpu = machine.text("cpu", kMaxMachineText);
    read.sandbox = machine.text_or("sandbox", kMaxMachineText, "");
    read.calibration = Microseconds(machine.integer_or("calibration_us", {0, kMaxCount}, 0));
    machine.refuse_unknown();
    machine.require();
  }
}

void read_ladder_part(Object& object, LadderGame& result) {
  if (object.find("entrants") != nullptr) {
    result.entrants = read_entrants(object, result.scores.size() == 1);
    if (result.entrants.size() != result.scores.size()) {
      object.fail("entrants", Json(result.entrants), "as many entries as scores");
    }
    object.require();
  }
  if (const Json* house = object.find("house")) {
    if (!house->is_number()) {
      object.fail("house", *house, "a number");
    }
    object.require();
    result.house = house->get<double>();
    result.house_first = object.find("house_first") != nullptr && object.boolean("house_first");
  }
  result.moves = object.text_or("moves", kMaxDigest, "");
  if (object.find("block") != nullptr) {
    result.instance = BlockInstance{static_cast<int>(object.integer("block", kNumber)),
                                    static_cast<int>(object.integer("instance", kNumber))};
  }
}

void write_result(protocol::LineWriter& out, const GameResult& result) {
  std::string tallies = "[";
  for (const GameTally& tally : result.tallies) {
    tallies.append(tallies.size() > 1 ? "," : "").append(tally_json(tally));
  }
  out.field("game_no", result.game_no)
      .field("struck", result.struck)
      .json("scores", protocol::numbers(result.scores))
      .json("no_show", result.no_show)
      .raw("tallies", tallies + "]");
  if (!result.deciding.name.empty()) {
    out.json("deciding",
             Json{{"name", result.deciding.name}, {"values", protocol::numbers(result.deciding.values)}});
  }
  if (!result.ended.empty()) {
    out.field("ended", result.ended);
  }
  if (std::ranges::any_of(result.versions, [](int version) { return version != 0; })) {
    out.json("versions", result.versions);
  }
  if (!std::ranges::all_of(result.why_absent, &std::string::empty)) {
    out.json("why_absent", result.why_absent);
  }
  if (!result.machines.empty()) {
    std::string machines = "[";
    for (const PlayingMachine& machine : result.machines) {
      machines.append(machines.size() > 1 ? "," : "").append(machine_json(machine));
    }
    out.raw("machines", machines + "]");
  }
}

}  // namespace

PlayedRound::PlayedRound(std::initializer_list<PlayedEncounter> encounters)
    : encounters_(std::make_shared<std::vector<PlayedEncounter>>(encounters)) {}

PlayedRound& PlayedRound::operator=(const PlayedRound& other) {
  encounters_ = other.encounters_;
  shared_ = true;
  other.shared_ = true;
  return *this;
}

PlayedRound& PlayedRound::operator=(PlayedRound&& other) noexcept {
  encounters_ = std::exchange(other.encounters_, nullptr);
  shared_ = other.shared_.load();
  return *this;
}

std::vector<PlayedEncounter>& PlayedRound::edit() {
  if (encounters_ == nullptr || shared_) {
    encounters_ = std::make_shared<std::vector<PlayedEncounter>>(all());
    shared_ = false;
  }
  return *encounters_;
}

const std::vector<PlayedEncounter>& PlayedRound::all() const {
  static const std::vector<PlayedEncounter> kNone;
  return encounters_ == nullptr ? kNone : *encounters_;
}

std::string MatchPlace::id() const {
  std::string text = "r";
  text += std::to_string(round) + "t" + std::to_string(table) + "g" + std::to_string(game_no);
  return text;
}

std::optional<MatchPlace> MatchPlace::parse(const std::string& id) {
  std::string_view rest = id;
  MatchPlace place;
  const bool read = take_number(rest, 'r', place.round) && take_number(rest, 't', place.table) &&
                    take_number(rest, 'g', place.game_no) && rest.empty();
  return read && place.id() == id ? std::optional(place) : std::nullopt;
}

std::string Points::text() const {
  // Rounded half away from zero; the tie-breaks use the exact value.
  const std::int64_t hundredths = (std::abs(units_) * 100 + kUnit / 2) / kUnit;
  std::string text = std::to_string(hundredths / 100);
  if (const std::int64_t rest = hundredths % 100; rest != 0) {
    text.push_back('.');
    text.push_back(static_cast<char>('0' + rest / 10));
    if (rest % 10 != 0) {
      text.push_back(static_cast<char>('0' + rest % 10));
    }
  }
  if (units_ < 0 && hundredths > 0) {
    text.insert(text.begin(), '-');
  }
  return text;
}

std::string encounters_json(const std::vector<Encounter>& encounters) {
  std::string out = "[";
  for (const Encounter& encounter : encounters) {
    out.append(out.size() > 1 ? "," : "").append(encounter_json(encounter));
  }
  return out + "]";
}

std::vector<Encounter> read_encounters(std::string_view json) {
  const Json list = parse(json);
  if (!list.is_array()) {
    throw fields::Exception({"", fields::brief(list), "a list of matches"});
  }
  std::vector<Encounter> encounters;
  for (std::size_t i = 0; i < list.size(); ++i) {
    encounters.push_back(read_encounter(list[i], item("encounters", i)));
  }
  return encounters;
}

std::string game_result_json(const GameResult& result) {
  protocol::LineWriter out;
  write_result(out, result);
  return out.take();
}

std::string game_result_json(const LadderGame& game) {
  protocol::LineWriter out;
  write_result(out, game);
  if (!game.entrants.empty()) {
    out.json("entrants", game.entrants);
  }
  if (game.house) {
    out.json("house", protocol::numbers({*game.house}).front());
    if (game.house_first) {
      out.field("house_first", true);
    }
  }
  if (!game.moves.empty()) {
    out.field("moves", game.moves);
  }
  if (game.instance) {
    out.field("block", game.instance->block).field("instance", game.instance->number);
  }
  return out.take();
}

GameResult read_game_result(std::string_view json) { return read_ladder_game(json); }

LadderGame read_ladder_game(std::string_view json) {
  const Json value = parse(json);
  Object object(value, "");
  LadderGame result;
  result.game_no = static_cast<int>(object.integer("game_no", kNumber));
  result.struck = object.boolean("struck");
  read_lists(object, result);
  result.ended = object.text_or("ended", kMaxTime, "");
  read_deciding(object, result);
  read_versions(object, result);
  read_why_absent(object, result);
  read_machines(object, result);
  read_ladder_part(object, result);
  object.refuse_unknown();
  object.require();
  return result;
}

}  // namespace referee
