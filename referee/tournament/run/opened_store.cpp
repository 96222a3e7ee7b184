#include "referee/tournament/run/opened_store.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "protocol/fields.h"
#include "protocol/json_writer.h"
#include "protocol/messages.h"
#include "referee/base/secrets.h"
#include "referee/match/record.h"
#include "referee/tournament/formats/format_table.h"

namespace referee {
namespace {

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

void refuse_another_frozen_part(const TournamentConfig& config, Json frozen) {
  const Json now = config.frozen();
  for (const std::string_view key : {"game", "options", "format", "seed", "instances"}) {
    if (key == "format") {
      // A store that was begun before a key existed has that key's default. The games are known to be the
      // same here.
      frozen[key] = read_format(frozen.at(key), "format", {config.seats, config.instances.size()})->json();
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

/// Some formats are paired for the entrants that were in the tournament when play began.
void refuse_new_entrants(const TournamentConfig& config, const StoreContent& content) {
  const std::string& why = config.format->traits().entry_closes;
  if (why.empty() || content.rounds.empty()) {
    return;
  }
  for (std::size_t i = 0; i < config.entrants.size(); ++i) {
    const std::string name = protocol::folded_name(config.entrants[i].name);
    const bool known = std::ranges::any_of(content.entrants, [&](const StoredEntrant& entrant) {
      return protocol::folded_name(entrant.name) == name;
    });
    if (!known) {
      throw std::invalid_argument(config.file + ": entrants[" + std::to_string(i) + "].name: got \"" +
                                  config.entrants[i].name + "\", expected an entrant of " +
                                  config.store.text() + ": " + why + ", and play has begun");
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

}  // namespace

PairingRequests requests_of(const StoreContent& content) {
  const auto found = content.meta.find(meta_key::kRequests);
  return found == content.meta.end() ? PairingRequests() : PairingRequests::read(found->second);
}

OpenedStore open_tournament(const TournamentConfig& config, Store& store, const std::string& sandbox) {
  OpenedStore opened;
  opened.content = store.load();
  auto& meta = opened.content.meta;
  opened.resumed = meta.contains(meta_key::kFrozen);
  std::vector<StoreWrite> writes;
  if (opened.resumed) {
    refuse_another_frozen_part(config, Json::parse(meta[meta_key::kFrozen]));
    refuse_new_entrants(config, opened.content);
  } else {
    begin(config, opened, writes);
  }
  meta[meta_key::kName] = config.name;
  writes.emplace_back(store_write::SetMeta{meta_key::kName, config.name});
  if (!sandbox.empty()) {
    meta[meta_key::kSandbox] = sandbox;
    writes.emplace_back(store_write::SetMeta{meta_key::kSandbox, sandbox});
  }
  const PairingRequests before = requests_of(opened.content);
  opened.requests = config.requests();
  opened.requests.ruled = before.ruled;
  if (opened.requests != before) {
    meta[meta_key::kRequests] = opened.requests.json();
    writes.emplace_back(store_write::SetMeta{meta_key::kRequests, meta[meta_key::kRequests]});
  }
  for (StoredAttempt& game : opened.content.games) {
    if (game.status == StoredAttempt::Status::running) {
      game.status = StoredAttempt::Status::voided;
      const std::string record = closed_as_void(store.record(game.match, game.attempt), kInterrupted);
      writes.emplace_back(
          store_write::FinishAttempt{game.match, game.attempt, StoredAttempt::Status::voided, "", record});
      opened.interrupted.push_back({game.match, game.attempt, record});
    }
  }
  store.apply(writes);
  opened.seeds = {std::stoull(meta[meta_key::kSeed]), meta[meta_key::kSalt]};
  return opened;
}

}  // namespace referee
