#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "referee/prepare/report.h"
#include "referee/tournament/config/plan.h"

namespace referee::collect {

/// What became of the hand-in of one entrant.
struct CollectedEntrant {
  std::string name;
  std::string display;               ///< for spectators; may be empty
  std::string group;                 ///< "": a single student
  std::vector<std::string> members;  ///< who they are
  std::string hand_in;               ///< HandIn::label
  std::vector<std::string> notes;    ///< HandIn::notes
  std::string content;               ///< SHA-256 of its files; "" if they have to be prepared again
  std::string terms;                 ///< SHA-256 of how it was built and tried
  std::string built;                 ///< SHA-256 of the bot's folder; "" unless it is ready
  bool reused = false;               ///< an earlier run has prepared it
  prepare::Report prepared;

  bool is_in() const { return prepared.stage == prepare::Stage::ready; }
};

/// A hand-in that was not built, and why.
struct ListedHandIn {
  std::string hand_in;
  std::string whose;  ///< "" if that cannot be told
  std::string why;
};

/// All that `referee collect` found: collect.json, .csv and .html are written from it. It names students: it
/// is for the instructor.
struct ClassList {
  std::string tournament;                  ///< its name
  std::string download;                    ///< what the command line names
  std::string form;                        ///< "canvas"
  bool finished = false;                   ///< all hand-ins have been prepared
  std::vector<CollectedEntrant> entrants;  ///< by name
  std::vector<ListedHandIn> listed;
  std::vector<std::string> absent;  ///< students of the roster without a hand-in
  std::vector<std::string> notes;

  std::size_t in() const;
  std::size_t not_in() const { return entrants.size() - in() + listed.size(); }
  /// How many hand-ins this run has built or tried.
  std::size_t prepared_now() const;
  /// How many hand-ins an earlier run has built or tried.
  std::size_t reused() const;
};

/// About each bot that sleeps in its turns: what that costs the class, and what ends it.
std::vector<std::string> notes_of_sleepers(const ClassList& list);

/// The name of the list in the folder of a class, beside its tournament file.
inline constexpr const char* kListFile = "collect.json";
inline constexpr std::size_t kMaxListMib = 64;
/// How long the first answers of a class took when it was collected. `tournament`: its file. Nothing if no
/// readable collect.json lies beside it, or if no bot has answered.
std::optional<MeasuredAnswers> measured_answers(const std::filesystem::path& tournament);

/// collect.json.
nlohmann::json class_list_json(const ClassList& list);
/// The entrants of a collect.json. Throws std::invalid_argument, naming `file`, if it is none.
std::vector<CollectedEntrant> read_entrants(const nlohmann::json& json, const std::string& file);
/// collect.csv: a row for each hand-in and each absent student.
std::string class_list_csv(const ClassList& list);
/// collect.html: a page of its own.
std::string class_list_html(const ClassList& list);

/// What a hand-in that is not in lacks, in two or three words: "does not build".
std::string verdict_of(prepare::Stage stage);

}  // namespace referee::collect
