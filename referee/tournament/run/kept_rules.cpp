#include "referee/tournament/run/kept_rules.h"

#include <spdlog/spdlog.h>

#include <system_error>

#include "referee/rules/rules_entry.h"

namespace referee {
namespace {

constexpr std::size_t kShownDigits = 12;  // of a SHA-256, as the name of a folder

}  // namespace

std::filesystem::path kept_rules(const StoreUri& store, const std::string& rules_sha256) {
  return store.beside(".rules") / rules_sha256.substr(0, kShownDigits);
}

void keep_rules(const StoreUri& store, const engines::Entry& game) {
  const rules::RulesFolder* const folder = rules::rules_folder_of(game);
  if (folder == nullptr) {
    return;
  }
  const std::filesystem::path kept = kept_rules(store, folder->sha256());
  std::error_code failed;
  if (std::filesystem::exists(kept, failed)) {
    return;
  }
  std::filesystem::path whole = kept;
  whole += ".new";
  std::filesystem::remove_all(whole, failed);
  std::filesystem::create_directories(whole.parent_path(), failed);
  using Options = std::filesystem::copy_options;
  if (!failed) {
    std::filesystem::copy(folder->copy(), whole, Options::recursive | Options::copy_symlinks, failed);
  }
  if (!failed) {
    std::filesystem::rename(whole, kept, failed);
  }
  if (failed) {
    spdlog::warn("the folder of game {} is not kept in {}: {}", game.name, kept.string(), failed.message());
  }
}

}  // namespace referee
