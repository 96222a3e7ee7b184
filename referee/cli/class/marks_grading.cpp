#include "referee/cli/class/marks_grading.h"

#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>

#include <CLI/CLI.hpp>

#include "referee/base/input.h"
#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/command/exit_codes.h"
#include "referee/command/games_at_once.h"
#include "referee/command/open_sandbox.h"
#include "referee/queue/match_queue.h"
#include "referee/record/commitment.h"
#include "referee/rules/rules_entry.h"
#include "referee/score/class_run.h"
#include "referee/score/graded_entrant.h"
#include "referee/score/tournament_marks.h"
#include "referee/store/store.h"
#include "referee/tournament/config/config_frame.h"
#include "referee/tournament/run/marks_folder.h"
#include "referee/tournament/run/opened_store.h"

namespace referee {
namespace {

/// The tournament file of the store's latest start, which has the programs; --store and --seed of that start
/// count as they did then.
TournamentConfig config_of(const std::string& store, const StoreContent& content) {
  const auto file = content.meta.find(meta_key::kFile);
  if (file == content.meta.end()) {
    throw std::invalid_argument(store + ": no tournament has been begun in it");
  }
  TournamentConfig config = load_with_gone_programs(file->second);
  config.store = StoreUri::parse(store);
  const Json seed = Json::parse(content.meta.at(meta_key::kFrozen)).at("seed");
  config.seed = seed.is_null() ? std::nullopt : std::optional(seed.get<std::uint64_t>());
  refuse_another_frozen_part(config, content);
  return config;
}

score::WrittenMarks marks_of(const MarksArguments& arguments, const TournamentConfig& config) {
  if (!arguments.marks.empty()) {
    return {read_json_file(arguments.marks), arguments.marks, ""};
  }
  const auto written = score::WrittenMarks::of(config);
  if (!written) {
    throw std::invalid_argument(
        "grade: got neither --marks nor --extra, expected one of them, or \"marks\" in " + config.file);
  }
  return *written;
}

/// What is said before play of the secret of the seeds. `played`: games were played before.
std::string seeds_text(const MarksFolder::Secret& secret, bool played) {
  return (secret.is_new && played ? std::string("The seeds of these marks are drawn anew, because those of "
                                                "before are published, or follow from the "
                                                "tournament's: all games are played.\n")
                                  : std::string()) +
         "seeds: secret until --publish tells them; SHA-256 " + commitment_of(secret.seed) + "\n";
}

}  // namespace

void MarksArguments::add_to(CLI::App& command, CLI::Option* places) {
  command
      .add_option("--marks", marks,
                  "The bands of marks; docs/reference/grades.md explains them. Default: \"marks\" of the "
                  "tournament file")
      ->type_name("FILE")
      ->excludes(places);
  command
      .add_option("--jobs", jobs, "Games at the same time; default: the cores less one, and 64 with --queue")
      ->check(CLI::Range(1, 256))
      ->excludes(places);
  command
      .add_option("--queue", queue,
                  "postgresql:...: the workers of this store play the games (`referee worker`)")
      ->type_name("STORE")
      ->envname("REFEREE_QUEUE");
}

void publish_marks(const std::string& store) {
  const MarksFolder folder(StoreUri::parse(store));
  const auto entrants = open_store(StoreUri::parse(store), StoreAccess::read_only)->load().entrants;
  if (!std::filesystem::exists(folder.page())) {
    throw std::invalid_argument("--publish: " + folder.page().string() +
                                ": not there, expected the marks of the whole class: grade it first");
  }
  const FileDescriptor alone = folder.lock();
  std::map<std::string, std::string> marks;
  for (const StoredEntrant& entrant : entrants) {
    if (const auto found = read_own_file(folder.found(entrant.name))) {
      marks[entrant.name] = *found;
    }
  }
  folder.publish(marks);
  std::cout << counted(marks.size(), "mark") << " published: each entrant sees its own on /me\n";
}

int grade_by_marks(const MarksArguments& arguments,
                   const std::function<void(const score::ClassMarks&)>& take) {
  const StoreContent content = open_store(StoreUri::parse(arguments.store), StoreAccess::read_only)->load();
  const TournamentConfig config = config_of(arguments.store, content);
  const score::WrittenMarks written = marks_of(arguments, config);
  const bool named = score::names_seed(written);
  (void)score::tournament_marks(config, written, {});  // wrong ones are refused before anything is made
  const MarksFolder folder(config.store);
  const FileDescriptor alone = folder.lock();
  const auto secret = named ? std::nullopt : std::optional(folder.secret());
  if (secret) {
    std::cout << seeds_text(*secret, std::filesystem::exists(folder.root() / "entrants"));
  }
  const score::Rubric rubric = score::tournament_marks(
      config, written, secret ? MatchSeeds{secret->seed.number, secret->seed.salt} : MatchSeeds{});
  const score::RubricItem& item = rubric.items.front();
  const bool rated = rules::StaffScale::is_known(*rubric.game);
  score::ClassMarks marks{rubric,
                          rated ? rules::StaffScale::of(*rubric.game) : rules::StaffScale(),
                          {},
                          secret ? std::optional(secret->seed) : std::nullopt};
  const int usual =
      arguments.queue.empty() ? usual_games_at_once(item.clock, item.seats) : queue::MatchQueue::kJobs;
  const ClassOrder order{folder, score::graded_entrants(config, content), arguments.jobs.value_or(usual),
                         score::attempts_of(written), arguments.queue};
  const int code = play_class(order, marks,
                              open_sandbox(rules::least_sandbox(*config.game, config.sandbox), config.as_root,
                                           config.confines() ? Confines::something : Confines::nothing));
  if (code >= exit_code::kSignal) {
    std::cout << "not over: the same command again goes on\n";
    return code;
  }
  std::cout << item.marks->promise() << "\n"
            << escaped(order.folder.page().string()) << " has all marks; \"referee grade "
            << escaped(arguments.store) << " --publish\" shows each entrant its own on /me\n";
  take(marks);
  return code;
}

}  // namespace referee
