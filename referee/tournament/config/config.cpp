#include "referee/tournament/config/config.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/messages.h"
#include "referee/base/secrets.h"
#include "referee/base/strict_json.h"
#include "referee/games/option_files.h"
#include "referee/process/cpus.h"
#include "referee/rules/game_names.h"
#include "referee/rules/rules_entry.h"
#include "referee/tournament/config/config_frame.h"
#include "referee/tournament/config/entrant_spec.h"
#include "referee/tournament/config/student_list.h"
#include "referee/tournament/formats/format_table.h"

namespace referee {
namespace {

constexpr fields::Range kNoShowMs{1, 24LL * 60 * 60 * 1000};
constexpr fields::Range kParallel{1, 1024};
constexpr fields::Range kKeep{1, 1'000'000};
constexpr fields::Range kKeepDays{1, 36'500};
constexpr fields::Range kPaceMs{0, 60LL * 60 * 1000};
constexpr fields::Range kMemoryRange{Confinement::kLeastMemoryMib, Confinement::kMostMemoryMib};
constexpr fields::Range kPort{0, std::numeric_limits<std::uint16_t>::max()};
constexpr std::size_t kMaxTournamentName = 100;  // bytes, as all of these
constexpr std::size_t kMaxPath = 4096;
constexpr std::size_t kMaxHost = 255;

/// CPUs that launched bots may use.
std::int64_t cpus_of_bots() {
  const auto split = split_cpus(process_cpus());
  const auto count = static_cast<std::int64_t>(split ? split->bots.size() : process_cpus().size());
  return std::clamp(count, kParallel.min, kParallel.max);
}

[[noreturn]] void refuse(std::string path, const std::string& got, std::string expected) {
  throw fields::Exception({std::move(path), got, std::move(expected)});
}

Address read_listen(const Json& json, const std::string& path) {
  if (!json.is_object()) {
    throw fields::Exception(
        {path, fields::brief(json), R"(an object, as {"host": "0.0.0.0", "port": 7878})"});
  }
  fields::Object in(json, path);
  Address address{"127.0.0.1", 7878};
  address.host = filled_text(in, "host", kMaxHost, address.host);
  address.port = static_cast<std::uint16_t>(in.integer_or("port", kPort, address.port));
  in.refuse_unknown();
  in.require();
  return address;
}

/// Paths count from the current folder. Whether the files fit is known once they are read: TlsServer.
TlsSpec read_tls(const Json& json, const std::string& path) {
  fields::Object in(json, path);
  TlsSpec tls;
  for (const auto& [key, file] : {std::pair{"certificate", &tls.certificate}, {"key", &tls.key}}) {
    if (in.find(key) == nullptr) {
      in.fail_missing(key, "the path of a file in PEM form");
    }
    *file = filled_text(in, key, kMaxPath, "");
  }
  tls.optional = in.boolean_or("optional", false);
  in.refuse_unknown();
  in.require();
  return tls;
}

Json value_or(const Json* found, Json fallback) { return found == nullptr ? std::move(fallback) : *found; }

/// Reads the keys of a tournament file, each after the keys that it depends on.
class ConfigReader {
 public:
  enum class Entrants { listed, to_come, gone };

  ConfigReader(const Json& json, const std::string& file, Entrants entrants)
      : in_(json, ""), to_come_(entrants == Entrants::to_come), takes_gone_(entrants == Entrants::gone) {
    config_.file = file;
  }

  TournamentConfig read() {
    in_.find("$schema");  // for editors: the referee does not check it
    read_game();
    read_clock();
    read_people();
    read_course();
    read_practice();
    read_places();
    in_.refuse_unknown();
    in_.require();
    check_submissions();
    check_cpu();
    check_attendance();
    check_told();
    return std::move(config_);
  }

 private:
  void read_game();
  void read_instances(const Json& options, OptionFiles& files);
  void read_trial(const Json& options, OptionFiles& files);
  Json with_listed_openings(Json format) const;
  void read_ladder();
  void read_blocks(const BlockTerms& blocks) const;
  void read_keep();
  void read_seeds();
  void read_clock();
  void read_people();
  void read_course();
  void read_practice();
  StoreUri read_store();
  void read_places();
  void refuse_staff_in_a_bracket();
  void read_roster();
  void read_forbidden_pairs();
  void check_submissions();
  void check_cpu() const;
  void check_attendance() const;
  void check_told();

  fields::Object in_;
  bool to_come_;     // the entrants
  bool takes_gone_;  // entrants whose program is not there
  TournamentConfig config_;
};

void ConfigReader::read_game() {
  if (in_.find("name") == nullptr) {
    in_.fail_missing("name", "a text of 1 to " + std::to_string(kMaxTournamentName) + " bytes");
  }
  config_.name = filled_text(in_, "name", kMaxTournamentName, "");
  const std::filesystem::path folder = std::filesystem::path(config_.file).parent_path();
  config_.game = &rules::read_game(in_, "game", folder);

  OptionFiles files(*config_.game, folder);
  Json options = value_or(in_.find("options"), Json::object());
  files.fill_in(options, "options");
  files.with_places([&] {
    engines::Facts facts = config_.game->facts(options);
    config_.options = std::move(facts.options);
    config_.seats = facts.seats;
  });
  read_instances(options, files);
  read_trial(options, files);

  const Json* format = in_.find("format");
  if (format == nullptr) {
    in_.fail_missing("format", R"(an object, as {"kind":"swiss","rounds":5})");
    in_.require();
  }
  const bool scored = config_.game->ranks_by_score;
  config_.format = read_format(with_listed_openings(*format), "format",
                               {config_.seats, config_.instances.size(), scored, scored});
  read_ladder();
}

/// The openings of a ladder may stand in a file, whose name counts from the folder of the tournament file: a
/// list takes its place, so that the store has them.
Json ConfigReader::with_listed_openings(Json format) const {
  if (!format.is_object() || !format.contains("openings") || !format.at("openings").is_string()) {
    return format;
  }
  const auto file =
      std::filesystem::path(config_.file).parent_path() / format.at("openings").get<std::string>();
  Json list = Json::array();
  std::size_t number = 0;
  const std::string text = read_small_file(file);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") != std::string::npos && line.front() != '#') {
      list.push_back(parse_commented(line, file.string() + ":" + std::to_string(number)));
    }
  }
  format["openings"] = std::move(list);
  return format;
}

void ConfigReader::read_ladder() {
  const LadderTerms* const terms = config_.format->ladder();
  if (terms == nullptr) {
    return;
  }
  if (terms->until) {
    config_.until = read_utc(*terms->until);
    if (!config_.until) {
      refuse("format.until", fields::brief(Json(*terms->until)),
             "a time in UTC, as \"2026-11-20T08:00:00Z\", or null");
    }
  }
  if (terms->blocks) {
    read_blocks(*terms->blocks);
  }
}

/// No instance is played in two blocks.
void ConfigReader::read_blocks(const BlockTerms& blocks) const {
  if (!read_utc(blocks.first_closes)) {
    refuse("format.blocks.first_closes", fields::brief(Json(blocks.first_closes)),
           "a time in UTC, as \"2026-11-20T08:00:00Z\"");
  }
  for (std::size_t i = 0; i < config_.instances.size(); ++i) {
    if (const auto& seed = config_.instances.at(i).seed) {
      refuse("instances[" + std::to_string(config_.instances.at(i).entry) + "]",
             "seed " + std::to_string(*seed),
             "no seeds: each block of a ladder has new ones, which nobody knows before it closes");
    }
  }
}

void ConfigReader::read_instances(const Json& options, OptionFiles& files) {
  const Json* written = in_.find("instances");
  if (written != nullptr && written->is_null()) {
    in_.fail("instances", *written, "a list of objects, or no such key");
    in_.require();
  }
  Json instances = value_or(written, Json());
  if (instances.is_array()) {
    for (std::size_t i = 0; i < instances.size(); ++i) {
      files.fill_in(instances[i], "instances[" + std::to_string(i) + "]");
    }
  }
  files.with_places([&] { config_.instances = Instances(instances, "instances", *config_.game, options); });
}

void ConfigReader::read_trial(const Json& options, OptionFiles& files) {
  const Json* const written = in_.find("trial");
  if (written != nullptr && written->is_null()) {
    in_.fail("trial", *written, "an object, or no such key");
    in_.require();
  }
  Json trial = value_or(written, Json());
  if (trial.is_object()) {
    files.fill_in(trial, "trial");
  }
  files.with_places([&] {
    config_.trial = referee::read_trial(trial, "trial", *config_.game, options, config_.instances);
  });
}

void ConfigReader::read_clock() {
  const Json* clock = in_.find("clock");
  config_.clock = ClockSpec::read(clock == nullptr ? Json::parse(config_.game->clock) : *clock, "clock");
}

void ConfigReader::read_people() {
  if (const Json* registration = in_.find("registration")) {
    config_.registration = RegistrationSpec::read(*registration, "registration");
  }
  if (const Json* entrants = in_.find("entrants")) {
    config_.entrants = EntrantSpec::read_list(*entrants, *config_.game, config_.format->traits().bye_rounds,
                                              "entrants", takes_gone_);
  }
  refuse_staff_in_a_bracket();
  read_roster();
  read_forbidden_pairs();
  if (const Json* house_bot = in_.find("house_bot")) {
    config_.house_bot = read_bot_command(*house_bot, "house_bot", {}, config_.game);
  }
}

/// Who goes out in a bracket makes way for another one, so a staff bot in it would take a place from a
/// student.
void ConfigReader::refuse_staff_in_a_bracket() {
  const auto staff = std::ranges::find_if(config_.entrants, &EntrantSpec::staff);
  if (staff != config_.entrants.end() && config_.format->layout().has(ReportLayout::Section::bracket)) {
    refuse(
        "entrants[" + std::to_string(staff - config_.entrants.begin()) + "].staff", "true",
        "false: a bracket has no place for staff bots. Play the rounds without a final, and the bracket as a "
        "tournament of students");
  }
}

/// A path counts from the current folder, as that of a command.
void ConfigReader::read_roster() {
  if (in_.find("roster") == nullptr) {
    return;
  }
  const std::string roster = filled_text(in_, "roster", kMaxPath, "");
  in_.require();
  try {
    config_.roster = StudentList::read(read_whole_file(roster, kMaxTextMib), roster).exported;
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(std::string("roster: ") + wrong.what());
  }
}

void ConfigReader::read_forbidden_pairs() {
  const Json* pairs = in_.find("forbidden_pairs");
  if (pairs == nullptr) {
    return;
  }
  if (!config_.format->traits().keeps_apart) {
    refuse("forbidden_pairs", fields::brief(*pairs),
           "no such key: only the pairings of a swiss keep entrants apart");
  }
  std::set<std::string> known;
  for (const EntrantSpec& entrant : config_.entrants) {
    known.insert(protocol::folded_name(entrant.name));
  }
  config_.forbidden_pairs = referee::read_forbidden_pairs(
      *pairs, config_.registration.open || to_come_ ? nullptr : &known, "forbidden_pairs");
}

void ConfigReader::read_course() {
  const Json* start = in_.find("start");
  config_.start = StartSpec::read(start == nullptr ? Json::object() : *start, "start",
                                  config_.format->traits().least_entrants);
  if (start == nullptr && config_.registration.open && config_.format->ladder() == nullptr) {
    config_.start.when = StartSpec::When::manual;  // nobody knows who is still to come
  }
  config_.between_rounds =
      static_cast<BetweenRounds>(in_.choice_or("between_rounds", {"go_on", "manual"}, 0));
  config_.no_show = Milliseconds(in_.integer_or("no_show_ms", kNoShowMs, config_.no_show.count()));
  config_.on_restart = static_cast<OnRestart>(in_.choice_or("on_restart", {"go_on", "replay"}, 0));
  config_.grace = Milliseconds(in_.integer_or("grace_ms", kNoShowMs, config_.no_show.count()));
  config_.parallel = static_cast<std::size_t>(in_.integer_or("parallel", kParallel, cpus_of_bots()));
  config_.keep_bots = in_.boolean_or("keep_bots", false);
  if (config_.keep_bots && config_.format->ladder() != nullptr) {
    in_.fail("keep_bots", *in_.find("keep_bots"),
             "false or no such key: a ladder and practice have no encounters of several games");
  }
  if (in_.find("seed") != nullptr) {
    config_.seed = static_cast<std::uint64_t>(in_.integer("seed", kSeedRange));
  }
}

void ConfigReader::read_practice() {
  const bool practice = config_.format->traits().open_practice;
  if (const Json* found = in_.find("pace_ms"); found != nullptr && !practice) {
    in_.fail("pace_ms", *found, "no such key: it is for practice only");
  }
  if (const Json* found = in_.find("keep"); found != nullptr && config_.format->ladder() == nullptr) {
    in_.fail("keep", *found, "no such key: it is for practice and ladders only");
  }
  read_keep();
  read_seeds();
  config_.pace = Milliseconds(in_.integer_or("pace_ms", kPaceMs, config_.pace.count()));
}

/// A number of matches, or on a ladder also their age.
void ConfigReader::read_keep() {
  const Json* const keep = in_.find("keep");
  if (keep == nullptr) {
    return;
  }
  if (!keep->is_object()) {
    config_.keep = static_cast<std::size_t>(in_.integer("keep", kKeep));
    return;
  }
  fields::Object both(*keep, "keep");
  config_.keep =
      static_cast<std::size_t>(both.integer_or("matches", kKeep, static_cast<std::int64_t>(config_.keep)));
  if (const Json* days = both.find("days")) {
    if (config_.format->ladder() == nullptr || config_.format->traits().open_practice) {
      both.fail("days", *days, "no such key: it is for ladders only");
    }
    config_.keep_days = static_cast<int>(both.integer("days", kKeepDays));
  }
  both.refuse_unknown();
  both.require();
}

/// A path counts from the current folder, as that of the store.
void ConfigReader::read_seeds() {
  const Json* const seeds = in_.find("seeds_from");
  if (seeds == nullptr) {
    return;
  }
  const FormatTraits& traits = config_.format->traits();
  if (traits.hall_of_fame || config_.format->ladder() != nullptr) {
    in_.fail("seeds_from", *seeds,
             "no such key: only a swiss, a round robin and a double elimination have seeds");
  }
  const std::string written = filled_text(in_, "seeds_from", kMaxPath, "");
  config_.seeds_from = StoreUri::read(written);
  if (!config_.seeds_from) {
    in_.fail("seeds_from", StoreUri::without_password(written), StoreUri::kExpected);
  }
}

/// Left out: the name of the tournament file with .db, in the current folder.
StoreUri ConfigReader::read_store() {
  const StoreUri usual = std::filesystem::path(config_.file).stem().concat(".db");
  const std::string written = filled_text(in_, "store", kMaxPath, usual.text());
  const std::optional<StoreUri> store = StoreUri::read(written);
  if (!store) {
    in_.fail("store", StoreUri::without_password(written), StoreUri::kExpected);
  }
  return store.value_or(usual);
}

void ConfigReader::read_places() {
  if (const Json* listen = in_.find("listen")) {
    config_.listen = read_listen(*listen, "listen");
  }
  if (const Json* tls = in_.find("tls")) {
    config_.tls = read_tls(*tls, "tls");
  }
  if (const Json* web = in_.find("web")) {
    config_.web = WebSpec::read(*web, "web");
  }
  if (const Json* const submissions = in_.find("submissions")) {
    config_.submissions = SubmissionSpec::read(*submissions, config_.game->name, "submissions");
  }
  if (const Json* const marks = in_.find("marks")) {
    fields::Object(*marks, "marks").require();
    config_.marks = *marks;
  }
  config_.store = read_store();
  config_.reports = filled_text(in_, "reports", kMaxPath, "out/");
  config_.sandbox = static_cast<SandboxLevel>(in_.choice_or("sandbox", {"none", "basic", "bwrap", "full"},
                                                            static_cast<std::size_t>(config_.sandbox)));
  config_.bound_memory(in_.integer_or("memory_mib", kMemoryRange, Confinement::kMemoryMib));
  if (const Json* as_root = in_.find("as_root")) {
    if (!as_root->is_boolean()) {
      in_.fail("as_root", *as_root, "true or false");
      in_.require();
    }
    config_.as_root = as_root->get<bool>();
  }
  if (const Json* const workers = in_.find("workers")) {
    config_.workers =
        WorkersSpec::read(*workers, rules::least_sandbox(*config_.game, config_.sandbox), "workers");
  }
}

// ---- keys that must fit together ----

void ConfigReader::check_submissions() {
  if (!config_.submissions) {
    return;
  }
  if (!config_.web.listen) {
    refuse("submissions", fields::brief(*in_.find("submissions")),
           "no such key without pages: versions are handed in at web.listen, which is null");
  }
  if (config_.sandbox == SandboxLevel::none) {
    refuse("sandbox", "\"none\"", "\"basic\" or stronger: bots that are handed in are not trusted");
  }
}

void ConfigReader::check_cpu() const {
  const auto need = config_.clock.cpu_need();
  if (!need) {
    return;
  }
  const auto dials = std::ranges::find_if(config_.entrants, [](const auto& e) { return !e.bot; });
  if (dials == config_.entrants.end() && !config_.registration.open) {
    return;
  }
  const std::string who = dials == config_.entrants.end()
                              ? "registration is open, and of whoever dials in"
                              : "entrants[" + std::to_string(dials - config_.entrants.begin()) + "] (" +
                                    dials->name + ") dials in, and of its bot";
  refuse(need->path, need->got, need->expected + ": " + who + " the processor time cannot be measured");
}

void ConfigReader::check_attendance() const {
  const auto& entrants = config_.entrants;
  const bool practice = config_.format->traits().open_practice;
  const auto launched = std::ranges::find_if(entrants, [](const auto& e) { return e.bot.has_value(); });
  if (practice && config_.seats > 1 && config_.house_bot.empty()) {
    refuse("house_bot", "", "the command of the bot to practise with, as a list of words");
  }
  if (practice && launched != entrants.end()) {
    refuse("entrants[" + std::to_string(launched - entrants.begin()) + "].command",
           fields::brief(Json(launched->bot->argv)), "token_sha256: whoever practises dials in");
  }
  if (to_come_ && !entrants.empty()) {
    refuse("entrants", std::to_string(entrants.size()) + " of them", "none: they are still to come");
  }
  if (!to_come_ && !config_.registration.open && entrants.size() < config_.start.min_entrants) {
    refuse("entrants", std::to_string(entrants.size()) + " of them",
           "at least " + std::to_string(config_.start.min_entrants) +
               " (start.min_entrants), or \"registration\":\"open\"");
  }
}

/// A match program has the clocks, and starts the bots: none can dial in, and none speaks our protocol.
void ConfigReader::check_told() {
  if (config_.game->has_turns()) {
    return;
  }
  const std::string who = std::string(config_.game->name) + " is a match program, which ";
  if (const Json* const clock = in_.find("clock")) {
    refuse("clock", fields::brief(*clock), "no such key: " + who + "has clocks of its own");
  }
  if (config_.registration.open) {
    refuse("registration", R"("open")",
           R"("closed": )" + who + "starts its bots, so that nobody can dial in");
  }
  for (std::size_t i = 0; i < config_.entrants.size(); ++i) {
    const EntrantSpec& entrant = config_.entrants[i];
    const std::string path = "entrants[" + std::to_string(i) + "].";
    if (!entrant.bot) {
      refuse(path + "command", "",
             "a list of words: " + who + "starts its bots, so that " + entrant.name + " cannot dial in");
    }
    if (entrant.bot->adapter != nullptr) {
      refuse(path + "as", "an adapter", "no such key: " + who + "speaks with its bots in its own way");
    }
  }
}

}  // namespace

TournamentConfig TournamentConfig::load(const std::filesystem::path& file) {
  return read(read_json_file(file), file.string());
}

namespace {

TournamentConfig read_config(const Json& json, const std::string& file, ConfigReader::Entrants entrants) {
  try {
    return ConfigReader(json, file, entrants).read();
  } catch (const fields::Exception& wrong) {
    fields::Error error = wrong.error();
    error.path = path_in_file(file, error.path);
    throw fields::Exception(std::move(error));
  } catch (const std::invalid_argument& wrong) {  // from a map or a maze in a file
    throw std::invalid_argument(file + ": " + wrong.what());
  }
}

}  // namespace

TournamentConfig TournamentConfig::read(const Json& json, const std::string& file) {
  return read_config(json, file, ConfigReader::Entrants::listed);
}

TournamentConfig read_tournament_frame(const Json& json, const std::string& file) {
  return read_config(json, file, ConfigReader::Entrants::to_come);
}

TournamentConfig load_with_gone_programs(const std::filesystem::path& file) {
  return read_config(read_json_file(file), file.string(), ConfigReader::Entrants::gone);
}

}  // namespace referee
