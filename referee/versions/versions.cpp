#include "referee/versions/versions.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <stdexcept>

#include "protocol/messages.h"
#include "protocol/require.h"
#include "referee/base/text_table.h"
#include "referee/games/adapters.h"
#include "referee/prepare/preparation.h"
#include "referee/record/record.h"
#include "referee/tournament/config/start_spec.h"
#include "referee/tournament/run/opened_store.h"
#include "referee/versions/version_data.h"

namespace referee::versions {
namespace {

namespace fs = std::filesystem;
using Status = StoredVersion::Status;

/// A failure of the machine may be over when the same content is handed in again; so may the slowness of a
/// busy one, which shows in the trial.
bool may_be_tried_again(const VersionReport& report) {
  return report.prepared && (report.prepared->stage == prepare::Stage::machine ||
                             report.prepared->stage == prepare::Stage::trial);
}

/// What the tournament file says of hand-ins; without submission and destination. REQUIRES:
/// config.submissions. Throws fields::Exception for a file of the course's that is not there any more.
prepare::Order order_of(const TournamentConfig& config) {
  REQUIRE(config.submissions);
  const SubmissionSpec& spec = *config.submissions;
  prepare::Order order;
  if (!spec.build.is_null()) {
    order.build = prepare::Build::read(spec.build, "submissions.build");
  }
  order.command = spec.command;
  order.adapter = spec.adapter;
  order.stdio = spec.stdio;
  order.memory_mib = config.memory_mib;
  order.trial = {config.game, config.trial.options, config.trial.seed.value(), config.clock};
  return order;
}

}  // namespace

BotCommand bot_of(const TournamentConfig& config, const VersionFolder& folder, const StoredVersion& version) {
  const VersionReport report = VersionReport::read(version.report);
  BotCommand bot = prepare::bot_in(folder.built(version.entrant, version.number),
                                   report.prepared.value_or(prepare::Report()).command, config.memory_mib);
  bot.adapter = report.adapter.empty() ? nullptr : adapter_named(report.adapter);
  bot.stdio = report.pipes ? Stdio::pipe : Stdio::tcp;
  bot.confinement->hidden = config.hidden_from(*bot.confinement);
  bot.files = files_of(bot);
  return bot;
}

void remove_unnamed_files(const VersionFolder& folder, const StoreContent& content) {
  std::set<fs::path> named;
  for (const StoredVersion& version : content.versions) {
    const fs::path built = folder.built(version.entrant, version.number);
    if (version.status == Status::waiting || (version.status == Status::ready && fs::exists(built))) {
      named.insert(folder.files() / VersionReport::read(version.report).folder);
    }
    if (version.status == Status::ready) {
      named.insert(built);
    }
  }
  folder.keep_only(named);
}

Versions::Versions(Surroundings around, const StoreContent& content, VersionFolder folder)
    : around_(around), folder_(std::move(folder)), changed_(around.tasks.io()) {
  if (around_.config.submissions) {
    desk_ = std::make_shared<HandInDesk>(*around_.config.submissions);
  }
  if (desk_ || !content.versions.empty()) {
    folder_.make();
    sweep(folder_.work());
    restore(content);
  }
}

// ---- what the store says ----

void Versions::restore(const StoreContent& content) {
  remove_unnamed_files(folder_, content);
  for (const StoredVersion& stored : content.versions) {
    const Key key{stored.entrant, stored.number};
    Known& version = versions_[key] = {stored, VersionReport::read(stored.report), true};
    const bool is_built = stored.status == Status::ready && fs::exists(folder_.built(key.first, key.second));
    const bool waits = stored.status == Status::waiting && fs::exists(handed_in(version));
    version.has_files = is_built || waits;
    if (waits) {
      waiting_.push_back(key);
    }
    // Without its milliseconds, as tournament files have times.
    const auto when = read_utc(stored.at.substr(0, stored.at.find('.')) + "Z");
    if (desk_ && when) {
      desk_->note({stored.entrant}, *when);
    }
  }
  std::ranges::stable_sort(waiting_, {}, [this](const Key& key) { return known(key)->stored.at; });
  for (const StoredEntrant& entrant : content.entrants) {
    restore_choice(content, entrant);
  }
  note_state();
}

void Versions::restore_choice(const StoreContent& content, const StoredEntrant& entrant) {
  if (!desk_) {  // nothing is confined then
    if (entrant.version != 0) {
      around_.changes.add(entrant.name +
                          " plays with the command of the tournament file again, not submission " +
                          std::to_string(entrant.version) + ": \"submissions\" is no longer in the file");
      around_.roster.play_version(entrant.number, std::nullopt);
    }
    return;
  }
  if (entrant.version != 0) {
    const Known* const version = known({entrant.number, entrant.version});
    if (version != nullptr && version->stored.status == Status::ready && version->has_files) {
      around_.roster.restore_version(entrant.number, playable(*version));
    } else {
      around_.changes.add("submission " + std::to_string(entrant.version) + " of " + entrant.name +
                          " is missing in " + folder_.root().string() +
                          ": the bot plays with the command of the tournament file");
    }
  }
  const std::optional<int> next = next_version(content, entrant);
  if (!next) {
    return;
  }
  const Known* const version = known({entrant.number, *next});
  if (*next == 0) {
    around_.roster.play_version(entrant.number, std::nullopt);
  } else if (version != nullptr && version->has_files && version->stored.status == Status::ready) {
    choose(*version);
  }
}

Versions::Known* Versions::known(Key key) {
  const auto found = versions_.find(key);
  return found == versions_.end() ? nullptr : &found->second;
}

const Versions::Known* Versions::known(Key key) const {
  const auto found = versions_.find(key);
  return found == versions_.end() ? nullptr : &found->second;
}

fs::path Versions::handed_in(const Known& version) const {
  return folder_.files() / version.report.folder / version.report.name;
}

int Versions::last_number(Entrant entrant) const {
  const auto behind = versions_.lower_bound({entrant + 1, 0});
  if (behind == versions_.begin()) {
    return 0;
  }
  const auto& last = *std::prev(behind);
  return last.first.first == entrant ? last.first.second : 0;
}

int Versions::chosen(Entrant entrant) const {
  return around_.roster.next_version(entrant).value_or(around_.roster.version(entrant));
}

/// What waits, and how much is on the disk: for whoever hands in.
void Versions::note_state() {
  std::uint64_t bytes = 0;
  for (const auto& [key, version] : versions_) {
    bytes += version.has_files ? version.stored.bytes + version.report.built_bytes() : 0;
  }
  if (desk_) {
    desk_->set_state(waiting_.size(), bytes);
  }
}

// ---- handing in ----

std::optional<HandInRefusal> Versions::why_not(Entrant entrant) const {
  if (!stopped_.empty()) {
    return HandInRefusal{503, stopped_, std::chrono::seconds(60)};
  }
  if (around_.roster.awaits_approval(entrant)) {
    return HandInRefusal{409, kAwaitsApproval};
  }
  if (around_.roster.withdrawn(entrant) && !around_.roster.withdrawn_for_absence(entrant)) {
    return HandInRefusal{409, "you are withdrawn: ask the arbiter"};
  }
  return std::nullopt;
}

Versions::Known* Versions::same_as(const HandIn& hand_in) {
  const auto end = versions_.lower_bound({hand_in.from.entrant + 1, 0});
  for (auto at = versions_.lower_bound({hand_in.from.entrant, 0}); at != end; ++at) {
    Known& version = at->second;
    const bool failed = version.stored.status == Status::failed;
    const bool useful = failed ? !may_be_tried_again(version.report) : version.has_files;
    if (useful && version.stored.sha256 == hand_in.file.sha256() &&
        (!failed || version.report.name == hand_in.file.name())) {
      return &version;
    }
  }
  return nullptr;
}

Task<HandInAnswer> Versions::receive(std::shared_ptr<HandIn> hand_in) {
  const Entrant entrant = hand_in->from.entrant;
  if (auto refused = why_not(entrant)) {
    co_return HandInAnswer{.refused = std::move(refused)};
  }
  if (const Known* const same = same_as(*hand_in)) {
    if (same->stored.status == Status::ready && chosen(entrant) != same->stored.number) {
      choose(*same);
    }
    HandInAnswer answer{.refused = {}, .version = same->stored, .known = true};
    co_await around_.store.flush();
    co_return answer;
  }
  VersionReport report;
  report.name = hand_in->file.name();
  report.folder = hand_in->file.folder_name();
  StoredVersion stored;
  stored.entrant = entrant;
  stored.number = last_number(entrant) + 1;
  stored.sha256 = hand_in->file.sha256();
  stored.at = utc_text(around_.tasks.clock().utc());
  stored.bytes = hand_in->file.bytes();
  stored.report = report.json();
  hand_in->file.keep();
  const Key key{entrant, stored.number};
  versions_[key] = {stored, std::move(report), true};
  waiting_.push_back(key);
  desk_->note(hand_in->from, around_.tasks.clock().utc());
  note_state();
  spdlog::info("{} has sent submission {}: {} bytes", around_.roster.name(entrant), stored.number,
               stored.bytes);
  std::vector<StoreWrite> writes;
  writes.emplace_back(store_write::PutVersion{stored});
  co_await around_.store.write(std::move(writes));
  changed_.notify();
  co_return HandInAnswer{.refused = {}, .version = std::move(stored)};
}

// ---- building ----

void Versions::begin(prepare::Preparer& preparer, std::size_t at_once) {
  preparer_ = &preparer;
  sweeper_.emplace(around_.tasks, "the thread that removes old versions");
  for (std::size_t i = 0; i < at_once; ++i) {
    around_.tasks.start("versions", work());
  }
}

void Versions::stop(const std::string& why) {
  stopped_ = stopped_.empty() ? why : stopped_;
  if (preparer_ != nullptr) {
    preparer_->stop("the referee is stopping");
  }
  changed_.notify();
}

/// The versions of one entrant are ready in their order: the last one that is ready plays.
std::optional<Versions::Key> Versions::next_to_build() const {
  const auto found =
      std::ranges::find_if(waiting_, [this](const Key& key) { return !building_.contains(key.first); });
  return found == waiting_.end() ? std::nullopt : std::optional(*found);
}

Task<> Versions::work() {
  while (stopped_.empty()) {
    const std::optional<Key> key = next_to_build();
    if (!key) {
      co_await changed_.changed();
      continue;
    }
    building_.insert(key->first);
    co_await prepare(*key);
    building_.erase(key->first);
    changed_.notify();
  }
}

/// What a machine that fails does to a version is told to its author, who may hand it in again. A draft takes
/// its last name once it is whole: until then the next start removes it.
Task<prepare::Report> Versions::prepared(Key key) {
  prepare::Report report;
  try {
    const std::string name = std::to_string(key.first) + "-" + std::to_string(key.second);
    const fs::path built = folder_.built(key.first, key.second);
    prepare::Order order = order_of(around_.config);
    order.submission = handed_in(*known(key));
    order.destination = built.parent_path() / ("." + name + ".new");
    const fs::path draft = order.destination;
    co_await sweep_work();
    report = co_await preparer_->prepare("version " + name, std::move(order));
    if (report.is_ready()) {
      fs::rename(draft, built);
    } else {
      folder_.discard(draft);
    }
  } catch (const std::exception& failure) {
    if (stopped_.empty()) {
      spdlog::error("submission {} of {} could not be prepared: {}", key.second,
                    around_.roster.name(key.first), failure.what());
    }
    report.stage = prepare::Stage::machine;
    report.problem =
        "the referee's machine could not build or try it. That is no fault of yours: submit it again later";
  }
  co_return report;
}

/// Gives the bytes back of what was discarded, away from the loop of matches.
Task<> Versions::sweep_work() {
  (void)co_await sweeper_->run<bool>([folder = folder_.work()] {
    sweep(folder);
    return true;
  });
}

Task<> Versions::prepare(Key key) {
  prepare::Report prepared_report = co_await prepared(key);
  if (!stopped_.empty()) {
    co_return;  // it waits for the next start
  }
  std::erase(waiting_, key);
  Known& version = *known(key);
  const SubmissionSpec& spec = *around_.config.submissions;
  version.report.adapter = spec.adapter == nullptr ? "" : std::string(spec.adapter->name);
  version.report.pipes = spec.stdio == Stdio::pipe;
  version.report.prepared = std::move(prepared_report);
  const bool ready = version.report.is_ready();
  version.stored.status = ready ? Status::ready : Status::failed;
  version.stored.report = version.report.json();
  spdlog::info("submission {} of {}: {}", key.second, around_.roster.name(key.first),
               ready ? "ready" : version.report.prepared->problem);
  // The choice comes first: whoever reads that it is ready reads that it plays, too. If only the choice is
  // kept, the version still waits, and is built and chosen again.
  if (ready) {
    choose(version);
  } else {
    forget_files(version);
  }
  around_.store.post({store_write::PutVersion{version.stored}});
  remove_old(key.first);
  note_state();
}

// ---- which one plays ----

PlayableVersion Versions::playable(const Known& version) const {
  return {version.stored.number, version.stored.sha256, bot_of(around_.config, folder_, version.stored)};
}

void Versions::choose(const Known& version) {
  around_.roster.play_version(version.stored.entrant, playable(version));
}

std::string Versions::roll_back(Entrant entrant, int number) {
  const std::string& name = around_.roster.name(entrant);
  const Known* const version = known({entrant, number});
  if (number != 0 && version == nullptr) {
    throw std::invalid_argument(name + " has no submission " + std::to_string(number) + ": it has sent " +
                                std::to_string(last_number(entrant)));
  }
  if (number != 0 && version->stored.status != Status::ready) {
    throw std::invalid_argument("submission " + std::to_string(number) + " of " + name +
                                " is not ready to play");
  }
  if (number != 0 && !version->has_files) {
    throw std::invalid_argument(
        "submission " + std::to_string(number) + " of " + name +
        " has been removed: only the newest ones are kept (submissions.versions_kept)");
  }
  if (number == 0) {
    around_.roster.play_version(entrant, std::nullopt);
  } else {
    choose(*version);
  }
  const std::string what = number == 0 ? " plays with the command of the tournament file"
                                       : " plays submission " + std::to_string(number);
  const bool waits = around_.roster.next_version(entrant).has_value();
  around_.changes.add(name + what + (waits ? " from the next round on" : "") + ", by order of the arbiter");
  return name + what + (waits ? " from the next round on" : " from its next game on");
}

/// Keeps the newest ready versions, and those that play now or will play next.
void Versions::remove_old(Entrant entrant) {
  const std::size_t most = around_.config.submissions ? around_.config.submissions->versions_kept : 0;
  std::size_t kept = 0;
  for (int number = last_number(entrant); number >= 1 && most > 0; --number) {
    Known* const version = known({entrant, number});
    const bool counts = version != nullptr && version->stored.status == Status::ready && version->has_files;
    if (!counts || ++kept <= most || number == around_.roster.version(entrant) || number == chosen(entrant)) {
      continue;
    }
    forget_files(*version);
  }
}

void Versions::forget_files(Known& version) {
  folder_.discard(folder_.files() / version.report.folder);
  folder_.discard(folder_.built(version.stored.entrant, version.stored.number));
  version.has_files = false;
}

std::string Versions::text(Entrant entrant) const {
  TextTable table({"submission", "received", "bytes", "state", "plays"}, 5);
  const int now = around_.roster.version(entrant);
  const auto next = around_.roster.next_version(entrant);
  for (int number = 1; number <= last_number(entrant); ++number) {
    const Known& version = *known({entrant, number});
    const bool ready = version.stored.status == Status::ready;
    const std::string state = version.stored.status == Status::waiting ? "waiting"
                              : !ready
                                  ? "failed: " + version.report.prepared.value_or(prepare::Report()).problem
                              : version.has_files ? "ready"
                                                  : "removed";
    table.add({std::to_string(number), version.stored.at, std::to_string(version.stored.bytes), state,
               number == now ? "now" : (next == number ? "from the next round on" : "")});
  }
  if (last_number(entrant) == 0) {
    return around_.roster.name(entrant) + " has submitted nothing";
  }
  std::string text = table.text();
  text.pop_back();  // the last newline: the reply is printed with one
  return text;
}

}  // namespace referee::versions
