#include "referee/tournament/config/entrant_spec.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/messages.h"
#include "referee/adapt/submission.h"
#include "referee/base/strict_json.h"
#include "referee/games/adapters.h"
#include "referee/process/command_fault.h"
#include "referee/process/program.h"
#include "referee/rules/ready_bots.h"

namespace referee {
namespace {

constexpr std::size_t kMaxWords = 100;
constexpr std::size_t kMaxArgument = 4096;  // bytes

std::vector<std::string> read_words(const nlohmann::json& json, const std::string& path) {
  if (!json.is_array() || json.empty() || json.size() > kMaxWords) {
    throw fields::Exception({path, fields::brief(json),
                             "a list of 1 to " + std::to_string(kMaxWords) +
                                 R"( words: the program and its arguments, as ["python3", "bot.py"])"});
  }
  std::vector<std::string> words;
  for (const auto& word : json) {
    const std::string here = path + "[" + std::to_string(words.size()) + "]";
    const auto* text = word.get_ptr<const std::string*>();
    if (text == nullptr || text->size() > kMaxArgument || text->find('\0') != std::string::npos) {
      throw fields::Exception(
          {here, fields::brief(word), "a text of at most " + std::to_string(kMaxArgument) + " bytes"});
    }
    words.push_back(*text);
  }
  return words;
}

using Json = nlohmann::json;

constexpr std::size_t kHexDigest = 64;    // digits of a SHA-256
constexpr std::size_t kMaxReadable = 20;  // paths of an entrant

/// Values that are unique among entrants, each with the path of the entrant that has it.
struct Taken {
  std::map<std::string, std::string> names;  // folded
  std::map<std::string, std::string> tokens;
};

std::string read_name(fields::Object& in, const std::string& path, Taken& taken) {
  const Json* found = in.find("name");
  const char* const expected =
      "a name: 1 to 32 letters, digits, \".\", \"_\" and \"-\", beginning with a letter or digit; "
      "\"display\" "
      "may be any text";
  if (found == nullptr) {
    throw fields::Exception({path + ".name", "", expected});
  }
  const auto* name = found->get_ptr<const std::string*>();
  if (name == nullptr || !protocol::is_valid_name(*name)) {
    in.fail("name", *found, expected);
  } else if (is_house_name(*name)) {
    in.fail("name", *found, "another name: house bots have this one");
  } else if (const auto [at, is_new] = taken.names.try_emplace(protocol::folded_name(*name), path); !is_new) {
    in.fail("name", *found,
            "a name of its own: " + at->second + " has it (upper and lower case are the same)");
  }
  in.require();
  return *name;
}

std::string read_token(fields::Object& in, const Json& found, const std::string& path, Taken& taken) {
  const auto* hash = found.get_ptr<const std::string*>();
  if (hash == nullptr || hash->size() != kHexDigest ||
      hash->find_first_not_of("0123456789abcdef") != std::string::npos) {
    in.fail("token_sha256", found, "64 hex digits in lower case (referee token NAME prints them)");
  } else if (const auto [at, is_new] = taken.tokens.try_emplace(*hash, path); !is_new) {
    in.fail("token_sha256", found, "a token of its own: " + at->second + " has the same");
  }
  in.require();
  return *hash;
}

std::filesystem::path read_path(const Json& value, const std::string& path, bool is_folder) {
  const auto* text = value.get_ptr<const std::string*>();
  std::error_code odd;
  const bool is_there =
      text != nullptr && text->find('\0') == std::string::npos &&
      (is_folder ? std::filesystem::is_directory(*text, odd) : std::filesystem::exists(*text, odd));
  if (!is_there) {
    throw fields::Exception(
        {path, fields::brief(value),
         std::string("the path of a ") + (is_folder ? "folder" : "folder or file") +
             " that is there, from the folder where the referee is started; start it in the "
             "folder where you ran \"referee collect\" if that made this file"});
  }
  return *text;
}

bool is_sample_command(const Json& command) {
  return command.front().get_ref<const std::string&>().starts_with(kSamplePrefix);
}

/// What a launched bot sees where there is a sandbox.
Confinement read_confinement(const Json* folder, const Json* readable, const BotCommand& bot,
                             const std::string& path) {
  Confinement confinement;
  if (folder == nullptr) {
    confinement = default_confinement(bot.adapter, bot.argv);
  } else {
    confinement.folder = read_path(*folder, path + ".folder", true);
  }
  if (readable == nullptr) {
    return confinement;
  }
  const std::string here = path + ".readable";
  if (!readable->is_array() || readable->size() > kMaxReadable) {
    throw fields::Exception(
        {here, fields::brief(*readable), "a list of at most " + std::to_string(kMaxReadable) + " paths"});
  }
  for (const Json& one : *readable) {
    const std::string at = here + "[" + std::to_string(confinement.readable.size()) + "]";
    confinement.readable.push_back(read_path(one, at, false));
  }
  return confinement;
}

/// Where the bot works, if `folder` names a place. It is read before the command: a command that is not there
/// is then not the fault to tell.
std::filesystem::path named_folder(const Json* folder, const std::string& path) {
  return folder != nullptr && folder->is_string() ? read_path(*folder, path + ".folder", true) : "";
}

/// The adapter for the handout that a launched bot is written to; nullptr: it is written to the protocol.
const Adapter* read_adapter(const Json& value, std::string_view game, const std::string& path) {
  const std::vector<std::string> names = adapter_names(game);
  const auto* name = value.get_ptr<const std::string*>();
  if (name == nullptr || std::ranges::find(names, *name) == names.end()) {
    std::string expected;
    for (const std::string& known : names) {
      expected.append(expected.empty() ? "one of \"" : ", \"").append(known).append("\"");
    }
    throw fields::Exception({path, fields::brief(value), expected + " for this game"});
  }
  const Adapter* const adapter = adapter_named(*name);
  if (const std::string missing = adapter == nullptr ? "" : what_is_missing_for(*adapter); !missing.empty()) {
    throw fields::Exception({path, fields::brief(value), missing});
  }
  return adapter;
}

Stdio read_stdio(fields::Object& in, const Json& found, const Adapter* adapter) {
  const Stdio stdio = static_cast<Stdio>(in.choice_or("stdio", {"tcp", "pipe"}, 0));
  if (const std::string expected = stdio_instead_of(stdio, adapter); !expected.empty()) {
    in.fail("stdio", found, expected);
  }
  in.require();
  return stdio;
}

/// The byes that an entrant asks for.
std::map<int, PairingRequests::Bye> read_byes(const Json& list, std::optional<int> bye_rounds,
                                              const std::string& path) {
  if (!bye_rounds) {
    throw fields::Exception({path, fields::brief(list), "no such key: byes are for the rounds of a swiss"});
  }
  if (!list.is_array()) {
    throw fields::Exception({path, fields::brief(list), R"(a list, as [{"round":3,"kind":"half"}])"});
  }
  std::map<int, PairingRequests::Bye> byes;
  for (std::size_t i = 0; i < list.size(); ++i) {
    fields::Object in(list[i], path + "[" + std::to_string(i) + "]");
    in.require();
    const int round = static_cast<int>(in.integer("round", {1, *bye_rounds}));
    in.value("kind");  // a required key
    const bool zero = in.choice_or("kind", {"half", "zero"}, 0) == 1;
    in.refuse_unknown();
    in.require();
    if (!byes.emplace(round, zero ? PairingRequests::Bye::zero : PairingRequests::Bye::half).second) {
      in.fail("round", list[i].at("round"), "another round: it has a bye in this one");
    }
    in.require();
  }
  return byes;
}

EntrantSpec read_entrant(const Json& value, const engines::Entry& game, std::optional<int> bye_rounds,
                         const std::string& path, bool takes_gone, Taken& taken) {
  fields::Object in(value, path);
  in.require();
  EntrantSpec entrant;
  entrant.display = in.text_or("display", EntrantSpec::kMaxDisplay, "");
  entrant.author = filled_text(in, "author", EntrantSpec::kMaxAuthor, "");
  entrant.staff = in.boolean_or("staff", false);
  const Json* byes = in.find("byes");
  const Json* as = in.find("as");
  const Json* command = in.find("command");
  const Json* token = in.find("token_sha256");
  const Json* stdio = in.find("stdio");
  const Json* folder = in.find("folder");
  const Json* readable = in.find("readable");
  in.find("name");  // read when no key is unknown
  in.refuse_unknown();
  in.require();
  entrant.name = read_name(in, path, taken);
  if (byes != nullptr) {
    entrant.byes = read_byes(*byes, bye_rounds, path + ".byes");
  }
  if (token != nullptr) {
    entrant.token_sha256 = read_token(in, *token, path, taken);
  }
  if (command != nullptr) {
    BotCommand& bot = entrant.bot.emplace();
    bot.adapter = as == nullptr ? nullptr : read_adapter(*as, game.name, path + ".as");
    try {
      bot.argv = bot.adapter == nullptr
                     ? read_bot_command(*command, path + ".command", named_folder(folder, path), &game)
                     : read_adapted_command(*command, *bot.adapter, path + ".command");
      if (!is_sample_command(*command)) {
        bot.stdio = stdio == nullptr ? Stdio::tcp : read_stdio(in, *stdio, bot.adapter);
        bot.confinement = read_confinement(folder, readable, bot, path);
        entrant.folder = named_folder(folder, path);
        return entrant;
      }
    } catch (const fields::Exception& wrong) {
      if (!takes_gone) {
        throw;
      }
      entrant.gone = wrong.what();
      return entrant;
    }
  } else if (token == nullptr) {
    throw fields::Exception(
        {path, fields::brief(value), "command or token_sha256 (referee token NAME prints one)"});
  }
  for (const char* key : {"as", "stdio", "folder", "readable"}) {
    if (const Json* found = in.find(key)) {
      throw fields::Exception({path + "." + key, fields::brief(*found),
                               "no such key: it is for a command that is not a sample bot's"});
    }
  }
  return entrant;
}

}  // namespace

std::vector<std::string> read_bot_command(const nlohmann::json& json, const std::string& path,
                                          const std::filesystem::path& folder, const engines::Entry* game) {
  std::vector<std::string> words = read_words(json, path);
  const std::string typed = words.front();
  if (auto expected = rules::place_ready_bot(words, game)) {
    throw fields::Exception({path + "[0]", fields::brief(typed), std::move(*expected)});
  }
  if (const auto fault = fault_of_command(words, folder)) {
    throw fields::Exception(
        {path + "[" + std::to_string(fault->word) + "]", fields::brief(words[fault->word]), fault->expected});
  }
  return words;
}

std::vector<std::string> read_adapted_command(const nlohmann::json& json, const Adapter& adapter,
                                              const std::string& path) {
  const std::vector<std::string> words = read_words(json, path);
  if (!accepts(adapter, words)) {
    throw fields::Exception({path + "[0]", fields::brief(words.front()), std::string(adapter.expects)});
  }
  return adapted_words(adapter, words);
}

std::vector<EntrantSpec> EntrantSpec::read_list(const Json& json, const engines::Entry& game,
                                                std::optional<int> bye_rounds, const std::string& path,
                                                bool takes_gone) {
  if (!json.is_array() || json.size() > kMaxEntrants) {
    throw fields::Exception({path, fields::brief(json),
                             "a list of at most " + std::to_string(kMaxEntrants) +
                                 R"( entrants, as [{"name": "alice", "command": ["python3", "alice.py"]}])"});
  }
  std::vector<EntrantSpec> entrants;
  Taken taken;
  for (const auto& value : json) {
    entrants.push_back(read_entrant(value, game, bye_rounds,
                                    path + "[" + std::to_string(entrants.size()) + "]", takes_gone, taken));
  }
  return entrants;
}

}  // namespace referee
