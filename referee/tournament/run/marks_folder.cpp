#include "referee/tournament/run/marks_folder.h"

#include <fcntl.h>
#include <stdio.h>

#include <cerrno>
#include <cstdint>
#include <stdexcept>
#include <system_error>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/base/folder.h"
#include "referee/base/input.h"
#include "referee/base/secret_file.h"
#include "referee/base/secrets.h"
#include "referee/base/strict_json.h"
#include "referee/tournament/config/instances.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDraft = "publishing";
constexpr std::size_t kSaltBytes = 64;

/// Makes `draft` the folder `place`; what was there, if anything, is `draft` afterwards.
void change_places(const fs::path& draft, const fs::path& place) {
  if (!fs::exists(place)) {
    fs::rename(draft, place);
    return;
  }
  if (::renameat2(AT_FDCWD, draft.c_str(), AT_FDCWD, place.c_str(), RENAME_EXCHANGE) == 0) {
    return;
  }
  if (errno != EINVAL && errno != ENOSYS) {
    throw_cannot("replace", place);
  }
  fs::remove_all(place);  // a file system that cannot exchange two folders
  fs::rename(draft, place);
}

}  // namespace

FileDescriptor MarksFolder::lock() const {
  ensure_folder(root_, fs::perms::owner_all);
  FileDescriptor folder = lock_folder(root_);
  if (folder.get() < 0) {
    throw std::runtime_error(root_.string() +
                             ": another 'referee grade' is at work on these marks: wait until it has ended");
  }
  fs::remove_all(root_ / kDraft);
  return folder;
}

MarksFolder::Secret MarksFolder::secret() const {
  if (const auto text = read_own_file(seeds())) {
    const nlohmann::json json = parse_strict(*text, seeds().string());
    fields::Object in(json, "");
    Secret known{{static_cast<std::uint64_t>(in.integer("seed", kSeedRange)), in.text("salt", kSaltBytes)},
                 false};
    in.require();
    return known;
  }
  Secret drawn{{random_seed(), random_hex()}, true};
  write_secret_file(seeds(), nlohmann::json{{"seed", drawn.seed.number}, {"salt", drawn.seed.salt}}.dump());
  return drawn;
}

void MarksFolder::publish(const std::map<std::string, std::string>& marks) const {
  fs::remove(seeds());  // first: what is published tells them
  ensure_folder(root_ / kDraft, fs::perms::owner_all);
  for (const auto& [entrant, text] : marks) {
    write_secret_file(file_in(kDraft, entrant), text);
  }
  change_places(root_ / kDraft, root_ / "published");
  fs::remove_all(root_ / kDraft);
}

}  // namespace referee
