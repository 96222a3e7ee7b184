#include "referee/lab/game_check/reader_views.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace referee {
namespace {

using rules::Json;

/// Takes the picture out of a view. Null if there is none.
Json take_picture(Json& view) {
  Json picture;
  if (view.is_object() && view.contains("picture")) {
    picture = std::move(view["picture"]);
    view.erase("picture");
  }
  return picture;
}

}  // namespace

const std::string& spectators_view(const rules::Position& position) {
  return position.views.empty() ? position.view : position.spectator_view;
}

void ReaderViews::note(const rules::Position& position) {
  const std::string& text = spectators_view(position);
  all_differs = all_differs || position.view != text;
  Json spectators = Json::parse(text);
  const Json picture = take_picture(spectators);
  has_pictures = has_pictures || !picture.is_null();
  for (const std::string& seen : position.views) {
    if (seen == text) {
      continue;
    }
    Json view = Json::parse(seen);
    const Json own = take_picture(view);
    has_pictures = has_pictures || !own.is_null();
    pictures_differ = pictures_differ || own != picture;
    views_differ = views_differ || view != spectators;
  }
}

}  // namespace referee
