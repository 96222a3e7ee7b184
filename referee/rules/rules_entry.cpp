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
  if (const engines::Entry* const known = engines::find_rules(host.folder->sha256())) {
    return *known;
  }
  if (const engines::Entry* const other = engines::find_game(name);
      other != nullptr && other->rules_sha256().empty()) {
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
