#include "referee/tournament/run/opened_store.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/messages.h"
#include "referee/base/secrets.h"
#include "referee/base/text.h"
#include "referee/record/record.h"
#include "referee/store/turn_files.h"
#include "referee/tournament/formats/format_table.h"
#include "referee/tournament/run/changed_entrants.h"
#include "referee/tournament/run/encounter_match.h"
#include "referee/tournament/run/kept_rules.h"
#include "referee/tournament/run/resume_terms.h"

namespace referee {
namespace {

constexpr std::size_t kShownRounds = 20;  // bytes of a damaged text
constexpr const char* kInterrupted = "the referee ended in mid-match";

/// "/format/rounds" as "format.rounds", "/instances/2/seed" as "instances[2].seed".
std::string key_path(const std::string& pointer) {
  std::string path;
  for (std::size_t at = 0; at < pointer.size();) {
    const std::size_t end = std::min(pointer.find('/', at + 1), pointer.size());
    const std::string part = pointer.substr(at + 1, end - at - 1);
    const bool index = !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
    if (index) {
      path.append("[").append(part).append("]");
    } else {
      path += (path.empty() ? "" : ".") + part;
    }
    at = end;
  }
  return path;
}

std::string part_shown(const Json& whole, const Json::json_pointer& at) {
  return whole.contains(at) ? fields::brief(whole.at(at)) : "nothing";
}

/// Matches of a store that have been played to their end, for people.
std::string finished_matches(const StoreContent& content) {
  const auto count = std::ranges::count_if(content.games, [](const StoredAttempt& attempt) {
    return attempt.status == StoredAttempt::Status::done;
  });
  return counted(count, "finished match was", "finished matches were") + " played";
}

/// Those who begin the tournament again with --changed-game know that its matches are of two editions.
void refuse_another_game_folder(const TournamentConfig& config, const StoreContent& content,
                                const std::string& was) {
  const std::string now = config.game->rules_sha256();
  const std::string editions = finished_matches(content) + " with SHA-256 " + was + ", and it now has " + now;
  const bool same_seats = Json::parse(content.meta.at(meta_key::kRulesFacts)).at("seats") == config.seats;
  if (config.takes_changed_game && same_seats) {
    spdlog::warn(
        "the folder of game {} has changed: {}. Each record names the edition that it was played with",
        config.game->name, editions);
    return;
  }
  throw std::invalid_argument(
      config.file + ": game: the folder " + config.game->folder() + " has changed since " +
      config.store.text() + " was begun: " + editions +
      (same_seats
           ? ". Bring the folder back, go on with the changed one (--changed-game; the old one stays in " +
                 kept_rules(config.store, was).string() + ", for `verify --game`), or "
           : ". It has another number of seats, so that it cannot go on here. Bring the folder back, or ") +
      "begin another tournament in another store (--store)");
}

/// Standings tell that matches were played by two editions of the rules, and where the earlier one is.
void note_changed_rules(SystemTime now, const TournamentConfig& config, const std::string& was,
                        StoreContent& content, std::vector<StoreWrite>& writes) {
  const StoredChange change{utc_text(now), static_cast<int>(content.rounds.size()),
                            "the rules of the game have changed: " + finished_matches(content) +
                                " by the earlier ones, " +
                                kept_rules(config.store, was).lexically_normal().string()};
  content.changes.push_back(change);
  writes.emplace_back(store_write::AddChange{change});
}

/// Those who begin a round robin again with --changed-entrants know which games that adds and makes void.
void refuse_changed_entrants(const TournamentConfig& config, const ChangedEntrants& changed) {
  const std::string what = config.file + ": entrants: these have changed since play began in " +
                           config.store.text() + ": " + changed.text();
  if (!config.takes_changed_entrants) {
    throw std::invalid_argument(what +
                                ". Add --changed-entrants to play only that, or play all anew in "
                                "another store (--store)");
  }
  spdlog::warn("{}", what);
}

/// Makes the games void that another program has to play again, in the content and by `writes`.
void take_changed_entrants(SystemTime now, const TournamentConfig& config, Store& store,
                           const ChangedEntrants& changed, OpenedStore& opened,
                           std::vector<StoreWrite>& writes) {
  const bool was_over = opened.content.meta.contains(meta_key::kFinished);
  const std::string why = changed.void_note();
  for (const std::size_t index : changed.void_games()) {
    StoredAttempt& game = opened.content.games[index];
    if (game.status == StoredAttempt::Status::running) {
      continue;  // take_up_attempts() closes it
    }
    game.status = StoredAttempt::Status::voided;
    std::string record = voided_afterwards(store.record(game.match, game.attempt), why);
    writes.emplace_back(store_write::ChangeStatus{game.match, game.attempt, game.status, record});
    if (was_over || !keeps_seed_secret(config, {game.round, game.table, game.game_no})) {
      opened.replaced.push_back({game.match, game.attempt, std::move(record), why});
    }
  }
  changed.take(now, writes);
  if (was_over) {
    opened.content.meta.erase(meta_key::kFinished);
    writes.emplace_back(store_write::RemoveMeta{meta_key::kFinished});
  }
}

/// Some formats are paired for the entrants that were in the tournament when play began.
void refuse_new_entrants(const TournamentConfig& config, const StoreContent& content) {
  const std::string& why = config.format->traits().entry_closes;
  if (why.empty() || content.rounds.empty() || config.format->traits().plays_changes) {
    return;
  }
  for (std::size_t i = 0; i < config.entrants.size(); ++i) {
    const std::string name = protocol::folded_name(config.entrants[i].name);
    const bool known = std::ranges::any_of(content.entrants, [&](const StoredEntrant& entrant) {
      return protocol::folded_name(entrant.name) == name;
    });
    if (!known) {
      throw std::invalid_argument(
          config.file + ": entrants[" + std::to_string(i) + "].name: got \"" + config.entrants[i].name +
          "\", expected an entrant of " + config.store.text() + ": " + why +
          ", and play has begun (only a round robin at tables of two takes others "
          "then, with --changed-entrants). To play with everybody, begin anew: add --store "
          "NEW.db, or move " +
          config.store.text() + " away");
    }
  }
}

void begin(const TournamentConfig& config, OpenedStore& opened, std::vector<StoreWrite>& writes) {
  const auto set = [&](const char* key, std::string value) {
    opened.content.meta[key] = value;
    writes.emplace_back(store_write::SetMeta{key, std::move(value)});
  };
  set(meta_key::kFrozen, protocol::dump(config.frozen()));
  set(meta_key::kSeed, std::to_string(config.seed.value_or(random_seed())));
  set(meta_key::kSalt, random_hex());
}

/// An attempt that was running: its record as far as it was kept, and how it can go on.
struct RunningAttempt {
  std::string stored;  // the record in the store; a part of `record`
  std::string record;
  std::vector<Microseconds> silence;
  bool has_file = false;  // with every turn that was played, unless the machine has crashed
};

/// The file has the newest turns. If the store has more of them, the machine has crashed, or a turn could not
/// be written to the file, nor the file be removed.
RunningAttempt running_attempt(Store& store, const TurnFiles& files, const StoredAttempt& attempt) {
  RunningAttempt running;
  running.stored = store.record(attempt.match, attempt.attempt);
  running.record = running.stored;
  if (const auto text = files.read(attempt.match, attempt.attempt)) {
    KeptTurns turns = KeptTurns::read(*text);
    std::string record = running.stored.substr(0, running.stored.find('\n') + 1) + turns.lines;
    if (record.size() >= running.record.size()) {
      running.has_file = true;
      running.record = std::move(record);
      running.silence = std::move(turns.silence);
    }
  }
  return running;
}

/// Why the header does not let the match go on with this program and this config; "" if it does.
std::string why_another_match(const TournamentConfig& config, const std::string& record) {
  const Json header = Json::parse(record.substr(0, record.find('\n')), nullptr, false);
  const std::string engine = std::string(config.game->name) + "/" + std::to_string(config.game->version);
  if (!header.is_object() || header.value("engine", Json()) != Json(engine)) {
    return "its rules were another version than " + engine;
  }
  if (header.contains("match_program")) {
    return "its program plays whole matches, and none goes on in the middle";
  }
  if (header.value("rules_sha256", "") != config.game->rules_sha256()) {
    return "its rules were another edition of the game's folder";
  }
  return header.value("clock", Json()) == config.clock.json() ? "" : "its clock has been changed";
}

/// Why the attempt cannot go on, for people; "" if it can.
std::string why_played_again(const TournamentConfig& config, const std::optional<ResumeTerms>& terms,
                             const RunningAttempt& running, const std::string& boot_id) {
  if (config.on_restart == OnRestart::replay || config.format->traits().open_practice) {
    return config.on_restart == OnRestart::replay ? "on_restart is replay" : "practice does not go on";
  }
  if (!terms || terms->seats.size() != config.seats) {
    return "the store does not say how it was begun";
  }
  bool dials = false;
  std::size_t came = 0;
  for (std::size_t seat = 0; seat < terms->seats.size(); ++seat) {
    const Match::Attendance& attendance = terms->seats[seat];
    if (attendance.came && !attendance.resumes) {
      return "the bot of seat " + std::to_string(seat) + " has not said \"resume\" in its hello";
    }
    dials = dials || (attendance.came && attendance.dials);
    came += attendance.came ? 1 : 0;
  }
  if (came < std::min<std::size_t>(2, terms->seats.size())) {
    return "too few of its players had come";
  }
  const bool same_boot = terms->boot_id == boot_id;
  if (!same_boot && dials) {
    return "the machine has been started again, and not all of its bots are launched";
  }
  if (same_boot && !running.has_file) {
    return "its turns could not be kept";
  }
  return why_another_match(config, running.record);
}

/// Nothing, and why, if the attempt cannot go on, as when `why` says so before.
std::optional<SavedMatch> saved_match(const TournamentConfig& config, const StoredAttempt& attempt,
                                      const RunningAttempt& running, const std::string& boot_id,
                                      std::string& why) {
  const auto terms = ResumeTerms::read(attempt.result);
  why = why.empty() ? why_played_again(config, terms, running, boot_id) : why;
  if (!why.empty()) {
    return std::nullopt;
  }
  const std::size_t end = true_part(running.record, *config.game);
  if (end == 0 || end < running.stored.size()) {
    why = "its record is damaged";
    return std::nullopt;
  }
  SavedMatch saved{running.record.substr(0, end), {}, running.silence};
  for (const Match::Attendance& seat : terms->seats) {
    saved.came.push_back(seat.came);
  }
  return saved;
}

/// Decides which of the attempts that were running go on, and closes the others as void.
void take_up_attempts(const Clock& clock, const TournamentConfig& config, Store& store,
                      const ChangedEntrants& changed, OpenedStore& opened, const TurnFiles& files,
                      std::vector<StoreWrite>& writes) {
  for (std::size_t i = 0; i < opened.content.games.size(); ++i) {
    StoredAttempt& attempt = opened.content.games[i];
    if (attempt.status != StoredAttempt::Status::running) {
      continue;
    }
    const RunningAttempt running = running_attempt(store, files, attempt);
    std::string why = std::ranges::binary_search(changed.void_games(), i) ? changed.void_note() : "";
    if (auto saved = saved_match(config, attempt, running, clock.boot_id(), why)) {
      if (saved->record.size() > running.stored.size()) {
        writes.emplace_back(store_write::Journal{attempt.match, attempt.attempt,
                                                 saved->record.substr(running.stored.size())});
      }
      opened.resumable.push_back({attempt.match, attempt.attempt, std::move(*saved)});
      continue;
    }
    attempt.status = StoredAttempt::Status::voided;
    const std::string record = closed_as_void(running.record, kInterrupted, clock.utc());
    writes.emplace_back(store_write::FinishAttempt{attempt.match, attempt.attempt,
                                                   StoredAttempt::Status::voided, "", record});
    opened.interrupted.push_back({attempt.match, attempt.attempt, record, why});
  }
}

/// Keeps what the pages of this start show, for those that `referee web` and `referee site` make later.
void keep_page_terms(const WebSpec& web, std::map<std::string, std::string>& meta,
                     std::vector<StoreWrite>& writes) {
  const auto keep = [&](const char* key, const std::string& value, const std::string& if_missing) {
    const auto before = meta.find(key);
    if ((before == meta.end() ? if_missing : before->second) != value) {
      meta[key] = value;
      writes.emplace_back(store_write::SetMeta{key, value});
    }
  };
  keep(meta_key::kFreezeRounds, std::to_string(web.freeze_rounds), "0");
  keep(meta_key::kShownNames, web.names == WebSpec::Names::display ? "display" : "name", "name");
  keep(meta_key::kShownTurn, web.show_turn_ms ? std::to_string(*web.show_turn_ms) : "", "");
  keep(meta_key::kShownPlaces, std::to_string(web.places), "0");
  keep(meta_key::kShownMatches, web.matches == WebSpec::Matches::own ? "own" : "all", "all");
}

}  // namespace

void refuse_another_frozen_part(const TournamentConfig& config, const StoreContent& content) {
  Json frozen = Json::parse(content.meta.at(meta_key::kFrozen));
  const Json now = config.frozen();
  if (const std::string was = frozen.value("rules_sha256", "");
      frozen.at("game") == now.at("game") && !was.empty() && was != now.value("rules_sha256", "")) {
    refuse_another_game_folder(config, content, was);
  }
  for (const std::string_view key : {"game", "options", "format", "seed", "instances"}) {
    if (key == "format") {
      // A store that was begun before a key existed has that key's default. The games are known to be the
      // same here.
      frozen[key] = read_format(frozen.at(key), "format",
                                {config.seats, config.instances.size(), config.game->ranks_by_score})
                        ->json();
    }
    const Json patch = Json::diff(frozen.at(key), now.at(key));
    if (patch.empty()) {
      continue;
    }
    std::string pointer = "/";
    pointer.append(key).append(patch.front().at("path").get<std::string>());
    if (pointer.ends_with("/-")) {
      pointer.resize(pointer.size() - 2);  // "/-", the end of a list, has no value to show
    }
    const Json::json_pointer at(pointer);
    throw std::invalid_argument(config.file + ": " + key_path(pointer) + ": got " + part_shown(now, at) +
                                ", expected " + part_shown(frozen, at) + ": " + config.store.text() +
                                " was begun so. Another tournament needs another store (--store)");
  }
}

std::filesystem::path turns_folder(const StoreUri& store) { return store.beside(".turns"); }

std::shared_ptr<const TournamentFormat> with_stored_changes(std::shared_ptr<const TournamentFormat> format,
                                                            const StoreContent& content) {
  if (std::vector<std::size_t> entered = entered_of(content); !entered.empty()) {
    if (!format->traits().plays_changes) {
      throw fields::Exception({meta_key::kEntered, content.meta.at(meta_key::kEntered),
                               "nothing: the format takes no late entrants"});
    }
    return format->with_entered(std::move(entered));
  }
  const auto found = content.meta.find(meta_key::kRounds);
  if (found == content.meta.end()) {
    return format;
  }
  int rounds = 0;
  const std::string& text = found->second;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rounds);
  const bool fits = error == std::errc{} && end == text.data() + text.size() && rounds >= 1 &&
                    rounds <= TournamentFormat::kMostRounds && format->own_rounds();
  if (!fits) {
    throw fields::Exception({meta_key::kRounds, fields::brief_text(text, kShownRounds),
                             "a number from 1 to " + std::to_string(TournamentFormat::kMostRounds) +
                                 ", and a format that has a number of rounds"});
  }
  return format->with_rounds(rounds);
}

