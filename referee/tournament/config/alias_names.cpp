#include "referee/tournament/config/alias_names.h"

#include <array>
#include <cstddef>
#include <string_view>

#include "protocol/messages.h"
#include "referee/base/secrets.h"

namespace referee {
namespace {

// Words that flatter or offend nobody.
constexpr auto kQualities = std::to_array<std::string_view>(
    {"agile",  "amber",  "ample",  "autumn", "azure",  "bold",   "brave",   "breezy", "bright", "brisk",
     "calm",   "candid", "clear",  "clever", "coral",  "crisp",  "dapper",  "deft",   "eager",  "early",
     "fleet",  "fresh",  "gentle", "gold",   "grand",  "green",  "hardy",   "hazel",  "indigo", "ivory",
     "jade",   "jolly",  "keen",   "kind",   "lively", "lucid",  "lunar",   "mellow", "merry",  "misty",
     "modest", "neat",   "nimble", "noble",  "olive",  "opal",   "patient", "plucky", "polite", "prime",
     "quick",  "quiet",  "rapid",  "ready",  "ruby",   "rustic", "scarlet", "sharp",  "silver", "solar",
     "spry",   "steady", "sunny",  "swift",  "teal",   "tidy",   "topaz",   "upbeat", "violet", "vivid",
     "warm",   "wintry", "wise",   "witty",  "zesty"});
constexpr auto kAnimals = std::to_array<std::string_view>(
    {"alpaca", "badger", "beaver",  "bison",   "bittern",  "bunting", "camel",   "condor",  "crane",
     "curlew", "deer",   "dolphin", "dove",    "eagle",    "egret",   "falcon",  "ferret",  "finch",
     "gannet", "gecko",  "gibbon",  "grebe",   "gull",     "hare",    "harrier", "heron",   "hoopoe",
     "ibex",   "ibis",   "jackdaw", "kestrel", "kiwi",     "koala",   "lapwing", "lark",    "lemur",
     "linnet", "lynx",   "magpie",  "marten",  "merlin",   "moose",   "newt",    "ocelot",  "oriole",
     "osprey", "otter",  "owl",     "panda",   "petrel",   "pika",    "plover",  "puffin",  "quail",
     "raven",  "robin",  "sable",   "seal",    "shrew",    "siskin",  "skylark", "stoat",   "stork",
     "swan",   "tapir",  "tern",    "thrush",  "tortoise", "turtle",  "vole",    "wagtail", "walrus",
     "wombat", "wren",   "zebra"});
constexpr int kTries = 20;  // before a number is added: fewer than half the pairs are taken in any class

template <class Words>
std::string_view any_of(const Words& words) {
  return words[static_cast<std::size_t>(random_seed() % words.size())];
}

}  // namespace

void AliasNames::keep(const std::string& name) { taken_.insert(protocol::folded_name(name)); }

std::string AliasNames::draw() {
  for (int tried = 0;; ++tried) {
    std::string name = std::string(any_of(kQualities)) + "-" + std::string(any_of(kAnimals));
    if (tried >= kTries) {
      name += "-" + std::to_string(2 + tried - kTries);
    }
    if (taken_.insert(name).second) {
      return name;
    }
  }
}

}  // namespace referee
