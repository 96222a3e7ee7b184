#include "referee/tournament/pairing/pairing_requests.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/messages.h"
#include "protocol/parse.h"
#include "protocol/require.h"

namespace referee {
namespace {

using fields::Json;
using Bye = PairingRequests::Bye;

const std::vector<std::string_view> kByes{"none", "half", "zero"};  // in the order of Bye
constexpr std::size_t kShownRequest = 60;                           // bytes of a text that is not JSON

[[noreturn]] void damaged(const std::string& path, const Json& got, const char* expected) {
  throw fields::Exception({path, fields::brief(got), expected});
}

Json json_of(const PairingRequests::Byes& byes) {
  Json json = Json::object();
  for (const auto& [name, rounds] : byes) {
    for (const auto& [round, bye] : rounds) {
      json[name][std::to_string(round)] = kByes[static_cast<std::size_t>(bye)];
    }
  }
  return json;
}

Bye read_bye(const Json& json, const std::string& path) {
  const auto found = std::ranges::find_if(kByes, [&](std::string_view word) { return json == word; });
  if (found == kByes.end()) {
    damaged(path, json, R"("none", "half" or "zero")");
  }
  return static_cast<Bye>(found - kByes.begin());
}

int read_round(const std::string& key, const std::string& path) {
  constexpr std::size_t kDigits = 6;
  if (key.empty() || key.size() > kDigits || key.find_first_not_of("0123456789") != std::string::npos) {
    damaged(path, key, "a round's number");
  }
  return std::stoi(key);
}

PairingRequests::Byes read_byes(const Json& json, const std::string& path) {
  PairingRequests::Byes byes;
  if (!json.is_object()) {
    damaged(path, json, "an object of names");
  }
  for (const auto& [name, rounds] : json.items()) {
    const std::string here = path + "." + name;
    if (!rounds.is_object()) {
      damaged(here, rounds, "an object of rounds");
    }
    for (const auto& [round, bye] : rounds.items()) {
      byes[name][read_round(round, here)] = read_bye(bye, here + "." + round);
    }
  }
  return byes;
}

std::vector<std::string> read_group(const Json& json, const std::string& path) {
  const auto is_text = [](const Json& name) { return name.is_string(); };
  if (!json.is_array() || !std::ranges::all_of(json, is_text)) {
    damaged(path, json, "a list of names");
  }
  return json.get<std::vector<std::string>>();
}

using EntrantsByName = std::map<std::string, Entrant>;  // names are folded

EntrantsByName entrants_of(const History& history) {
  EntrantsByName entrants;
  for (Entrant entrant = 0; entrant < history.entrants.size(); ++entrant) {
    entrants.emplace(protocol::folded_name(history.entrants[entrant].name), entrant);
  }
  return entrants;
}

void set_bye(History::EntrantInfo& info, int round, Bye bye) {
  info.byes.erase(round);
  if (bye != Bye::none) {
    info.byes[round] = bye == Bye::half ? Encounter::Kind::half_bye : Encounter::Kind::zero_bye;
  }
}

/// The members of a group that have entered, in the order of pairing numbers.
std::vector<Entrant> members_of(const std::vector<std::string>& group, const EntrantsByName& entrants) {
  std::vector<Entrant> members;
  for (const std::string& name : group) {
    if (const auto found = entrants.find(name); found != entrants.end()) {
      members.push_back(found->second);
    }
  }
  std::ranges::sort(members);
  return members;
}

void add_pairs(const std::vector<Entrant>& group, std::set<std::pair<Entrant, Entrant>>& pairs) {
  for (std::size_t i = 0; i < group.size(); ++i) {
    for (std::size_t j = i + 1; j < group.size(); ++j) {
      pairs.emplace(group[i], group[j]);
    }
  }
}

using Json = nlohmann::json;

constexpr std::size_t kMaxPairs = 10000;

std::string read_name(const Json& value, const std::set<std::string>* known, const std::string& path) {
  const auto* name = value.get_ptr<const std::string*>();
  const bool good = name != nullptr && protocol::is_valid_name(*name) &&
                    (known == nullptr || known->contains(protocol::folded_name(*name)));
  if (!good) {
    throw fields::Exception({path, fields::brief(value),
                             known == nullptr ? "a name, as entrants have them"
                                              : "the name of an entrant (registration is closed)"});
  }
  return *name;
}

}  // namespace

std::vector<Encounter> requested_byes(const History& history, int first_table) {
  const int round = static_cast<int>(history.rounds.size()) + 1;
  std::vector<Encounter> byes;
  for (Entrant entrant = 0; entrant < history.entrants.size(); ++entrant) {
    const History::EntrantInfo& info = history.entrants[entrant];
    const auto asked = info.byes.find(round);
    if (!info.withdrawn && asked != info.byes.end()) {
      byes.push_back({.round = round,
                      .table = first_table + static_cast<int>(byes.size()),
                      .kind = asked->second,
                      .entrants = {entrant}});
    }
  }
  return byes;
}

Bye PairingRequests::bye(const std::string& name, int round) const {
  for (const Byes* byes : {&ruled, &asked}) {
    if (const auto entrant = byes->find(name); entrant != byes->end()) {
      if (const auto found = entrant->second.find(round); found != entrant->second.end()) {
        return found->second;
      }
    }
  }
  return Bye::none;
}

void PairingRequests::enter_into(History& history) const {
  const auto entrants = entrants_of(history);
  for (const Byes* byes : {&asked, &ruled}) {
    for (const auto& [name, rounds] : *byes) {
      if (const auto entrant = entrants.find(name); entrant != entrants.end()) {
        for (const auto& [round, unused] : rounds) {
          set_bye(history.entrants[entrant->second], round, bye(name, round));
        }
      }
    }
  }
  for (const Entrant entrant : members_of(staff, entrants)) {
    history.entrants[entrant].staff = true;
  }
  std::set<std::pair<Entrant, Entrant>> pairs;
  for (const std::vector<std::string>& group : apart) {
    add_pairs(members_of(group, entrants), pairs);
  }
  history.forbidden.assign(pairs.begin(), pairs.end());
}

std::string PairingRequests::json() const {
  Json json{{"asked", json_of(asked)}, {"ruled", json_of(ruled)}, {"apart", apart}};
  if (!staff.empty()) {
    json["staff"] = staff;
  }
  return json.dump();
}

PairingRequests PairingRequests::read(std::string_view text) {
  const auto parsed = protocol::parse_line(text);
  const Json* json = std::get_if<Json>(&parsed);
  if (json == nullptr) {
    throw fields::Exception({"", fields::brief_text(text, kShownRequest), "JSON"});
  }
  fields::Object in(*json, "");
  const Json* asked = in.value("asked");
  const Json* ruled = in.value("ruled");
  const Json* apart = in.value("apart");
  const Json* staff = in.find("staff");
  in.refuse_unknown();
  in.require();
  PairingRequests requests{read_byes(*asked, "asked"), read_byes(*ruled, "ruled"), {}};
  if (!apart->is_array()) {
    damaged("apart", *apart, "a list of groups");
  }
  for (std::size_t i = 0; i < apart->size(); ++i) {
    requests.apart.push_back(read_group((*apart)[i], "apart[" + std::to_string(i) + "]"));
  }
  if (staff != nullptr) {
    requests.staff = read_group(*staff, "staff");
  }
  return requests;
}

std::string_view name_of(PairingRequests::Bye bye) {
  REQUIRE(bye != PairingRequests::Bye::none);
  return bye == PairingRequests::Bye::half ? "half-point bye" : "zero-point bye";
}

std::vector<NamePair> read_forbidden_pairs(const Json& json, const std::set<std::string>* known,
                                           const std::string& path) {
  if (!json.is_array() || json.size() > kMaxPairs) {
    throw fields::Exception(
        {path, fields::brief(json),
         "a list of at most " + std::to_string(kMaxPairs) + R"( pairs, as [["alice","bob"]])"});
  }
  std::vector<NamePair> pairs;
  for (const auto& pair : json) {
    const std::string here = path + "[" + std::to_string(pairs.size()) + "]";
    if (!pair.is_array() || pair.size() != 2) {
      throw fields::Exception({here, fields::brief(pair), R"(two names, as ["alice","bob"])"});
    }
    NamePair names{read_name(pair[0], known, here + "[0]"), read_name(pair[1], known, here + "[1]")};
    if (protocol::folded_name(names.first) == protocol::folded_name(names.second)) {
      throw fields::Exception({here, fields::brief(pair), "two different entrants"});
    }
    pairs.push_back(std::move(names));
  }
  return pairs;
}

}  // namespace referee
