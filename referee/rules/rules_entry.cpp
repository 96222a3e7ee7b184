#include "referee/rules/rules_entry.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "referee/base/text.h"
#include "referee/rules/match_program_entry.h"

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
      host_(std::move(host)) {
  const GameFile& game = host_.folder->game();
  decided_by = game.decided_by;
  ranks_by_score = game.ranks_by_score;
  title = game.title;
}

std::unique_ptr<engines::Game> RulesEntry::make(const Json& options, const engines::Seed& seed) const {
  return std::make_unique<RulesGame>(host_, options, seed, nullptr);
}

std::unique_ptr<engines::Game> RulesEntry::begin(const Json& options, const engines::Seed& seed,
                                                 const engines::Poster& poster) const {
  return std::make_unique<RulesGame>(host_, options, seed, poster);
}

namespace {

RulesHost host(const std::shared_ptr<RulesThread>& thread, std::shared_ptr<const RulesFolder> folder) {
  auto program = std::make_shared<RulesProgram>(thread, folder);
  thread->add(program);
  return {thread, std::move(program), std::move(folder)};
}

/// The game of a folder that has just been read. REQUIRES: `opened` is locked.
std::unique_ptr<engines::Entry> entry_of(OpenedRules& opened, std::shared_ptr<const RulesFolder> folder,
                                         SandboxLevel least) {
  if (folder->game().match) {
    return std::make_unique<MatchProgramEntry>(std::move(folder));
  }
  if (opened.thread == nullptr) {
    opened.thread = std::make_shared<RulesThread>(least);
  }
  return std::make_unique<RulesEntry>(host(opened.thread, std::move(folder)));
}

}  // namespace

RulesHost host_rules(const std::shared_ptr<RulesThread>& thread, const std::filesystem::path& folder) {
  return host(thread, std::make_shared<const RulesFolder>(folder));
}

const engines::Entry& open_rules(const std::filesystem::path& folder, SandboxLevel least) {
  OpenedRules& opened = opened_rules();
  const std::lock_guard lock(opened.mutex);
  const auto read = std::make_shared<const RulesFolder>(folder);
  const std::string& name = read->game().name;
  if (const engines::Entry* const known = engines::find_rules(read->sha256())) {
    return *known;
  }
  if (const engines::Entry* const other = engines::find_game(name);
      other != nullptr && other->rules_sha256().empty()) {
    throw std::invalid_argument(printable(read->path().string()) + ": \"name\": got \"" + name +
                                "\", expected another name: there is a game " + name + " already");
  }
  const engines::Entry& entry = engines::add_game(entry_of(opened, read, least));
  opened.all.push_back({entry, read});
  return entry;
}

SandboxLevel least_sandbox(const engines::Entry& game, SandboxLevel asked) {
  return !game.has_turns() && asked == SandboxLevel::basic ? SandboxLevel::bwrap : asked;
}

const RulesFolder* rules_folder_of(const engines::Entry& game) {
  OpenedRules& opened = opened_rules();
  const std::lock_guard lock(opened.mutex);
  const auto known = std::ranges::find(opened.all, &game, [](const Opened& one) { return &one.entry; });
  return known == opened.all.end() ? nullptr : known->folder.get();
}

}  // namespace referee::rules
