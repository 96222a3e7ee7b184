#include "referee/tournament/entrant_spec.h"

#include <map>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/messages.h"
#include "referee/tournament/bot_command.h"
#include "referee/tournament/house_name.h"

namespace referee {
namespace {

using nlohmann::json;

constexpr std::size_t kHexDigest = 64;  // digits of a SHA-256

/// What is unique among entrants, and who has it: the path of the entrant.
struct Taken {
  std::map<std::string, std::string> names;  // folded
  std::map<std::string, std::string> tokens;
};

std::string read_name(fields::Object& in, const std::string& path, Taken& taken) {
  const json* found = in.find("name");
  const char* const expected =
      "a name: 1 to 32 letters, digits, \".\", \"_\" and \"-\", beginning with a letter or digit";
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

std::string read_token(fields::Object& in, const json& found, const std::string& path, Taken& taken) {
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

EntrantSpec read_entrant(const json& value, const std::string& path, Taken& taken) {
  fields::Object in(value, path);
  in.require();
  (void)in.find("name");  // known, before unknown keys are refused; read below
  const json* display = in.find("display");
  const json* command = in.find("command");
  const json* token = in.find("token_sha256");
  in.refuse_unknown();
  in.require();
  EntrantSpec entrant;
  entrant.name = read_name(in, path, taken);
  if (display != nullptr) {
    entrant.display = in.text("display", EntrantSpec::kMaxDisplay);
    in.require();
  }
  if (command != nullptr && token != nullptr) {
    throw fields::Exception({path, fields::brief(value), "command or token_sha256, not both"});
  }
  if (command != nullptr) {
    entrant.argv = read_bot_command(*command, path + ".command");
  } else if (token != nullptr) {
    entrant.token_sha256 = read_token(in, *token, path, taken);
  } else {
    throw fields::Exception(
        {path, fields::brief(value), "command or token_sha256 (referee token NAME prints one)"});
  }
  return entrant;
}

}  // namespace

std::vector<EntrantSpec> EntrantSpec::read_list(const json& json, const std::string& path) {
  if (!json.is_array() || json.size() > kMaxEntrants) {
    throw fields::Exception(
        {path, fields::brief(json), "a list of at most " + std::to_string(kMaxEntrants) + " entrants"});
  }
  std::vector<EntrantSpec> entrants;
  Taken taken;
  for (const auto& value : json) {
    entrants.push_back(read_entrant(value, path + "[" + std::to_string(entrants.size()) + "]", taken));
  }
  return entrants;
}

}  // namespace referee
