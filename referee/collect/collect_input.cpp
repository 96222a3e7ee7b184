#include "referee/collect/collect_input.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "protocol/sha256.h"
#include "referee/adapt/adapter.h"
#include "referee/base/content_hash.h"
#include "referee/base/folder_copy.h"
#include "referee/base/strict_json.h"
#include "referee/collect/download.h"
#include "referee/command/shell_words.h"
#include "referee/games/adapters.h"
#include "referee/prepare/archive.h"
#include "referee/tournament/config/config_frame.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr SizeBound kDownloadBound{
    .bytes = 4ULL * 1024 * 1024 * 1024, .files = 200'000, .path = 1000, .depth = 64};
constexpr std::size_t kMaxProvidedMib = 1024;

}  // namespace

CollectInput read_collect_input(const CollectOrder& order) {
  Json frame = read_json_file(order.tournament);
  CollectInput read{frame, read_tournament_frame(frame, order.tournament), std::nullopt, std::nullopt,
                    std::nullopt};
  if (read.config.format->traits().open_practice) {
    throw std::invalid_argument(order.tournament +
                                ": format.kind: got \"practice\", which bots dial in to, expected another");
  }
  const std::string roster = order.roster.empty() ? frame.value("roster", "") : order.roster;
  if (!roster.empty()) {
    RosterFile file{read_whole_file(roster, kMaxTextMib), {}};
    file.list = StudentList::read(file.text, roster);
    read.roster = std::move(file);
  } else if (!order.groups.empty() || order.alias) {
    throw std::invalid_argument(std::string(order.alias ? "--alias" : "--groups") +
                                ": expected --roster FILE as well, which says who the students are");
  }
  if (!order.groups.empty()) {
    read.groups =
        collect::GroupFile::read(read_whole_file(order.groups, kMaxTextMib), order.groups, read.roster->list);
  }
  if (!order.overrides.empty()) {
    read.overrides = collect::Overrides::read(read_small_file(order.overrides), order.overrides, split_words);
  }
  if (order.adapter != nullptr) {
    check_game(*order.adapter, read.config.game->name);
  }
  return read;
}

DownloadFolder::DownloadFolder(const std::string& download) : folder_(download) {
  if (fs::is_directory(download)) {
    return;
  }
  if (!fs::is_regular_file(download)) {
    throw std::invalid_argument(download + ": is not there, expected a folder or an archive");
  }
  folder_ = scratch_.emplace().path();
  try {
    left_out_ = prepare::unpack_archive(download, folder_, kDownloadBound);
  } catch (const prepare::BadSubmission& bad) {
    throw std::invalid_argument(bad.what());
  }
}

collect::Download read_fitting(const fs::path& folder, const CollectOrder& order, const CollectInput& all) {
  collect::Download download = collect::read_download(folder, order.form);
  const bool has_times = std::ranges::any_of(
      download.hand_ins, [](const collect::HandIn& hand_in) { return hand_in.at.has_value(); });
  if (order.deadline && !has_times) {
    throw std::invalid_argument(std::string("--deadline: expected none: a download of the form ") +
                                name_of(download.form) +
                                " has no times that can be compared with it (Gradescope's export has)");
  }
  const bool needs_ids = download.form == collect::Form::canvas || download.form == collect::Form::moodle;
  const bool has_ids =
      all.roster && std::ranges::any_of(all.roster->list.students,
                                        [](const Student& student) { return !student.keys.id.empty(); });
  if (needs_ids && all.roster && !has_ids && !all.groups) {
    throw std::invalid_argument(all.roster->list.exported.file + ": got no column \"" +
                                (download.form == collect::Form::canvas
                                     ? "ID\", expected the gradebook that Canvas exports"
                                     : "Identifier\", expected the grading worksheet of the assignment in "
                                       "Moodle: the numbers in the download are those"));
  }
  return download;
}

std::string fingerprint_of(const CollectOrder& order, const prepare::Order& prepared) {
  Json terms = {{"command", order.command},
                {"as", order.adapter == nullptr ? "json" : std::string(order.adapter->name)},
                {"stdio", name_of(order.stdio)},
                {"memory_mib", prepared.memory_mib},
                {"game", prepared.trial->game->name},
                {"options", prepared.trial->options},
                {"clock", prepared.trial->clock.json()},
                {"seed", prepared.trial->seed}};
  if (const std::string rules = prepared.trial->game->rules_sha256(); !rules.empty()) {
    terms["rules_sha256"] = rules;
  }
  if (order.build) {
    Json provided = Json::array();
    for (const fs::path& path : order.build->provide) {
      provided.push_back(
          {path.filename().string(), fs::is_directory(path)
                                         ? content_hash(path)
                                         : protocol::Sha256::hex_of(read_whole_file(path, kMaxProvidedMib))});
    }
    terms["build"] = {{"archive", order.build->archive ? Json(*order.build->archive) : Json()},
                      {"folder", order.build->folder ? Json(*order.build->folder) : Json()},
                      {"require", order.build->require},
                      {"command", order.build->command},
                      {"timeout_s", order.build->timeout_s},
                      {"provide", provided}};
  }
  return protocol::Sha256::hex_of(terms.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace referee
