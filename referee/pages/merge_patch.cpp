#include "referee/pages/merge_patch.h"

#include <string>
#include <utility>

namespace referee::pages {
namespace {

using Json = nlohmann::json;

/// What a patch has at a member that becomes `to`; nothing if it cannot say that. `from`: the member as it
/// is; an empty object if there is none.
std::optional<Json> replacement(const Json& from, const Json& to) {
  if (to.is_null()) {
    return std::nullopt;  // it would remove the member
  }
  // A list is replaced as it stands, whatever is in it; an object is merged into one, or into an empty one.
  return to.is_object() ? merge_patch(from.is_object() ? from : Json::object(), to) : std::optional(to);
}

}  // namespace

std::optional<Json> merge_patch(const Json& from, const Json& to) {
  if (!from.is_object() || !to.is_object()) {
    return std::nullopt;
  }
  Json patch = Json::object();
  for (const auto& [key, value] : to.items()) {
    const auto before = from.find(key);
    if (before != from.end() && *before == value) {
      continue;
    }
    auto change = replacement(before == from.end() ? Json::object() : *before, value);
    if (!change) {
      return std::nullopt;
    }
    patch[key] = *std::move(change);
  }
  for (const auto& [key, value] : from.items()) {
    if (!to.contains(key)) {
      patch[key] = nullptr;
    }
  }
  return patch;
}

}  // namespace referee::pages
