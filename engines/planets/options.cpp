#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "engines/planets/builtin_maps.h"
#include "engines/planets/map_reader.h"
#include "engines/planets/planets.h"

namespace engines {
namespace {

std::shared_ptr<const planets::Map> named(fields::Object& in, const Json& given) {
  auto map = given.is_string() ? planets::builtin_map(given.get_ref<const std::string&>()) : nullptr;
  if (!map) {
    in.fail("map", given, "a map object or one of the names " + names_of(planets_map_files()));
  }
  return map;
}

}  // namespace

Planets::Options Planets::Options::read(fields::Object& in) {
  const Json* given = in.find("map");
  if (given == nullptr) {
    return {planets::builtin_map(kDefaultMap)};
  }
  if (!given->is_object()) {
    return {named(in, *given)};
  }
  fields::Object object(*given, "map");
  planets::Map map = planets::read_map(object);
  object.refuse_unknown();
  in.inherit(object.error());
  return {std::make_shared<const planets::Map>(std::move(map))};
}

Json Planets::Options::json() const { return Json::object({{"map", planets::map_json(*map)}}); }

}  // namespace engines
