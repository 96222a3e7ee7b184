#include "referee/collect/collect_run.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/adapt/adapter.h"
#include "referee/base/files.h"
#include "referee/base/folder.h"
#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/collect/assignment.h"
#include "referee/collect/class_list.h"
#include "referee/collect/class_roster.h"
#include "referee/collect/class_tournament.h"
#include "referee/collect/collect_input.h"
#include "referee/collect/collecting.h"
#include "referee/command/command_loop.h"
#include "referee/command/exit_codes.h"
#include "referee/command/open_sandbox.h"
#include "referee/command/progress.h"
#include "referee/loop/timer.h"
#include "referee/net/slots.h"
#include "referee/prepare/own_process.h"
#include "referee/process/reaper.h"
#include "referee/queue/job_board.h"
#include "referee/queue/remote_builds.h"
#include "referee/store/store_uri.h"
#include "referee/tournament/config/student_list.h"
#include "referee/tournament/config/token_files.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

using collect::kListFile;
using collect::kMaxListMib;
constexpr std::chrono::seconds kTick{1};

std::size_t usual_jobs() {
  constexpr std::size_t kMostUsual = 256;
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostUsual);
}

/// One run of the command: owns the event loop and its users.
class CollectRun {
 public:
  CollectRun(const CollectOrder& order, CollectInput input)
      : order_(order),
        class_(std::move(input)),
        source_(order.download),
        download_(read_fitting(source_.path(), order, class_)),
        tokens_(make_folder(order.out) / "tokens"),
        sandbox_(open_sandbox(class_.config.sandbox, class_.config.as_root, Confines::something)),
        loop_([this](int) { interrupted(); }),
        reaper_(loop_.tasks()),
        slots_(loop_.io(), usual_jobs()),
        here_(loop_.tasks(), reaper_,
              {class_.config.sandbox, class_.config.as_root, order.queue.empty() ? nullptr : &slots_}),
        tick_(loop_.io(), [this] { show(); }),
        begun_(loop_.clock().now()) {
    assign();
    const Instance& trial = class_.config.trial;
    collect::CollectingTerms terms{
        .out = order.out,
        .order = {.submission = {},
                  .build = order.build,
                  .command = order.command,
                  .adapter = order.adapter,
                  .stdio = order.stdio,
                  .memory_mib = class_.config.memory_mib,
                  .trial = prepare::TrialTerms{.game = class_.config.game,
                                               .options = trial.options,
                                               .seed = trial.seed.value(),
                                               .clock = class_.config.clock}},
        .fingerprint = {},
        .jobs = order.jobs.value_or(order.queue.empty() ? usual_jobs() : CollectOrder::kJobsOfWorkers),
        .retry = order.retry};
    terms.fingerprint = fingerprint_of(order, terms.order);
    if (!order.queue.empty()) {
      board_.emplace(loop_.tasks(), open_job_poster(StoreUri::parse(order.queue)));
      jobs_.emplace(loop_.tasks(), *board_, queue::WorkerTerms{sandbox_->level()});
      builds_.emplace(*jobs_, Sync::none, here_, [this](const std::string& why) {
        list_.notes.push_back(why + ": this machine built it instead");
      });
    }
    collecting_.emplace(loop_.tasks(), preparer(), download_, assignment_.candidates, earlier_,
                        std::move(terms), list_, [this] { save(); });
  }

  int run() {
    display_.emplace(order_.json ? STDERR_FILENO : STDOUT_FILENO);
    save();
    tick_.begin(kTick);
    loop_.run("collect", and_finally(collecting_->run(), [this] { return leave_queue(); }), [this] {
      tick_.end();
      reaper_.stop();
    });
    display_.reset();
    if (loop_.signal() != 0) {
      (order_.json ? std::cerr : std::cout)
          << "stopped: " << collecting_->done() << " of " << assignment_.candidates.size()
          << " submissions are ready. Run the same command again to go on.\n";
      return exit_code::kSignal + loop_.signal();
    }
    loop_.rethrow_failure();
    list_.finished = true;
    std::ranges::move(collect::notes_of_sleepers(list_), std::back_inserter(list_.notes));
    write_class();
    if (order_.json) {
      std::cout << escaped_json(collect::class_list_json(list_).dump(1)) << "\n";
    } else {
      say_result();
    }
    return list_.not_in() == 0 ? exit_code::kDone : exit_code::kNotIn;
  }