PairingRequests requests_of(const StoreContent& content) {
  const auto found = content.meta.find(meta_key::kRequests);
  return found == content.meta.end() ? PairingRequests() : PairingRequests::read(found->second);
}

std::optional<ClassExport> roster_of(const StoreContent& content) {
  const auto found = content.meta.find(meta_key::kRoster);
  if (found == content.meta.end()) {
    return std::nullopt;
  }
  return ClassExport::read(Json::parse(found->second, nullptr, false), meta_key::kRoster);
}

OpenedStore open_tournament(const TournamentConfig& config, Store& store, const Clock& clock,
                            const std::string& sandbox) {
  OpenedStore opened;
  opened.content = store.load();
  auto& meta = opened.content.meta;
  opened.resumed = meta.contains(meta_key::kFrozen);
  std::vector<StoreWrite> writes;
  Json frozen = opened.resumed ? Json::parse(meta[meta_key::kFrozen]) : Json();
  if (opened.resumed) {
    refuse_another_frozen_part(config, opened.content);
    refuse_new_entrants(config, opened.content);
  }
  const ChangedEntrants changed(config, opened.content);
  if (opened.resumed) {
    if (changed.any()) {
      refuse_changed_entrants(config, changed);
      take_changed_entrants(clock.utc(), config, store, changed, opened, writes);
    }
    if (frozen.contains("rules_sha256") && frozen["rules_sha256"] != Json(config.game->rules_sha256())) {
      note_changed_rules(clock.utc(), config, frozen["rules_sha256"].get<std::string>(), opened.content,
                         writes);
      frozen["rules_sha256"] = config.game->rules_sha256();
      meta[meta_key::kFrozen] = frozen.dump();
      writes.emplace_back(store_write::SetMeta{meta_key::kFrozen, meta[meta_key::kFrozen]});
    }
  } else {
    begin(config, opened, writes);
  }
  keep_rules(config.store, *config.game);
  if (const std::string folder = config.game->folder(); !folder.empty()) {
    const engines::Facts facts = config.game->facts(config.options);
    meta[meta_key::kRulesFolder] = folder;
    Json kept = {{"seats", facts.seats}, {"hidden", facts.hidden}};
    if (config.game->ranks_by_score) {
      kept["scored"] = true;
    }
    meta[meta_key::kRulesFacts] = kept.dump();
    for (const char* const key : {meta_key::kRulesFolder, meta_key::kRulesFacts}) {
      writes.emplace_back(store_write::SetMeta{key, meta[key]});
    }
  }
  for (const auto& [key, path] : {std::pair<const char*, std::filesystem::path>{meta_key::kFile, config.file},
                                  {meta_key::kReports, config.reports}}) {
    meta[key] = std::filesystem::absolute(path).lexically_normal().string();
    writes.emplace_back(store_write::SetMeta{key, meta[key]});
  }
  meta[meta_key::kName] = config.name;
  writes.emplace_back(store_write::SetMeta{meta_key::kName, config.name});
  if (!sandbox.empty()) {
    meta[meta_key::kSandbox] = sandbox;
    writes.emplace_back(store_write::SetMeta{meta_key::kSandbox, sandbox});
  }
  keep_page_terms(config.web, meta, writes);
  changed.take_programs(writes);
  opened.format = with_stored_changes(config.format, opened.content);
  if (config.roster) {
    const std::string roster = config.roster->json().dump();
    if (meta[meta_key::kRoster] != roster) {
      meta[meta_key::kRoster] = roster;
      writes.emplace_back(store_write::SetMeta{meta_key::kRoster, roster});
    }
  }
  const PairingRequests before = requests_of(opened.content);
  opened.requests = config.requests();
  opened.requests.ruled = before.ruled;
  if (opened.requests != before) {
    meta[meta_key::kRequests] = opened.requests.json();
    writes.emplace_back(store_write::SetMeta{meta_key::kRequests, meta[meta_key::kRequests]});
  }
  TurnFiles files(turns_folder(config.store));
  take_up_attempts(clock, config, store, changed, opened, files, writes);
  store.apply(writes);
  std::vector<TurnFiles::Attempt> running;
  for (const OpenedStore::Resumable& resumable : opened.resumable) {
    running.push_back({resumable.match, resumable.attempt});
  }
  files.keep_only(running);
  opened.seeds = {std::stoull(meta[meta_key::kSeed]), meta[meta_key::kSalt]};
  return opened;
}

}  // namespace referee
