#include "referee/queue/queued_match.h"

#include <chrono>
#include <stdexcept>

#include "protocol/verdict.h"
#include "referee/games/adapters.h"
#include "referee/process/program.h"

namespace referee::queue {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* kNoAdapter = "json";

// ---- words ----

std::optional<std::string> sample_of(const std::string& word) {
  const std::string name = fs::path(word).filename().string();
  const auto sample = find_sample_bot(name);
  return sample && *sample == word ? std::optional(name) : std::nullopt;
}

QueuedWord queued_word(const std::string& word, const fs::path& folder) {
  if (const auto sample = sample_of(word)) {
    return {QueuedWord::Kind::sample, *sample};
  }
  std::error_code odd;
  if (!folder.empty() && fs::exists(word, odd)) {
    const fs::path file = fs::weakly_canonical(word, odd);
    const fs::path root = fs::weakly_canonical(folder, odd);
    if (!odd && is_below(file, root)) {
      return {QueuedWord::Kind::file, file.lexically_relative(root).string()};
    }
  }
  return {QueuedWord::Kind::text, word};
}

std::string unqueued_word(const QueuedWord& word, const fs::path& folder) {
  switch (word.kind) {
    case QueuedWord::Kind::file:
      return (folder / word.text).lexically_normal().string();
    case QueuedWord::Kind::sample: {
      const auto sample = find_sample_bot(word.text);
      if (!sample) {
        throw std::invalid_argument("no sample bot '" + word.text + "' is here");
      }
      return *sample;
    }
    case QueuedWord::Kind::text:
      break;
  }
  return word.text;
}

Json json_of(const QueuedWord& word) {
  switch (word.kind) {
    case QueuedWord::Kind::file:
      return {{"file", word.text}};
    case QueuedWord::Kind::sample:
      return {{"sample", word.text}};
    case QueuedWord::Kind::text:
      break;
  }
  return word.text;
}

QueuedWord read_word(const Json& json) {
  if (json.is_string()) {
    return {QueuedWord::Kind::text, json.get<std::string>()};
  }
  return json.contains("file") ? QueuedWord{QueuedWord::Kind::file, json.at("file").get<std::string>()}
                               : QueuedWord{QueuedWord::Kind::sample, json.at("sample").get<std::string>()};
}

// ---- seats ----

Json json_of(const QueuedMatch::Seat& seat) {
  Json json = {{"name", seat.name}};
  if (seat.bot) {
    Json words = Json::array();
    for (const QueuedWord& word : seat.bot->words) {
      words.push_back(json_of(word));
    }
    json["bot"] = {{"words", std::move(words)},
                   {"as", seat.bot->adapter},
                   {"stdio", name_of(seat.bot->stdio)},
                   {"bundle", seat.bot->bundle},
                   {"memory_mib", seat.bot->memory_mib}};
  }
  return json;
}

QueuedMatch::Seat read_seat(const Json& json) {
  QueuedMatch::Seat seat{json.at("name").get<std::string>()};
  if (const auto found = json.find("bot"); found != json.end()) {
    QueuedBot& bot = seat.bot.emplace();
    for (const Json& word : found->at("words")) {
      bot.words.push_back(read_word(word));
    }
    bot.adapter = found->at("as").get<std::string>();
    bot.stdio = stdio_named(found->at("stdio").get<std::string>()).value_or(Stdio::tcp);
    bot.bundle = found->at("bundle").get<std::string>();
    bot.memory_mib = found->at("memory_mib").get<std::int64_t>();
  }
  return seat;
}

// ---- given turns ----

Json json_of(const SeatAnswer& answer) {
  Json json = {{"seat", answer.seat},
               {"verdict", std::string(protocol::name_of(answer.verdict))},
               {"move", answer.move},
               {"fault", answer.fault},
               {"offered_cut", answer.offered_cut},
               {"spent_us", answer.spent.count()},
               {"forfeited", answer.forfeited}};
  if (answer.offered) {
    json["offered"] = *answer.offered;
  }
  return json;
}

SeatAnswer read_answer(const Json& json) {
  SeatAnswer answer;
  answer.seat = json.at("seat").get<std::size_t>();
  const auto verdict = protocol::verdict_of(json.at("verdict").get<std::string>());
  if (!verdict) {
    throw std::invalid_argument("no such verdict");
  }
  answer.verdict = *verdict;
  answer.move = json.at("move").get<std::string>();
  answer.fault = json.at("fault").get<std::string>();
  answer.offered_cut = json.at("offered_cut").get<bool>();
  answer.spent = Microseconds(json.at("spent_us").get<std::int64_t>());
  answer.forfeited = json.at("forfeited").get<bool>();
  if (const auto offered = json.find("offered"); offered != json.end()) {
    answer.offered = offered->get<std::string>();
  }
  return answer;
}

Json json_of(const GivenTurns& given) {
  Json turns = Json::array();
  for (const GivenTurns::Turn& turn : given.turns) {
    Json answers = Json::array();
    for (const SeatAnswer& answer : turn) {
      answers.push_back(json_of(answer));
    }
    turns.push_back(std::move(answers));
  }
  return turns;
}

GivenTurns read_given(const Json& json) {
  GivenTurns given;
  for (const Json& answers : json) {
    GivenTurns::Turn& turn = given.turns.emplace_back();
    for (const Json& answer : answers) {
      turn.push_back(read_answer(answer));
    }
  }
  return given;
}

// ---- the match ----

Json json_of(const std::vector<MatchSpec::Version>& versions) {
  Json json = Json::array();
  for (const MatchSpec::Version& version : versions) {
    json.push_back({{"number", version.number}, {"sha256", version.sha256}});
  }
  return json;
}

Json json_of(const MatchSpec& spec) {
  Json json = {{"match", spec.id},
               {"attempt", spec.attempt},
               {"game", std::string(spec.game->name)},
               {"version", spec.game->version},
               {"options", spec.options},
               {"seed", spec.seed.number},
               {"salt", spec.seed.salt},
               {"keep_seed_secret", spec.keep_seed_secret},
               {"clock", spec.clock.json()},
               {"given", json_of(spec.given)},
               {"versions", json_of(spec.versions)}};
  if (spec.place) {
    json["place"] = {{"tournament", spec.place->tournament},
                     {"round", spec.place->round},
                     {"table", spec.place->table},
                     {"game_no", spec.place->game_no}};
  }
  return json;
}

/// An older or newer program would play by other rules.
const engines::Entry* game_of(const Json& json) {
  const std::string name = json.at("game").get<std::string>();
  const QueuedRules rules = rules_of(json);
  const engines::Entry* const game =
      rules.sha256.empty() ? engines::find_game(name) : engines::find_rules(rules.sha256);
  const int version = json.at("version").get<int>();
  if (game == nullptr || game->version != version) {
    throw std::invalid_argument("this program does not have " + name + "/" + std::to_string(version));
  }
  return game;
}

MatchSpec read_spec(const Json& json) {
  MatchSpec spec;
  spec.id = json.at("match").get<std::string>();
  spec.attempt = json.at("attempt").get<int>();
  spec.game = game_of(json);
  spec.options = json.at("options");
  spec.seed = {json.at("seed").get<std::uint64_t>(), json.at("salt").get<std::string>()};
  spec.keep_seed_secret = json.at("keep_seed_secret").get<bool>();
  spec.clock = ClockSpec::read(json.at("clock"), "clock");
  spec.given = read_given(json.at("given"));
  for (const Json& version : json.at("versions")) {
    spec.versions.push_back({version.at("number").get<int>(), version.at("sha256").get<std::string>()});
  }
  if (const auto place = json.find("place"); place != json.end()) {
    spec.place = MatchSpec::Place{place->at("tournament").get<std::string>(), place->at("round").get<int>(),
                                  place->at("table").get<int>(), place->at("game_no").get<int>()};
  }
  return spec;
}

}  // namespace