 private:
  static fs::path make_folder(const fs::path& out) {
    ensure_folder(out / "bots", fs::perms::owner_all);  // programs of students
    return out;
  }

  fs::path in_class(const char* file) const { return fs::path(order_.out) / file; }
  bool has_aliases() const { return order_.alias || (class_.roster && class_.roster->list.exported.aliases); }
  const char* roster_file() const { return has_aliases() ? "aliases.csv" : "roster.csv"; }

  void assign() {
    collect::AssignmentTerms terms;
    terms.roster = class_.roster ? &class_.roster->list : nullptr;
    terms.groups = class_.groups ? &*class_.groups : nullptr;
    terms.accept_late = order_.accept_late;
    terms.deadline = order_.deadline;
    terms.content = [](const collect::HandIn& hand_in) { return collect::content_of(hand_in); };
    assignment_ = collect::assign(download_, terms);
    if (class_.overrides) {
      std::ranges::move(class_.overrides->apply(download_, terms.roster, assignment_.candidates),
                        std::back_inserter(assignment_.notes));
    }
    if (has_aliases()) {
      const fs::path path = in_class(roster_file());
      const auto earlier =
          fs::exists(path)
              ? std::optional(StudentList::read(read_whole_file(path, kMaxTextMib), path.string()))
              : std::nullopt;
      aliases_ = collect::give_aliases(assignment_.candidates, class_.roster->list, earlier);
    }
    read_earlier();
    list_.tournament = class_.config.name;
    list_.download = order_.download;
    list_.form = name_of(download_.form);
    for (const collect::Assignment::Listed& listed : assignment_.listed) {
      list_.listed.push_back({download_.hand_ins[listed.hand_in].label, listed.whose, listed.why});
    }
    for (const collect::Download::Stray& stray : download_.strays) {
      list_.listed.push_back({stray.name, "", stray.why});
    }
    for (const std::size_t student : assignment_.absent) {
      const Student& one = class_.roster->list.students[student];
      list_.absent.push_back(one.full_name.empty() ? one.own_name : one.full_name);
    }
    list_.notes = source_.left_out();
    list_.notes.insert(list_.notes.end(), assignment_.notes.begin(), assignment_.notes.end());
    if (class_.roster) {
      const std::vector<std::string>& warnings = class_.roster->list.exported.warnings;
      list_.notes.insert(list_.notes.end(), warnings.begin(), warnings.end());
    }
    if (class_.groups) {
      list_.notes.insert(list_.notes.end(), class_.groups->notes.begin(), class_.groups->notes.end());
    }
  }

  void read_earlier() {
    const fs::path path = in_class(kListFile);
    if (fs::exists(path)) {
      const std::string file = path.string();
      earlier_ = collect::read_entrants(parse_strict(read_small_file(path, kMaxListMib), file), file);
    }
  }

  /// Calls off what workers still build.
  Task<> leave_queue() {
    if (board_) {
      co_await board_->close();
    }
  }

  prepare::Preparer& preparer() { return builds_ ? static_cast<prepare::Preparer&>(*builds_) : here_; }

  void interrupted() {
    preparer().stop("interrupted");
    slots_.close();
  }

  void save() {
    write_private(kListFile, collect::class_list_json(list_).dump(1) + "\n");
    show();
  }

  void show() {
    if (!display_) {
      return;
    }
    ProgressState state;
    state.unit = "submission";
    state.units = "submissions";
    state.done = collecting_->done();
    state.before = collecting_->reused();
    state.running = collecting_->running();
    state.total = assignment_.candidates.size();
    state.elapsed = std::chrono::duration_cast<Milliseconds>(loop_.clock().now() - begun_);
    display_->update(state);
  }

  /// Names of students are for the instructor alone.
  void write_private(const char* file, const std::string& text) const {
    (void)TokenFiles(order_.out).write(file, text, TokenFiles::Readers::owner);
  }

  void write_class() {
    collect::ClassTournament tournament;
    tournament.frame = class_.frame;
    tournament.source = order_.tournament;
    tournament.out = order_.out;
    tournament.adapter = order_.adapter == nullptr ? "json" : std::string(order_.adapter->name);
    tournament.stdio = order_.stdio;
    tournament.aliases = has_aliases();
    for (const collect::CollectedEntrant& entrant : list_.entrants) {
      if (entrant.is_in()) {
        tournament.tokens[entrant.name] = tokens_.keep(entrant.name).sha256;
      }
    }
    if (class_.roster) {
      write_private(roster_file(), collect::class_roster_csv(class_.roster->list, class_.roster->text,
                                                             assignment_.candidates, aliases_));
      tournament.roster = in_class(roster_file());
    }
    write_private(kListFile, collect::class_list_json(list_).dump(1) + "\n");
    write_private("collect.csv", collect::class_list_csv(list_));
    write_private("collect.html", collect::class_list_html(list_));
    write_file_atomically(in_class("tournament.json"), collect::class_tournament_text(tournament, list_));
  }

