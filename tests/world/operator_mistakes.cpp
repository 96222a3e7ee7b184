#include "tests/world/operator_mistakes.h"

#include <unistd.h>

#include <exception>
#include <iterator>

#include <nlohmann/json.hpp>

#include "referee/store/store.h"
#include "tests/support/temp_folder.h"
#include "tests/support/tournament_fixture.h"

namespace world {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kApplicationId = 71;  // the last byte of it in a file of SQLite

/// Why that is refused; "": it is not.
template <class Act>
std::string refusal_of(const Act& act) {
  try {
    act();
  } catch (const std::exception& refused) {
    return refused.what();
  }
  return "";
}

/// Who starts a second one is told the process of the first.
bool is_open_to_two(const fs::path& store) {
  const auto first = referee::open_store(store, referee::StoreAccess::exclusive);
  const std::string refusal =
      refusal_of([&] { referee::open_store(store, referee::StoreAccess::exclusive); });
  return refusal.find("(process " + std::to_string(::getpid()) + ")") == std::string::npos;
}

/// All but its mark is that of a store.
bool takes_database_of_another(const fs::path& store) {
  const fs::path other = store.string() + ".other";
  std::string bytes = test_support::read_file(store);
  bytes.at(kApplicationId) = static_cast<char>(~bytes.at(kApplicationId));
  test_support::write_file(other, bytes);
  return refusal_of([&] { referee::open_store(other, referee::StoreAccess::exclusive); }).empty();
}

/// One letter of one key is missing.
bool takes_misspelt_key(Random& random, std::string& key) {
  const test_support::TempFolder folder;
  nlohmann::json file{{"name", "Spring"},
                      {"game", "walls"},
                      {"format", {{"kind", "swiss"}, {"rounds", 1}}},
                      {"grace_ms", 1000},
                      {"start", {{"when", "all"}}},
                      {"registration", "open"},
                      {"on_restart", "replay"}};
  nlohmann::json* const objects[] = {&file, &file, &file["format"], &file["start"]};
  nlohmann::json& object = *objects[draw(random, std::size(objects))];
  const auto at = std::next(object.items().begin(), static_cast<std::ptrdiff_t>(draw(random, object.size())));
  key = at.key();
  std::string misspelt = key;
  misspelt.erase(draw(random, misspelt.size()), 1);
  object[misspelt] = object[key];
  object.erase(key);
  return refusal_of([&] { test_support::tournament(folder, file); }).empty();
}

}  // namespace

std::vector<std::string> mistakes_taken(const fs::path& store, Random& random) {
  std::vector<std::string> taken;
  if (is_open_to_two(store)) {
    taken.emplace_back("two referees have one store, or the second is not told of the first");
  }
  if (takes_database_of_another(store)) {
    taken.emplace_back("the database of another program is taken for a store");
  }
  if (std::string key; takes_misspelt_key(random, key)) {
    taken.push_back("a tournament file may have " + key + " without one of its letters");
  }
  return taken;
}

}  // namespace world
