#pragma once

#include <optional>
#include <string>

#include <CLI/App.hpp>

#include "referee/score/class_marks.h"
#include "referee/score/class_run.h"
#include "referee/store/store.h"
#include "referee/tournament/config/config.h"

namespace referee {

/// What `referee grade` is asked for with marks. CLI11 writes to this object, so it must outlive the parsing.
struct MarksArguments {
  std::string store;
  std::string marks;       ///< their file; empty: they are in the tournament file
  std::string tournament;  ///< the tournament file; empty: that of the store's latest start
  std::optional<int> jobs;
  std::string queue;  ///< the store whose workers play; empty: this machine does

  /// Adds all but STORE to `command`. Each excludes `places`.
  void add_to(CLI::App& command, CLI::Option* places);
};

/// The marks of a class, from a store and its tournament file.
class MarksGrading {
 public:
  /// Reads both. `arguments` outlive it. Throws std::invalid_argument or fields::Exception, naming the file,
  /// for a store without a tournament, and for files or marks that are wrong; StoreError.
  explicit MarksGrading(const MarksArguments& arguments);

  /// Before the first game: without rows. This object outlives them.
  score::ClassMarks marks() const;
  /// Plays, and fills in the rows. Returns the exit code. Throws WeakSandbox, and what ends the run early.
  int play(score::ClassMarks& marks) const;

 private:
  const MarksArguments& arguments_;
  StoreContent content_;
  TournamentConfig config_;
  score::Rubric rubric_;
};

}  // namespace referee
