#include "referee/tournament/pairing/forbidden_pairs.h"

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "protocol/messages.h"

namespace referee {
namespace {

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
