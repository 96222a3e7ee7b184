#include "referee/score/replay_command.h"

#include <filesystem>

#include "referee/adapt/adapter.h"
#include "referee/base/shell_words.h"
#include "referee/process/program.h"

namespace referee::score {
namespace {

using Json = nlohmann::json;

/// As KEY=VALUE takes it: strings as they are, unless they would be read as something else.
std::string option_text(const std::string& key, const Json& value) {
  const auto* text = value.get_ptr<const std::string*>();
  const bool plain = text != nullptr && !text->starts_with('@') && !Json::accept(*text);
  return key + "=" + (plain ? *text : value.dump());
}

/// A sample bot by its name: where it lies differs between machines.
std::string bot_text(std::vector<std::string> argv) {
  const std::string name = std::filesystem::path(argv.front()).filename();
  if (find_sample_bot(name) == argv.front()) {
    argv.front() = std::string(kSamplePrefix) + name;
  }
  return shell_command(argv);
}

}  // namespace

std::string replay_command(const engines::Entry& game, const RubricItem& item, const RubricGame& played,
                           const std::vector<std::vector<std::string>>& by_seat,
                           const Contender& submission) {
  std::vector<std::string> words = {
      "referee",   "match",   std::string(game.name),  "--seed", std::to_string(played.seed), "--salt",
      played.salt, "--clock", item.clock.json().dump()};
  for (const auto& [key, value] : played.written.items()) {
    words.insert(words.end(), {"--option", option_text(key, value)});
  }
  if (submission.adapter != nullptr) {
    words.insert(words.end(), {"--as", std::string(submission.adapter->name)});
  }
  if (submission.stdio != Stdio::tcp) {
    words.insert(words.end(), {"--stdio", name_of(submission.stdio)});
  }
  for (const auto& argv : by_seat) {
    words.insert(words.end(), {"--bot", bot_text(argv)});
  }
  return shell_command(words);
}

}  // namespace referee::score
