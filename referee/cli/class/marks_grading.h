#pragma once

#include <functional>
#include <optional>
#include <string>

#include <CLI/App.hpp>

#include "referee/score/class_marks.h"

namespace referee {

/// What `referee grade` is asked for with marks. CLI11 writes to this object, so it must outlive the parsing.
struct MarksArguments {
  std::string store;
  std::string marks;  ///< their file; empty: they are in the tournament file
  std::optional<int> jobs;
  std::string queue;  ///< the store whose workers play; empty: this machine does

  /// Adds all but STORE to `command`; `places`: the option that excludes marks.
  void add_to(CLI::App& command, CLI::Option* places);
};

/// Has the page of each entrant show the mark that was found last, or none. Throws std::invalid_argument,
/// naming the file, if marks.html is not there; StoreError.
void publish_marks(const std::string& store);

/// Grades the class of a store, and hands the marks to `take` if they are whole. Returns the exit code.
/// Throws std::invalid_argument or fields::Exception, naming the file, for a store without a tournament, and
/// for files or marks that are wrong; WeakSandbox, StoreError, and what ends the run early.
int grade_by_marks(const MarksArguments& arguments,
                   const std::function<void(const score::ClassMarks&)>& take);

}  // namespace referee
