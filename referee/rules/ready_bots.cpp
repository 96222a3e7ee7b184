#include "referee/rules/ready_bots.h"

#include <filesystem>

#include "protocol/nearest.h"
#include "referee/process/program.h"
#include "referee/rules/rules_entry.h"

namespace referee::rules {
namespace {

std::string expected_bot(const std::string& word, const engines::Entry* game) {
  if (game == nullptr || game->folder().empty()) {
    return "a command, or sample:NAME: game:NAME is a bot of the folder of a game of your own";
  }
  const std::vector<std::string> names = bots_of(*game);
  std::string all;
  for (const std::string& name : names) {
    all.append(all.empty() ? "one of " : ", ").append(name);
  }
  return all.empty() ? "a command: \"bots\" of " + game->folder() + "/game.json names none"
                     : all + protocol::did_you_mean(word, names);
}

}  // namespace

std::optional<std::string> place_ready_bot(std::vector<std::string>& words, const engines::Entry* game) {
  const std::string word = words.front();
  if (word.starts_with(kSamplePrefix)) {
    const std::string name = word.substr(kSamplePrefix.size());
    if (auto path = find_sample_bot(name)) {
      words.front() = *path;
      return std::nullopt;
    }
    return expected_sample_bot(name, kSamplePrefix);
  }
  if (!word.starts_with(kGamePrefix)) {
    return std::nullopt;
  }
  const RulesFolder* const folder = game == nullptr ? nullptr : rules_folder_of(*game);
  if (folder == nullptr || !folder->game().bots.contains(word.substr(kGamePrefix.size()))) {
    return expected_bot(word, game);
  }
  const Command command =
      placed_words(folder->game().bots.at(word.substr(kGamePrefix.size())), folder->path().string());
  words.erase(words.begin());
  words.insert(words.begin(), command.begin(), command.end());
  return std::nullopt;
}

std::vector<std::string> bots_of(const engines::Entry& game) {
  std::vector<std::string> names;
  if (const RulesFolder* const folder = rules_folder_of(game)) {
    for (const auto& [name, command] : folder->game().bots) {
      names.push_back(std::string(kGamePrefix) + name);
    }
  }
  return names;
}

std::vector<std::string> placed_words(std::vector<std::string> command, const std::string& folder) {
  std::error_code odd;
  for (std::string& word : command) {
    const std::filesystem::path place = std::filesystem::path(folder) / word;
    if (!word.empty() && std::filesystem::exists(place, odd)) {
      word = place.lexically_normal().string();
    }
  }
  return command;
}

}  // namespace referee::rules
