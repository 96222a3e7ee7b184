// What follows from a tournament file that has been read.
#include <algorithm>
#include <map>

#include "protocol/messages.h"
#include "referee/tournament/config/config.h"
#include "referee/tournament/config/entrant_spec.h"

namespace referee {

void TournamentConfig::bound_memory(std::int64_t mib) {
  memory_mib = mib;
  for (EntrantSpec& entrant : entrants) {
    if (entrant.bot && entrant.bot->confinement) {
      entrant.bot->confinement->memory_mib = mib;
    }
  }
}

bool TournamentConfig::listens() const {
  return registration.open || std::ranges::any_of(entrants, [](const auto& e) { return !e.bot; });
}

bool TournamentConfig::confines() const {
  return submissions || (!game->has_turns() && sandbox != SandboxLevel::none) ||
         std::ranges::any_of(entrants, [](const auto& e) { return e.bot && e.bot->confinement; });
}

std::vector<std::filesystem::path> TournamentConfig::hidden_from(const Confinement& confinement) const {
  std::vector<std::filesystem::path> hidden;
  if (const auto stored = store.file()) {
    hidden.push_back(*stored);
  }
  hidden.push_back(reports);
  hidden.push_back(std::filesystem::absolute(store.beside(".marks")));
  const std::filesystem::path versions = std::filesystem::absolute(store.beside(".versions"));
  const bool is_version =
      !confinement.folder.empty() && is_below(std::filesystem::absolute(confinement.folder), versions);
  if (!is_version) {  // a version that was handed in sees nothing but its own folder
    hidden.push_back(versions);
  }
  if (roster) {
    hidden.emplace_back(roster->file);
  }
  if (workers && !workers->bundles.empty()) {  // the bots of all entrants
    hidden.push_back(workers->bundles);
  }
  for (const EntrantSpec& other : entrants) {
    const bool has_folder = other.bot && other.bot->confinement;
    if (has_folder && other.bot->confinement->folder != confinement.folder) {
      hidden.push_back(other.bot->confinement->folder);
    }
  }
  return hidden;
}

PairingRequests TournamentConfig::requests() const {
  PairingRequests requests;
  std::map<std::string, std::vector<std::string>> by_author;
  for (const EntrantSpec& entrant : entrants) {
    const std::string folded = protocol::folded_name(entrant.name);
    if (entrant.staff) {
      requests.staff.push_back(folded);
    }
    if (!entrant.byes.empty()) {
      requests.asked[folded] = entrant.byes;
    }
    if (!entrant.author.empty() && format->traits().keeps_apart) {
      by_author[entrant.author].push_back(folded);
    }
  }
  for (auto& [unused, folded] : by_author) {
    if (folded.size() > 1) {
      requests.apart.push_back(std::move(folded));
    }
  }
  for (const NamePair& pair : forbidden_pairs) {
    requests.apart.push_back({protocol::folded_name(pair.first), protocol::folded_name(pair.second)});
  }
  return requests;
}

Json TournamentConfig::frozen() const {
  Json frozen = {{"game", game->name},
                 {"options", options},
                 {"format", format->json()},
                 {"seed", seed ? Json(*seed) : Json()},
                 {"instances", instances.json()}};
  if (const std::string rules = game->rules_sha256(); !rules.empty()) {
    frozen["rules_sha256"] = rules;
  }
  return frozen;
}

}  // namespace referee