  void say_result() const {
    std::cout << escaped(order_.download) << ": " << download_.hand_ins.size() << " submissions from "
              << name_of(download_.form) << "; " << list_.prepared_now() << " built and tried now, "
              << list_.reused() << " unchanged since the last run\n"
              << list_.in() << " can play: " << escaped(in_class("tournament.json").string())
              << ", tokens for their pages in " << escaped(in_class("tokens").string()) << "\n";
    if (list_.not_in() > 0) {
      std::cout << list_.not_in() << " cannot play";
      for (const auto& [verdict, count] : verdicts()) {
        std::cout << (verdict == verdicts().begin()->first ? ": " : ", ") << count << " " << verdict;
      }
      std::cout << "\n";
      name_those_who_cannot();
    }
    if (const std::size_t least = class_.config.start.min_entrants; list_.in() < least) {
      std::cout << "too few to begin: " << list_.in() << " can play, and the tournament needs " << least
                << " (start.min_entrants)\n";
    }
    if (!list_.absent.empty()) {
      std::cout << counted(list_.absent.size(), "student") << " of the roster submitted nothing\n";
    }
    constexpr std::size_t kShownNotes = 10;
    for (std::size_t i = 0; i < list_.notes.size() && i < kShownNotes; ++i) {
      std::cout << "note: " << escaped(list_.notes[i], "\\") << "\n";
    }
    if (list_.notes.size() > kShownNotes) {
      std::cout << "and " << counted(list_.notes.size() - kShownNotes, "more note") << "\n";
    }
    std::cout << "the list, with all reasons: " << escaped(in_class("collect.html").string())
              << ", collect.csv, collect.json\n"
              << escaped(sandbox_->notes().text(), "\n\\");
  }

  /// A line for each of the first ones; the list has all.
  void name_those_who_cannot() const {
    constexpr std::size_t kShown = 10;
    constexpr std::size_t kShownWhy = 200;  // bytes
    std::size_t named = 0;
    for (const collect::CollectedEntrant& entrant : list_.entrants) {
      if (!entrant.is_in() && named++ < kShown) {
        std::cout << "  " << escaped(entrant.hand_in, "\\") << ": "
                  << collect::verdict_of(entrant.prepared.stage) << ": "
                  << printable(entrant.prepared.problem, kShownWhy) << "\n";
      }
    }
    if (named > kShown) {
      std::cout << "  and " << named - kShown << " more\n";
    }
  }

  std::map<std::string, std::size_t> verdicts() const {
    std::map<std::string, std::size_t> counts;
    for (const collect::CollectedEntrant& entrant : list_.entrants) {
      if (!entrant.is_in()) {
        ++counts[collect::verdict_of(entrant.prepared.stage)];
      }
    }
    if (!list_.listed.empty()) {
      counts["listed"] = list_.listed.size();
    }
    return counts;
  }

  const CollectOrder& order_;
  CollectInput class_;
  DownloadFolder source_;
  collect::Download download_;
  TokenFiles tokens_;
  collect::Assignment assignment_;
  std::map<std::string, std::string> aliases_;
  std::vector<collect::CollectedEntrant> earlier_;
  collect::ClassList list_;
  std::shared_ptr<const Sandbox> sandbox_;
  CommandLoop loop_;
  Reaper reaper_;
  Slots slots_;  // of what is built here although workers build
  prepare::OwnProcess here_;
  std::optional<queue::JobBoard> board_;  // nothing: all is built here
  std::optional<queue::RemoteJobs> jobs_;
  std::optional<queue::RemoteBuilds> builds_;
  PeriodicTimer tick_;
  TimePoint begun_;
  std::optional<ProgressDisplay> display_;
  std::optional<collect::Collecting> collecting_;
};

}  // namespace

int run_collect(const CollectOrder& order) { return CollectRun(order, read_collect_input(order)).run(); }

}  // namespace referee