QueuedBot queued(const BotCommand& bot, const std::function<std::string()>& bundle) {
  QueuedBot queued;
  const fs::path folder = bot.confinement ? bot.confinement->folder : fs::path();
  for (const std::string& word : bot.argv) {
    queued.words.push_back(queued_word(word, folder));
  }
  queued.adapter = bot.adapter == nullptr ? kNoAdapter : std::string(bot.adapter->name);
  queued.stdio = bot.stdio;
  if (bot.confinement) {
    queued.memory_mib = bot.confinement->memory_mib;
  }
  if (!folder.empty()) {
    queued.bundle = bundle();
  }
  return queued;
}

BotCommand unqueued(const QueuedBot& bot, const fs::path& folder) {
  BotCommand command;
  for (const QueuedWord& word : bot.words) {
    command.argv.push_back(unqueued_word(word, folder));
  }
  command.adapter = adapter_named(bot.adapter);
  command.stdio = bot.stdio;
  if (bot.words.front().kind != QueuedWord::Kind::sample) {
    command.confinement.emplace();
    command.confinement->folder = folder;
    command.confinement->memory_mib = bot.memory_mib;
  }
  command.files = files_of(command);
  return command;
}

Json QueuedMatch::json() const {
  Json json = json_of(spec);
  json["kind"] = "match";
  add_rules(rules, json);
  json["seats"] = Json::array();
  for (const Seat& seat : seats) {
    json["seats"].push_back(json_of(seat));
  }
  return json;
}

QueuedMatch QueuedMatch::read(const Json& json) {
  QueuedMatch match{read_spec(json), {}, rules_of(json)};
  for (const Json& seat : json.at("seats")) {
    match.seats.push_back(read_seat(seat));
  }
  return match;
}

}  // namespace referee::queue
