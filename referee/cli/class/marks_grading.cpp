#include "referee/cli/class/marks_grading.h"

#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <utility>

#include <CLI/CLI.hpp>

#include "referee/base/strict_json.h"
#include "referee/base/text.h"
#include "referee/cli/play/match_arguments.h"
#include "referee/command/exit_codes.h"
#include "referee/command/open_sandbox.h"
#include "referee/process/cpus.h"
#include "referee/queue/match_queue.h"
#include "referee/rules/rules_entry.h"
#include "referee/score/graded_entrant.h"
#include "referee/score/tournament_marks.h"
#include "referee/tournament/run/opened_store.h"

namespace referee {
namespace {

TournamentConfig config_of(const MarksArguments& arguments, const StoreContent& content) {
  const auto kept = content.meta.find(meta_key::kFile);
  if (!content.meta.contains(meta_key::kFrozen) || kept == content.meta.end()) {
    throw std::invalid_argument(arguments.store + ": no tournament has been begun in it");
  }
  const std::string& file = arguments.tournament.empty() ? kept->second : arguments.tournament;
  if (!std::filesystem::exists(file)) {
    throw std::invalid_argument(file + ": not there, expected the tournament file of " + arguments.store +
                                ": --tournament FILE names it");
  }
  TournamentConfig config = TournamentConfig::load(file);
  config.store = StoreUri::parse(arguments.store);
  const Json frozen = Json::parse(content.meta.at(meta_key::kFrozen));
  for (const auto& [key, now] : {std::pair<const char*, Json>{"game", config.game->name},
                                 {"options", config.options},
                                 {"instances", config.instances.json()}}) {
    if (frozen.at(key) != now) {
      throw std::invalid_argument(file + ": " + key + ": expected that of " + arguments.store +
                                  ": is it the file of another tournament?");
    }
  }
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

MatchSeeds seeds_of(const StoreContent& content) {
  return {std::stoull(content.meta.at(meta_key::kSeed)), content.meta.at(meta_key::kSalt)};
}

}  // namespace

void MarksArguments::add_to(CLI::App& command, CLI::Option* places) {
  CLI::Option* const file =
      command
          .add_option("--marks", marks,
                      "The bands of marks; docs/reference/grades.md explains them. Default: \"marks\" of the "
                      "tournament file")
          ->type_name("FILE");
  CLI::Option* const of =
      command
          .add_option("--tournament", tournament,
                      "The tournament file, which names the programs; default: that of the latest start")
          ->type_name("FILE");
  CLI::Option* const at_once =
      command
          .add_option("--jobs", jobs,
                      "Games at the same time; default: the cores less one, and 64 with --queue")
          ->check(CLI::Range(1, 256));
  command
      .add_option("--queue", queue,
                  "postgresql:...: the workers of this store play the games (`referee worker`)")
      ->type_name("STORE")
      ->envname("REFEREE_QUEUE");
  for (CLI::Option* const option : {file, of, at_once}) {
    option->excludes(places);
  }
}

MarksGrading::MarksGrading(const MarksArguments& arguments)
    : arguments_(arguments),
      content_(open_store(StoreUri::parse(arguments.store), StoreAccess::read_only)->load()),
      config_(config_of(arguments, content_)),
      rubric_(score::tournament_marks(config_, marks_of(arguments, config_), seeds_of(content_))) {}

score::ClassMarks MarksGrading::marks() const {
  return {
      rubric_,
      rules::StaffScale::is_known(*rubric_.game) ? rules::StaffScale::of(*rubric_.game) : rules::StaffScale(),
      {}};
}

int MarksGrading::play(score::ClassMarks& marks) const {
  ClassOrder order{MarksFolder(config_.store), score::graded_entrants(config_, content_)};
  const score::RubricItem& item = rubric_.items.front();
  order.queue = arguments_.queue;
  order.jobs =
      arguments_.jobs.value_or(order.queue.empty() ? usual_jobs(item.clock, item.seats, process_cpus().size())
                                                   : queue::MatchQueue::kJobs);
  const int code =
      play_class(order, marks,
                 open_sandbox(rules::least_sandbox(*config_.game, config_.sandbox), config_.as_root,
                              config_.confines() ? Confines::something : Confines::nothing));
  std::cout << (code < exit_code::kSignal ? escaped(order.folder.page().string()) + ": everybody's marks\n"
                                          : "not over: the same command again goes on\n");
  return code;
}

}  // namespace referee
