#include "referee/versions/version_data.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "protocol/messages.h"
#include "referee/tournament/run/opened_store.h"
#include "referee/versions/version_report.h"

namespace referee::versions {
namespace {

using Json = nlohmann::json;

const char* word_of(StoredVersion::Status status) {
  switch (status) {
    case StoredVersion::Status::waiting:
      return "waiting";
    case StoredVersion::Status::failed:
      return "failed";
    case StoredVersion::Status::ready:
      break;
  }
  return "ready";
}

Json data_of(const StoreContent& content, const StoredVersion& version) {
  const VersionReport report = VersionReport::read(version.report);
  const StoredEntrant& entrant = content.entrants.at(version.entrant);
  const std::optional<int> next = next_version(content, entrant);
  Json data = {{"number", version.number},
               {"sha256", version.sha256},
               {"name", report.name},
               {"at", version.at},
               {"bytes", version.bytes},
               {"status", word_of(version.status)},
               {"plays", entrant.version == version.number ? "now"
                         : next == version.number          ? "next"
                                                           : "no"}};
  if (report.prepared) {
    data.update(report.prepared->shown());
  }
  return data;
}

}  // namespace

std::optional<int> next_version(const StoreContent& content, const StoredEntrant& entrant) {
  const auto next = content.meta.find(meta_key::kNextVersion + protocol::folded_name(entrant.name));
  return next == content.meta.end() ? std::nullopt : std::optional(std::stoi(next->second));
}

const StoredVersion* find_version(const StoreContent& content, Entrant entrant, int number) {
  const auto found = std::ranges::find_if(content.versions, [&](const StoredVersion& version) {
    return version.entrant == entrant && version.number == number;
  });
  return found == content.versions.end() ? nullptr : &*found;
}

std::string version_json(const StoreContent& content, const StoredVersion& version) {
  return protocol::dump(data_of(content, version));
}

std::string versions_json(const StoreContent& content, Entrant entrant, const SubmissionSpec& spec) {
  Json versions = Json::array();
  for (const StoredVersion& version : content.versions) {
    if (version.entrant == entrant) {
      versions.push_back(data_of(content, version));
    }
  }
  std::ranges::reverse(versions);
  return protocol::dump(Json{{"entrant", content.entrants.at(entrant).name},
                             {"max_bytes", spec.max_bytes},
                             {"per_hour", spec.per_hour},
                             {"versions", versions}});
}

}  // namespace referee::versions
