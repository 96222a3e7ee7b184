#include "engines/planets/builtin_maps.h"

#include <array>
#include <string>

#include <nlohmann/json.hpp>

#include "engines/planets/map_reader.h"

namespace engines::planets {
namespace {

/// The course's own names of some maps.
constexpr std::array<std::array<std::string_view, 2>, 2> kSecondNames{
    {{"two_scraps", "two_scrap"}, {"two_scraps_ghosts", "two_scrap_ghosts"}}};

}  // namespace

std::shared_ptr<const Map> builtin_map(std::string_view name) {
  for (const auto& [second, first] : kSecondNames) {
    name = name == second ? first : name;
  }
  const EmbeddedFile* file = find_file(planets_map_files(), name);
  if (file == nullptr) {
    return nullptr;
  }
  const Json json = Json::parse(file->text);
  fields::Object in(json, std::string(name));
  Map map = read_map(in);
  in.refuse_unknown();
  in.require();
  return std::make_shared<const Map>(std::move(map));
}

}  // namespace engines::planets
