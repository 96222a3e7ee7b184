#include "referee/rules/rules_entry.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "referee/base/text.h"

namespace referee::rules {
namespace {

struct Opened {
  const engines::Entry& entry;
  std::shared_ptr<const RulesFolder> folder;
};

/// What this process has opened. Entries stay in the table of games; their programs and the thread end here.
struct OpenedRules {
  OpenedRules() { (void)spdlog::default_logger(); }  // made earlier, so that it outlives the thread
  ~OpenedRules() {
    if (thread != nullptr) {
      thread->stop();
    }
  }

  std::mutex mutex;
  std::shared_ptr<RulesThread> thread;
  std::vector<Opened> all;
};

OpenedRules& opened_rules() {
  static OpenedRules opened;
  return opened;
}

/// Why `folder` cannot be opened beside the game that has its name.
[[noreturn]] void refuse_beside(const Opened& other, const RulesFolder& folder) {
  const std::string name = "game " + folder.game().name + ": ";
  const std::string path = printable(folder.path().string());
  if (other.folder->path() == folder.path()) {
    throw std::invalid_argument(name + path + " has changed since this program has read it: start again");
  }
  throw std::invalid_argument(name + path + " and " + printable(other.folder->path().string()) +
                              " have this name and are not the same rules: change \"name\" in one " +
                              RulesFolder::kFile);
}

}  // namespace

RulesEntry::RulesEntry(RulesHost host)
    : Entry(host.folder->game().name, host.folder->game().version, host.folder->game().clock),
      host_(std::move(host)) {}

std::unique_ptr<engines::Game> RulesEntry::make(const Json& options, const engines::Seed& seed) const {
  return std::make_unique<RulesGame>(host_, options, seed, nullptr);
}

std::unique_ptr<engines::Game> RulesEntry::begin(const Json& options, const engines::Seed& seed,
                                                 const engines::Poster& poster) const {
  return std::make_unique<RulesGame>(host_, options, seed, poster);
}

RulesHost host_rules(const std::shared_ptr<RulesThread>& thread, const std::filesystem::path& folder) {
  auto read = std::make_shared<const RulesFolder>(folder);
  auto program = std::make_shared<RulesProgram>(thread, read);
  thread->add(program);
  return {thread, std::move(program), std::move(read)};
}

const engines::Entry& open_rules(const std::filesystem::path& folder, SandboxLevel least) {
  OpenedRules& opened = opened_rules();
  const std::lock_guard lock(opened.mutex);
  if (opened.thread == nullptr) {
    opened.thread = std::make_shared<RulesThread>(least);
  }
  RulesHost host = host_rules(opened.thread, folder);
  const std::string name = host.folder->game().name;
  const auto known = std::ranges::find(opened.all, name, [](const Opened& one) { return one.entry.name; });
  if (known != opened.all.end()) {
    if (known->folder->sha256() != host.folder->sha256()) {
      refuse_beside(*known, *host.folder);
    }
    return known->entry;
  }
  if (engines::find_game(name) != nullptr) {
    throw std::invalid_argument(printable(host.folder->path().string()) + ": \"name\": got \"" + name +
                                "\", expected another name: there is a game " + name + " already");
  }
  const auto read = host.folder;
  const engines::Entry& entry = engines::add_game(std::make_unique<RulesEntry>(std::move(host)));
  opened.all.push_back({entry, read});
  return entry;
}

const RulesFolder* rules_folder_of(const engines::Entry& game) {
  OpenedRules& opened = opened_rules();
  const std::lock_guard lock(opened.mutex);
  const auto known = std::ranges::find(opened.all, &game, [](const Opened& one) { return &one.entry; });
  return known == opened.all.end() ? nullptr : known->folder.get();
}

}  // namespace referee::rules
